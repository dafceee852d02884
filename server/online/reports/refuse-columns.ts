import { fieldHref } from "../../../runtime/wire/field-href.ts";
import { AppError } from "../../http/errors.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import type { Dictionaries } from "../../models/dict/dictionaries.ts";
import type { ReportDefinition, ReportItem } from "./definition.ts";
import { isSelect, readReplacements } from "./report-dictionaries.ts";
import type { ReportSource } from "./report-source.ts";

interface ColumnParts {
  readonly dictionaries: Pick<Dictionaries, "options">;
  /** Reads the dictionaries that are queries. */
  readonly own: Pick<ReportSource, "describe">;
  /** Addresses of the console's pages; `:name` stands for any one part. */
  readonly addresses: () => Promise<readonly string[]>;
}

/**
 * What a column would show its readers as bare values or as no link.
 *
 * @throws AppError INVALID that names the column
 */
export async function refuseColumns({ items }: ReportDefinition, parts: ColumnParts): Promise<void> {
  const names = new Set(items.map(({ fieldName }) => fieldName));
  const addresses = items.some(({ fieldHref: href }) => href.trim().startsWith("/")) ? await parts.addresses() : [];
  for (const item of items) {
    const column = quoted(item.fieldTxt);
    if (item.replaceVal === "") await refuseDictionary(column, item.dictCode, parts);
    else refuseReplacements(column, item);
    if (item.fieldHref !== "") refuseLink(column, item.fieldHref, names, addresses);
  }
}

async function refuseDictionary(column: string, dictCode: string, { dictionaries, own }: ColumnParts): Promise<void> {
  if (dictCode === "") return;
  if (!isSelect(dictCode)) {
    if ((await dictionaries.options(dictCode)) === undefined)
      throw refuse(`列${column}的字典${quoted(dictCode)}不存在`);
    return;
  }
  try {
    await own.describe(dictCode);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw refuse(`列${column}的字典不能查询：${String(error.details.reason ?? "")}`);
  }
}

function refuseReplacements(column: string, { replaceVal }: ReportItem): void {
  const wrong = replaceVal.split(",").find((pair) => readReplacements(pair).length === 0);
  if (wrong === undefined) return;
  throw refuse(`列${column}的取值表达式${quoted(wrong)}须写成 文本_值，多个用逗号隔开`);
}

function refuseLink(column: string, href: string, names: ReadonlySet<string>, addresses: readonly string[]): void {
  const link = fieldHref(href, (name) => (names.has(name) ? name : undefined));
  if (link?.type !== "navigate") {
    throw refuse(`列${column}的链接须为 http(s) 或以 / 开头的地址，其中的字段须是报表的列，不能带脚本和令牌`);
  }
  const [path = ""] = link.to.split("#");
  if (path.startsWith("/") && !addresses.some((address) => leadsTo(path, address))) {
    throw refuse(`列${column}的链接${quoted(path)}没有对应的页面`);
  }
}

/** Part by part; what a row fills in may be any. */
function leadsTo(path: string, address: string): boolean {
  const asked = path.split("/");
  const known = address.replace(/\?.*/s, "").split("/");
  const fits = (part: string, one = "") => part === one || part.startsWith(":") || one.includes("{{");
  return asked.length === known.length && known.every((part, at) => fits(part, asked[at]));
}
