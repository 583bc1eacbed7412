// The editor with syntax colouring, loaded when it is opened. The editor is inside a shadow root, because the page's content
// security policy forbids styles made by scripts, but not inside a shadow root.
import { defaultKeymap, history, historyKeymap, insertNewlineKeepIndent } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export type Mistake = { line: number; column: number; text: string };
export type Code = {
  mark: (mistake: Mistake | undefined) => void;
  set: (text: string) => void;
  destroy: () => void;
};

/** The keywords of the rule language. */
const WORDS = new Set(
  (
    "rule clue option says draw told also passes fails with require use not for if elif else let extra shown cell value is any or " +
    "and every some exactly at least most of in along moves both ways where unless marked by diagonal touching neighbours then " +
    "first last before after fold matches mod"
  ).split(" "),
);

const language = StreamLanguage.define<{ text: boolean }>({
  startState: () => ({ text: false }),
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    const word = stream.match(/^[A-Za-z_][\w]*(?:-[A-Za-z]\w*)*/);
    if (word && word !== true) return WORDS.has(word[0]) ? "keyword" : "variable";
    stream.next();
    return null;
  },
});

const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--control)", border: "1px solid var(--border)", fontSize: "0.95rem" },
  "&.cm-focused": { outline: "3px solid var(--focus)" },
  ".cm-content": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", caretColor: "var(--text)", minHeight: "11rem" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--page)", color: "var(--soft)", border: "none" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selected) !important" },
  ".cm-scroller": { maxHeight: "40vh", overflow: "auto" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)" },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.string, color: "var(--good)" },
  { tag: tags.number, color: "var(--warn)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
]);

export function makeCode(root: ShadowRoot, text: string, name: string, told: (text: string) => void): Code {
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        language,
        syntaxHighlighting(colours),
        lintGutter(),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": name }),
        keymap.of([{ key: "Enter", run: insertNewlineKeepIndent }, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) told(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    mark(mistake) {
      const { doc } = view.state;
      const diagnostics = [];
      if (mistake) {
        const line = doc.line(Math.min(Math.max(mistake.line, 1), doc.lines));
        const from = Math.min(line.from + Math.max(mistake.column - 1, 0), line.to);
        const word = /^[\w-]+|^\S/.exec(doc.sliceString(from, line.to))?.[0].length ?? 0;
        diagnostics.push({ from, to: Math.min(from + Math.max(word, 1), line.to), severity: "error" as const, message: mistake.text });
      }
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    set(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    destroy: () => view.destroy(),
  };
}
