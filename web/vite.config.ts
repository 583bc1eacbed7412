// The page is built into the folder that the server carries in itself. Its files have plain names, so that what changed can be
// read in a diff; the server and the static site tell versions apart by other means.
import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

export default defineConfig(({ mode }) => ({
  plugins: [solid()],
  base: "./",
  publicDir: "public",
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "worker.js" } } },
  build: {
    target: "es2022",
    // One file with everything in it is put together by `cargo xtask site` out of the page and this: a script that loads no other.
    outDir: mode === "single" ? "single" : "../crates/cluewright-serve/page",
    emptyOutDir: true,
    copyPublicDir: mode !== "single",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      ...(mode === "single" ? { input: "src/main.tsx" } : {}),
      output: {
        entryFileNames: "app.js",
        chunkFileNames: "[name].js",
        assetFileNames: (asset) => (asset.names.some((n) => n.endsWith(".css")) ? "style.css" : "[name][extname]"),
        ...(mode === "single" ? { codeSplitting: false } : {}),
      },
    },
  },
}));
