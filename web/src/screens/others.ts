// Code that playing does not need, loaded on demand or when the page is idle.
export { Help } from "../parts/help";
export { OpenDialog } from "../parts/open";
export { SettingsDialog } from "../parts/settings";
export { ShareDialog } from "../parts/share";
export { ExplainScreen } from "./explain";
export { HomeScreen, first } from "./home";
export { LibraryScreen } from "./library";
export { MakeScreen } from "./make";
export { SetScreen } from "./set";
