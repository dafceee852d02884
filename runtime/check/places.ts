import { quoted } from "../schema/messages.ts";
import type { PathStep, SourceDocument } from "../schema/source-document.ts";
import { type Report, unknownTarget } from "./report.ts";
import { hasHiddenRows, type World } from "./world.ts";

type Values = Readonly<Record<string, unknown>>;

const menuPath = "菜单路径";

interface Claim {
  /** For messages. */
  readonly what: string;
  readonly path: readonly string[];
  readonly place: string;
  /** How the place would be called by the document's own name. */
  readonly natural: string;
}

/** Tables, API paths and menu paths of a document. */
function claimsOf({ kind, id, value }: SourceDocument): readonly Claim[] {
  const { table, base, of, menu } = value as Values;
  const claim = (what: string, path: readonly string[], place: unknown, natural: string): Claim[] =>
    typeof place === "string" ? [{ what, path, place, natural }] : [];
  if (kind === "model") {
    return [
      ...(of === undefined ? claim("表名", ["table"], table, (id.split("/").at(-1) ?? "").replaceAll("-", "_")) : []),
      ...claim("接口路径", ["base"], base, `/${id}`),
    ];
  }
  if (kind !== "screen") return [];
  return claim(menuPath, ["menu", "path"], (menu as Values | undefined)?.path, `/${id}`);
}

const keyOf = ({ what, place }: Claim): string => `${what} ${place}`;

/**
 * Who has a table, an API path or a menu path that several documents claim: a document that was there before, then one
 * whose own name the place is, then the first in the order of the roots and paths. The newcomer is the one to blame.
 *
 * @param settled paths of documents that were there before
 * @returns the owner's file of each place
 */
export function placeOwners(
  sources: readonly SourceDocument[],
  settled: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const claims = sources.flatMap((source) => claimsOf(source).map((claim) => ({ file: source.file, claim })));
  const rank = ({ file, claim }: (typeof claims)[number]) =>
    (settled.has(file) ? 0 : 2) + (claim.place === claim.natural ? 0 : 1);
  const owners = new Map<string, string>();
  for (const { file, claim } of claims.sort((a, b) => rank(a) - rank(b))) {
    if (!owners.has(keyOf(claim))) owners.set(keyOf(claim), file);
  }
  return owners;
}

/** LC2008: an address within the console that no menu has; one with expressions is known only when it is pressed. */
export function checkAddress(to: string, path: readonly PathStep[], world: World, report: Report): void {
  const [address = ""] = to.split(/[?#]/);
  if (!address.startsWith("/") || address.includes("{{") || world.owners.has(`${menuPath} ${address}`)) return;
  const shipped = (world.rows.get("system/permission") ?? []).map(({ url }) => String(url ?? ""));
  if (shipped.includes(address)) return;
  const ofScreens = [...world.owners.keys()].flatMap((key) => key.split(`${menuPath} `)[1] ?? []);
  report({ ...unknownTarget("LC2008", "没有这个地址的页面", address, [...ofScreens, ...shipped]), path });
}

/** LC2012: an id that is not the file's place; a table, API path or menu path that another document has. */
export function checkPlaces(source: SourceDocument, world: World, report: Report): void {
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
  for (const claim of claimsOf(source)) {
    const owner = world.owners.get(keyOf(claim)) ?? source.file;
    const message = `${claim.what} ${quoted(claim.place)} 已由 ${owner} 使用`;
    if (owner !== source.file) report({ code: "LC2012", message, path: claim.path });
  }
  if (source.kind === "model") checkRelationNames(value, report);
  if (source.kind === "screen") checkParent((value.menu as Values | undefined)?.parent, world, report);
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
  if (typeof parent !== "string" || !world.rows.has("system/permission") || world.menuIds.has(parent)) return;
  const finding = unknownTarget("LC2008", "没有上级菜单", parent, world.menuIds);
  if (finding.suggestion !== undefined || !hasHiddenRows(world)) report({ ...finding, path: ["menu", "parent"] });
}
