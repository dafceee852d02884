import type { editor } from "monaco-editor";
import type { CodeLanguage } from "../../runtime/format/code-languages.ts";
import type { monaco } from "./monaco.ts";

/** The editor and the library it came with, for a part that adds completion or marks to it. */
export interface OpenedCode {
  readonly editor: editor.IStandaloneCodeEditor;
  readonly model: editor.ITextModel;
  readonly monaco: typeof monaco;
}

export interface CodePlace {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export interface CodeProps {
  /** Of the control that takes the keys: a label names it. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly language: CodeLanguage;
  /** Pixels, or "100%" of a part that fills the window. */
  readonly height: number | "100%";
  readonly readOnly: boolean;
  readonly placeholder?: string | undefined;
  /** Written on the control that takes the keys. */
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>>;
  onChange(value: string): void;
  onBlur?(): void;
  onPlace?(place: CodePlace): void;
  /** Whether Tab leaves now instead of indenting. */
  onLeaving?(isLeaving: boolean): void;
  /** Called once; what it answers is called before the editor goes. */
  readonly onOpened?: ((code: OpenedCode) => (() => void) | undefined) | undefined;
}
