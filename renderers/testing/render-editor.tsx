import { render } from "@testing-library/react";
import { ConfigProvider } from "antd";
import { useState } from "react";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { Scope } from "../../runtime/expr/compile.ts";
import type { ResolvedDict, ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import { editorComponentOf, fetchEditors, tableEditors } from "../editors/registered-editors.ts";
import { ModelsProvider } from "../form/models-context.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { type FixtureConsole, fixtureConsole } from "./fixture-console.ts";

// As in a form whose controls have come.
await fetchEditors(tableEditors());

interface EditorOptions {
  readonly title: string;
  readonly value?: unknown;
  readonly text?: string;
  readonly disabled?: boolean;
  readonly dict?: ResolvedDict;
  /** A dictionary to load before the control is drawn. */
  readonly dictionary?: string;
  readonly multiple?: boolean;
  /** What the field holds; text unless said otherwise. */
  readonly field?: Partial<Pick<ResolvedField, "name" | "type" | "scale" | "maxLength">>;
  readonly fixture?: FixtureConsole;
  /** What the control reaches; those of the fixture unless said otherwise. */
  readonly models?: ReadonlyMap<string, ResolvedModel>;
  /** The record that the control stands in. */
  readonly row?: Readonly<Record<string, unknown>>;
}

/** One control alone, over a value that follows it, as a form gives it. */
export function renderEditor(editor: Editor, options: EditorOptions) {
  const fixture = options.fixture ?? fixtureConsole();
  const base = fixtureModels().get("test/shop")?.fields.get("name");
  if (!base) throw new Error("the fixture has no field name");
  const told: Told = { values: [], busy: [], filled: [] };
  const { title, dict, multiple = base.multiple } = options;
  const field = { ...base, ...options.field, title, dict, multiple };
  const view = render(
    <ConfigProvider button={{ autoInsertSpace: false }}>
      <EditorHost editor={editor} options={options} field={field} fixture={fixture} told={told} />
    </ConfigProvider>,
  );
  return { ...view, ...told, fixture };
}

/** What the control told its form. */
interface Told {
  readonly values: unknown[];
  readonly busy: boolean[];
  readonly filled: Readonly<Record<string, unknown>>[];
}

interface EditorHostProps {
  readonly editor: Editor;
  readonly options: EditorOptions;
  readonly field: ResolvedField;
  readonly fixture: FixtureConsole;
  readonly told: Told;
}

function EditorHost({ editor, options, field, fixture, told }: EditorHostProps) {
  const [value, setValue] = useState(options.value);
  const [dictionaries] = useState(() => {
    const cache = new DictionaryCache(fixture.services);
    const own = options.dict?.kind === "code" ? [options.dict.code] : [];
    cache.load(options.dictionary ? [options.dictionary, ...own] : own);
    return cache;
  });
  const Control = editorComponentOf(editor.type);
  if (!Control) throw new Error(`no control for ${editor.type}`);
  return (
    <ModelsProvider value={options.models ?? fixtureModels()}>
      <LazyBoundary fallback={null}>
        <Control
          id="control"
          title={options.title}
          field={field}
          dict={options.dict}
          options={editor}
          value={value}
          text={value === options.value ? options.text : undefined}
          disabled={options.disabled ?? false}
          aria={{ "aria-required": undefined, "aria-invalid": undefined, "aria-describedby": undefined }}
          services={fixture.services}
          dictionaries={dictionaries}
          {...(options.row && { scope: () => ({ row: options.row }) as Scope })}
          onChange={(next) => {
            told.values.push(next);
            setValue(next);
          }}
          onBlur={() => undefined}
          onBusy={(now) => told.busy.push(now)}
          onFill={(row) => told.filled.push(row)}
        />
      </LazyBoundary>
    </ModelsProvider>
  );
}
