import { onlineReportModel } from "../compile/report-model.ts";
import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Field } from "../schema/types.gen.ts";
import type { DictOption } from "./envelope.ts";

/** The columns of an online report as the console uses them (contract 07 §7.3). */
export interface OnlineReport {
  readonly model: ResolvedModel;
  /** Dictionaries that came along, by the name the columns use. */
  readonly words: ReadonlyMap<string, readonly DictOption[]>;
  /** How the report wants its columns drawn: a screen's document says so too, and wins. */
  readonly table: {
    readonly override: Readonly<Record<string, Wire>>;
    readonly totals: readonly string[];
  };
}

type Wire = Readonly<Record<string, unknown>>;

const typeByWord: Readonly<Record<string, Field["type"]>> = {
  Integer: "integer",
  Long: "integer",
  BigDecimal: "money",
  Date: "date",
  Datetime: "datetime",
};

/**
 * Makes fields of the columns and query inputs that the server describes. What it leaves out is text; a hole in
 * `dictOptions` is skipped.
 *
 * @param columns answer of `getColumns/{code}`
 * @param inputs answer of `getQueryInfo/{code}`
 */
export function readOnlineReport(code: string, columns: unknown, inputs: unknown): OnlineReport {
  const head = asObject(columns);
  const words = new Map(
    Object.entries(asObject(head.dictOptions)).flatMap(([name, options]) =>
      Array.isArray(options) ? [[`${onlineReportModel(code)}:${name}`, options.flatMap(readOption)] as const] : [],
    ),
  );
  const asked = new Map(
    listOf(inputs).flatMap((input) => (typeof input.field === "string" ? [[input.field, input] as const] : [])),
  );
  const listed = listOf(Array.isArray(columns) ? columns : head.columns).filter(
    ({ dataIndex }) => typeof dataIndex === "string",
  );
  const names = new Set([...listed.map((column) => String(column.dataIndex)), ...asked.keys()]);
  const fields = [...names]
    .filter((name) => /^[A-Za-z_]\w*$/.test(name))
    .map((name) =>
      readField(
        code,
        listed.find((column) => column.dataIndex === name),
        asked.get(name),
        name,
        words,
      ),
    );
  const title = String(head.cgRpConfigName ?? head.cgreportHeadName ?? code);
  const empty = resolveModel(
    {
      schemaVersion: 1,
      id: onlineReportModel(code),
      title,
      table: "report",
      base: "/online/cgreport/api",
      permissionPrefix: "online:cgreport",
      writable: false,
      fields: Object.fromEntries(fields.map((field) => [field.name, field.document])),
    },
    () => undefined,
  );
  const declared = [...empty.fields.values()].filter((field) => !field.system || names.has(field.name));
  const first = listed.find((column) => column.sorter === true)?.dataIndex ?? fields[0]?.name ?? "id";
  return {
    model: {
      ...empty,
      titleField: "",
      fields: new Map(declared.map((field): [string, ResolvedField] => [field.name, field])),
      sort: [{ field: String(first), order: "asc" }],
    },
    words,
    table: {
      override: Object.fromEntries(
        listed
          .filter(({ dataIndex }) => names.has(String(dataIndex)))
          .map((one) => [String(one.dataIndex), drawn(one)]),
      ),
      totals: listed.filter(({ isTotal }) => isTotal === "1").map(({ dataIndex }) => String(dataIndex)),
    },
  };
}

function drawn({ width, groupTitle, href }: Wire): Wire {
  const link = typeof href === "string" ? linkOf(href) : undefined;
  return {
    ...(typeof width === "number" && width > 0 ? { width } : {}),
    ...(typeof groupTitle === "string" && groupTitle !== "" ? { groupHeader: groupTitle } : {}),
    ...(link ? { cell: { type: "link", do: [link] } } : {}),
  };
}

/** `/store/order?storeId=${store_id}` → a jump with the row's values; an address of another site is none. */
function linkOf(href: string): Wire | undefined {
  const [path = "", search = ""] = href.split("?", 2);
  if (!/^\/[\w/.-]*$/.test(path) || path.startsWith("//")) return undefined;
  const value = (text: string) => text.replace(/\$?\{(\w+)\}/g, "{{ row.$1 }}");
  const query = Object.fromEntries([...new URLSearchParams(search)].map(([name, text]) => [name, value(text)]));
  return { type: "navigate", to: path, query };
}

function readField(
  code: string,
  column: Wire | undefined,
  input: Wire | undefined,
  name: string,
  words: OnlineReport["words"],
): { readonly name: string; readonly document: Field } {
  const dict = `${onlineReportModel(code)}:${String(column?.customRender ?? name)}`;
  const word = String(column?.fieldType ?? input?.view ?? "");
  const document = {
    type: typeByWord[word] ?? "string",
    title: String(column?.title ?? input?.label ?? name),
    column: name,
    readOnly: true,
    ...(words.has(dict) ? { dict } : {}),
    ...(input ? { index: true } : {}),
    ...(column ? {} : { hidden: true }),
  };
  return { name, document: document as Field };
}

function readOption(option: unknown): DictOption[] {
  const { value, text, title } = asObject(option);
  if (value === undefined || value === null) return [];
  const words = String(text ?? title ?? value);
  return [{ value: String(value), text: words, title: words }];
}

const listOf = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value.map(asObject) : []);

function asObject(value: unknown): Wire {
  return typeof value === "object" && value !== null ? (value as Wire) : {};
}
