import type { Scope } from "../../runtime/expr/compile.ts";
import type { ResolvedDict, ResolvedField } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";

/** Props of every editor. Values are those of the wire: texts, numbers, comma-joined lists, null for nothing. */
export interface EditorProps {
  readonly id: string;
  readonly title: string;
  readonly field: ResolvedField;
  readonly dict: ResolvedDict | undefined;
  /** The editor as written in the document, `type` included. */
  readonly options: Editor;
  readonly value: unknown;
  /** Words of the value as the server sent them; undefined once another value was chosen. */
  readonly text: string | undefined;
  readonly disabled: boolean;
  readonly aria: {
    readonly "aria-required": true | undefined;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  };
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  /** The list or calendar stands open at once: a cell of a table was opened to choose. */
  readonly autoOpen?: boolean;
  /** Roots of expressions in the editor's options; absent where it stands in no record. */
  readonly scope?: (() => Scope) | undefined;
  /** The words of a row that was picked, before `onChange` gives its value. */
  onPicked?(text: string | undefined): void;
  onChange(value: unknown): void;
  onBlur(): void;
  /** Something the value depends on is under way: the form waits with saving and says so. */
  onBusy?(busy: boolean): void;
  /** Values for other fields of the form, from a picked record. */
  onFill?(values: Readonly<Record<string, unknown>>): void;
}
