import { quoted } from "../schema/messages.ts";
import type { SourceDocument } from "../schema/source-document.ts";
import { type Report, unknownTarget } from "./report.ts";
import type { World } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

/** Tables, API paths and menu paths that are taken, with the file that took them. */
export class TakenPlaces {
  readonly #taken = new Map<string, string>();

  /** The file that has the place already; otherwise takes it. */
  take(kind: string, place: string, file: string): string | undefined {
    const key = `${kind} ${place}`;
    const other = this.#taken.get(key);
    if (other === undefined) this.#taken.set(key, file);
    return other;
  }
}

/** LC2012: an id that is not the file's place; a table, API path or menu path that another document has. */
export function checkPlaces(source: SourceDocument, taken: TakenPlaces, world: World, report: Report): void {
  const value = source.value as Values;
  if (typeof value.id === "string" && value.id !== source.id) {
    report({
      code: "LC2012",
      message: `标识 ${quoted(value.id)} 与文件的位置不同`,
      expected: source.id,
      suggestion: source.id,
      path: ["id"],
    });
  }
  const claim = (what: string, key: string, path: readonly string[], place: unknown) => {
    if (typeof place !== "string") return;
    const other = taken.take(key, place, source.file);
    if (other) report({ code: "LC2012", message: `${what} ${quoted(place)} 已由 ${other} 使用`, path });
  };
  if (source.kind === "model") {
    if (value.of === undefined) claim("表名", "table", ["table"], value.table);
    claim("接口路径", "base", ["base"], value.base);
    checkRelationNames(value, report);
  }
  if (source.kind === "screen") {
    const menu = value.menu as { readonly path?: unknown; readonly parent?: unknown } | undefined;
    claim("菜单路径", "menu", ["menu", "path"], menu?.path);
    checkParent(menu?.parent, world, report);
  }
}

/** LC2002: a saved row carries fields and relations side by side, so one name cannot mean both. */
function checkRelationNames({ fields, relations }: Values, report: Report): void {
  for (const name of Object.keys((relations ?? {}) as object)) {
    if (!Object.hasOwn((fields ?? {}) as object, name)) continue;
    const message = `关系 ${quoted(name)} 与字段同名，保存时分不清，请改关系的名称`;
    report({ code: "LC2002", message, path: ["relations", name], atKey: true });
  }
}

function checkParent(parent: unknown, world: World, report: Report): void {
  const groups = world.rows.get("system/permission");
  if (typeof parent !== "string" || !groups) return;
  const screens = [...world.screens].filter(([, screen]) => screen.menu !== undefined).map(([id]) => id);
  const known = [...groups.map((row) => String(row.id)), ...screens];
  if (known.includes(parent)) return;
  report({ ...unknownTarget("LC2008", "没有上级菜单", parent, known), path: ["menu", "parent"] });
}
