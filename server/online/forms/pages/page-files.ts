import { strToU8, zipSync } from "fflate";
import type { ResolvedModel, Row } from "../../../../runtime/model/resolved-model.ts";
import type { FormWorld } from "../../../../runtime/online-forms/compile-model.ts";
import { extendedConfig } from "../../../../runtime/online-forms/definition.ts";
import { formModelId } from "../../../../runtime/online-forms/names.ts";
import { exportLosses } from "../../../../runtime/online-forms/pages/export-losses.ts";
import {
  type ExportedPages,
  exportPages,
  type FormSurroundings,
  type PageFinding,
} from "../../../../runtime/online-forms/pages/export-pages.ts";
import type { TableNames } from "../../../../runtime/online-forms/pages/read-field.ts";
import { formatDocument } from "../../../../runtime/schema/format-document.ts";
import { identify } from "../../../../runtime/schema/source-document.ts";
import type { ScreenDocument } from "../../../../runtime/schema/types.gen.ts";
import { screenKindOf } from "../form-address.ts";
import type { StoredForm } from "../stored-forms.ts";

export interface PageFiles {
  /** Path below the root of documents → text. */
  readonly files: ReadonlyMap<string, string>;
  readonly findings: readonly PageFinding[];
}

interface FilesParts {
  readonly world: FormWorld;
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly forms: ReadonlyMap<string, StoredForm>;
  readonly surroundings: FormSurroundings & { readonly findings: readonly PageFinding[] };
  /** Dictionaries that no document ships, with their items. */
  readonly dictionaries: (codes: readonly string[]) => Promise<readonly Row[]>;
}

/** The files of a form's page as they lie in `schemas/`, in the one form, with what they cannot say. */
export async function pageFiles(form: StoredForm, parts: FilesParts): Promise<PageFiles> {
  const { world, models, forms, surroundings } = parts;
  const byModel = new Map([...forms.values()].map((one) => [formModelId(one.head.id), one]));
  const pages = exportPages(form, screenKindOf(form.head), { world, formOf: (id) => byModel.get(id) }, surroundings);
  const dictionaries = await parts.dictionaries(dictionaryCodes(pages));
  const id = pages.screen.id ?? "";
  const documents: Readonly<Record<string, object>> = {
    ...Object.fromEntries(
      pages.models.map((model) => [`${model.id}.model.json`, { $schema: meta("model"), ...model }]),
    ),
    [`${id}.screen.json`]: { $schema: meta("screen"), ...pages.screen },
    [`${id}.screen.test.json`]: {
      $schema: meta("screen-test"),
      schemaVersion: 1,
      screen: id,
      cases: casesOf(pages.screen),
    },
    ...(dictionaries.length > 0
      ? {
          [`${id}.data.json`]: {
            $schema: meta("data"),
            schemaVersion: 1,
            description: `${form.head.tableTxt}用到的字典`,
            model: "system/dict",
            key: ["dictCode"],
            rows: dictionaries,
          },
        }
      : {}),
  };
  return {
    files: new Map(Object.entries(documents).map(([path, document]) => [path, textOf(path, document)])),
    findings: [
      ...pages.findings,
      ...surroundings.findings,
      ...remarks(form),
      ...exportLosses(form, pages, { world, tableOfModel: (name) => tableNames(models.get(name)) }),
    ],
  };
}

/** A model as definitions name it: by table and columns. */
export function tableNames(model: ResolvedModel | undefined): TableNames | undefined {
  return model && { table: model.table, columnOf: (name) => model.fields.get(name)?.column };
}

const meta = (kind: string) => `../meta/v1/${kind}.schema.json`;

function textOf(path: string, document: object): string {
  const identity = identify(path);
  return identity ? formatDocument(JSON.stringify(document), identity.kind) : "";
}

const viewBeside = "一张表只属于一个模型：视图的页面不能和它的表单的页面放在同一个目录";

/** Settings of a head that a page has no use for. */
function remarks({ head }: StoredForm): PageFinding[] {
  const place = head.tableTxt;
  const { joinQuery } = extendedConfig(head);
  return [
    ...(head.content ? [{ place, kind: "left", message: "备注不在页面文件里" } as const] : []),
    ...(head.copyType === 1 ? [{ place, kind: "changed", message: viewBeside } as const] : []),
    ...(joinQuery === 1 ? [{ place, kind: "left", message: "主附表联合查询不在页面文件里" } as const] : []),
    ...(head.isDbSynch === "Y"
      ? []
      : [{ place, kind: "changed", message: "表单还没有同步数据库，导出的是设计中的样子" } as const]),
  ];
}

function dictionaryCodes({ models, screen }: ExportedPages): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown, key?: string): void => {
    if (key === "dict" && typeof value === "string") found.add(value);
    if (typeof value !== "object" || value === null) return;
    for (const [name, entry] of Object.entries(value)) look(entry, Array.isArray(value) ? undefined : name);
  };
  look(models);
  look(screen);
  return [...found];
}

type Parts = {
  readonly query?: { readonly items?: readonly (string | { readonly field: string })[] };
  readonly table?: { readonly columns?: readonly (string | { readonly field: string })[] };
};
const fieldOf = (entry: string | { readonly field: string }) => (typeof entry === "string" ? entry : entry.field);

/** What the page has to show, so that a change of it is seen. */
function casesOf(screen: ScreenDocument): readonly object[] {
  const { query, table } = screen as Parts;
  const columns = (table?.columns ?? []).map(fieldOf);
  return [
    {
      title: "管理员看到的列和查询条件",
      expect: [
        { check: "conditions", equals: (query?.items ?? []).map(fieldOf) },
        ...(columns.length > 0 ? [{ check: "columns", equals: columns }] : []),
        { check: "visible", button: "add" },
      ],
    },
  ];
}

/** The files as one archive; the same form makes the same bytes. */
export function zipOf(files: ReadonlyMap<string, string>): Uint8Array {
  const entries = [...files].map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(2000, 0, 1) });
}
