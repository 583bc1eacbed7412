// The bookmark and the user script that open a puzzle from SudokuPad here.
import source from "./sudokupad.js?raw";

/** The code without its comments. */
const code = source.replace(/^\/\/.*\n/gm, "").trim();

export function bookmark(page: string): string {
  return `javascript:void(${encodeURIComponent(code)})(${encodeURIComponent(JSON.stringify(page))})`;
}

/** The sites of SudokuPad. */
const SITES = ["https://sudokupad.app/*", "https://*.sudokupad.app/*", "https://app.crackingthecryptic.com/*"];

export function userScript(page: string, label: string): string {
  return `// ==UserScript==
// @name     Cluewright for SudokuPad
// @version  1
${SITES.map((site) => `// @match    ${site}`).join("\n")}
// @grant    none
// ==/UserScript==
const handOver = ${code};
const button = document.createElement("button");
button.textContent = ${JSON.stringify(label)};
button.style.cssText = "position:fixed;left:8px;bottom:8px;z-index:9999;padding:6px 10px";
button.addEventListener("click", () => void handOver(${JSON.stringify(page)}));
document.body.append(button);
`;
}
