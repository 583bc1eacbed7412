// What is not needed to play: it is loaded when it is wanted, or else once the page has nothing to do.
export { Help } from "../parts/help";
export { OpenDialog } from "../parts/open";
export { SettingsDialog } from "../parts/settings";
export { ShareDialog } from "../parts/share";
export { ExplainScreen } from "./explain";
export { HomeScreen, first } from "./home";
export { LibraryScreen } from "./library";
export { MakeScreen } from "./make";
export { SetScreen } from "./set";
