import { splitTemplate } from "../expr/template.ts";
import { deriveMenuRows, type FindModel } from "../menu/derive-menu-rows.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import { codesAskedFor } from "./permissions.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";
import type { World } from "./world.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Every permission code that has a row, and so can be granted: those that screens with a menu make, and those of
 * shipped menu rows. Undefined while no menu is known at all: the rows may live in a database.
 */
export function grantableCodes(
  screens: ReadonlyMap<string, ScreenDocument>,
  findModel: FindModel,
  menuRows: readonly Row[] | undefined,
): ReadonlySet<string> | undefined {
  const derived = [...screens].flatMap(([id, screen]) => codesOfScreen(id, screen, findModel));
  if (derived.length === 0 && menuRows === undefined) return undefined;
  return new Set([...derived, ...codesOfRows(menuRows ?? [])]);
}

interface DerivedOnce {
  /** Models that were asked for, and what they were. */
  readonly models: ReadonlyMap<string, unknown>;
  readonly codes: readonly string[];
}

const derivedOnce = new WeakMap<ScreenDocument, DerivedOnce>();

/** The codes of the rows that a screen makes; put together again when a model that it asks for is another. */
function codesOfScreen(id: string, screen: ScreenDocument, findModel: FindModel): readonly string[] {
  const known = derivedOnce.get(screen);
  if (known && [...known.models].every(([model, document]) => findModel(model) === document)) return known.codes;
  const models = new Map<string, unknown>();
  const rows = deriveMenuRows(id, screen, (model) => {
    const document = findModel(model);
    models.set(model, document);
    return document;
  });
  const codes = codesIn(rows);
  derivedOnce.set(screen, { models, codes });
  return codes;
}

const codesOnce = new WeakMap<readonly Row[], readonly string[]>();

function codesOfRows(rows: readonly Row[]): readonly string[] {
  const known = codesOnce.get(rows) ?? codesIn(rows);
  codesOnce.set(rows, known);
  return known;
}

const codesIn = (rows: readonly { readonly perms?: unknown }[]): readonly string[] =>
  rows.flatMap(({ perms }) =>
    String(perms ?? "")
      .split(",")
      .map((code) => code.trim())
      .filter((code) => code !== ""),
  );

/** LC2018: a code that is asked for and that nobody can be granted, because no row carries it. */
export function checkGrantable(site: Site, report: Report): void {
  const { definition, value, path, role, context } = site;
  if (role !== "value" || typeof value !== "string") return;
  const { grantable } = context.world;
  if (!grantable) return;
  if (definition === "permission") tell(value);
  if (definition !== "expr" && definition !== "template") return;
  for (const part of splitTemplate(value)) {
    if (part.kind === "expression") for (const { code } of codesAskedFor(part.source)) tell(code);
  }

  function tell(code: string): void {
    // A code that is misspelt has been told with the right one.
    if (grantable?.has(code) || nearest(code, context.world.permissions, 1) !== undefined) return;
    report({
      code: "LC2018",
      severity: "warning",
      message: `权限 ${quoted(code)} 没有菜单行，不能授予任何人`,
      path,
    });
  }
}

/** LC2018: the buttons of a page without a menu make no rows; only an administrator could ever press them. */
export function checkMenuless(
  id: string,
  screen: ScreenDocument,
  { grantable, findModel }: Pick<World, "grantable" | "findModel">,
  report: Report,
): void {
  if (screen.menu !== undefined || !grantable) return;
  const withMenu = { ...screen, menu: { path: "/", sort: 0 } } as ScreenDocument;
  const missing = deriveMenuRows(id, withMenu, findModel)
    .filter(({ menuType, perms }) => menuType === 2 && !grantable.has(perms))
    .map(({ perms }) => perms);
  if (missing.length === 0) return;
  report({
    code: "LC2018",
    severity: "warning",
    message: `页面没有 menu，权限 ${missing.join("、")} 没有菜单行，不能授予任何人`,
    path: ["kind"],
  });
}
