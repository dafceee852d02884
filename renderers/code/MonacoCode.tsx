import { useEffect, useLayoutEffect, useRef } from "react";
import { useEvent } from "../layouts/use-event.ts";
import type { CodeProps } from "./code-props.ts";
import { monaco } from "./monaco.ts";
import { followPalette } from "./monaco-theme.ts";

const options = {
  accessibilitySupport: "auto",
  automaticLayout: true,
  // A textarea can have the id that its label names.
  editContext: false,
  fixedOverflowWidgets: true,
  fontFamily: '"SF Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSize: 13,
  lineHeight: 20,
  lineNumbersMinChars: 3,
  minimap: { enabled: false },
  occurrencesHighlight: "off",
  overviewRulerLanes: 0,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: "all",
  renderWhitespace: "none",
  scrollBeyondLastLine: false,
  // A wheel that finds nothing left to scroll moves the page.
  scrollbar: { alwaysConsumeMouseWheel: false, useShadows: false },
  tabSize: 2,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
  wordBasedSuggestions: "off",
} as const;

/** Esc with nothing open that it would close. */
const escapes = "editorTextFocus && !suggestWidgetVisible && !findWidgetVisible && !editorHasMultipleSelections";

/** The one place where a monaco editor is made. `value` is drawn when it comes from outside; typing reports itself. */
export function MonacoCode(props: CodeProps) {
  const { id, label, value, language, height, readOnly, placeholder, aria } = props;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<ReturnType<typeof monaco.editor.create>>(undefined);
  const first = useRef({ value, language });
  const changed = useEvent((text: string) => {
    if (text !== value) props.onChange(text);
  });
  const moved = useEvent((line: number, column: number) => props.onPlace?.({ line, column }));
  const left = useEvent(() => props.onBlur?.());
  const leaving = useEvent((isLeaving: boolean) => props.onLeaving?.(isLeaving));
  const opened = useEvent((code: Parameters<NonNullable<CodeProps["onOpened"]>>[0]) => props.onOpened?.(code));

  useLayoutEffect(() => {
    if (!place.current) return;
    const unfollow = followPalette();
    const model = monaco.editor.createModel(first.current.value, first.current.language);
    model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
    const editor = monaco.editor.create(place.current, { ...options, model, theme: "console" });
    shown.current = editor;
    model.onDidChangeContent(() => changed(model.getValue()));
    editor.onDidChangeCursorPosition(({ position }) => moved(position.lineNumber, position.column));
    const tabLeaves = (isLeaving: boolean) => {
      editor.updateOptions({ tabFocusMode: isLeaving });
      leaving(isLeaving);
    };
    editor.addAction({
      id: "console.leave",
      label: "Esc",
      keybindings: [monaco.KeyCode.Escape],
      precondition: escapes,
      run: () => tabLeaves(true),
    });
    editor.onDidBlurEditorText(() => {
      tabLeaves(false);
      left();
    });
    const close = opened({ editor, model, monaco });
    return () => {
      close?.();
      editor.dispose();
      model.dispose();
      unfollow();
      shown.current = undefined;
    };
  }, [changed, moved, left, leaving, opened]);

  useEffect(() => {
    const model = shown.current?.getModel();
    if (model && model.getValue() !== value) model.setValue(value);
  }, [value]);
  useEffect(() => {
    const model = shown.current?.getModel();
    if (model) monaco.editor.setModelLanguage(model, language);
  }, [language]);
  useEffect(() => {
    shown.current?.updateOptions({
      readOnly,
      ariaLabel: label,
      ...(placeholder === undefined ? {} : { placeholder }),
    });
  }, [readOnly, label, placeholder]);
  useEffect(() => {
    const keys = place.current?.querySelector("textarea");
    if (!keys) return;
    keys.id = id;
    for (const [name, said] of Object.entries(aria ?? {})) {
      if (said === undefined) keys.removeAttribute(name);
      else keys.setAttribute(name, String(said));
    }
  });
  return <div ref={place} className="sc-code sc-origin" style={{ height }} />;
}
