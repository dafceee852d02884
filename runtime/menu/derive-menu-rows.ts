import type { Button, ModelDocument, ScreenDocument } from "../schema/types.gen.ts";

/** A menu or button row as a document makes it; the names are those of the model `system/permission`. */
export interface MenuRow {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  /** 0 top menu, 1 menu below another, 2 button. */
  readonly menuType: 0 | 1 | 2;
  readonly url: string;
  readonly component: string;
  readonly perms: string;
  readonly icon: string;
  readonly sortNo: number;
  readonly hidden: boolean;
  readonly keepAlive: boolean;
}

/** The id of a page's row: its document's with dots, because clients put it into paths as it is. */
export const permissionIdOf = (screenId: string): string => screenId.replaceAll("/", ".");

/** Looks up a model document; undefined for an unknown one, whose screen then makes only what it says itself. */
export type FindModel = (id: string) => ModelDocument | undefined;

/** The code of a page that is open to everybody who has a menu at all. */
export const everyoneCode = "session";

/** What a button row needs to say. */
interface Code {
  readonly code: string;
  readonly name: string;
}

/**
 * The rows that a screen's `menu` block makes: one for the page, one below it for each permission its buttons and
 * fields need. Equal codes make one row. A screen without a menu makes none.
 *
 * @example a list over model `store/store` → `store.store` (perms `store:store:list`), `store.store#store:store:add`, …
 */
export function deriveMenuRows(id: string, screen: ScreenDocument, findModel: FindModel): MenuRow[] {
  const { menu } = screen;
  if (!menu) return [];
  const model = screen.model === undefined ? undefined : findModel(screen.model);
  const prefix = permissionPrefixOf(id, screen, model);
  const page: MenuRow = {
    id: permissionIdOf(id),
    parentId: permissionIdOf(menu.parent ?? ""),
    name: menu.title ?? screen.title ?? model?.title ?? id,
    menuType: menu.parent === undefined ? 0 : 1,
    url: menu.path,
    component: `schema:${id}`,
    perms: menu.everyone === true ? everyoneCode : `${prefix}:list`,
    icon: menu.icon ?? "",
    sortNo: menu.sort,
    hidden: menu.hidden ?? false,
    keepAlive: menu.keepAlive ?? true,
  };
  const codes = new Map<string, string>();
  for (const { code, name } of [...codesOfScreen(screen, prefix, model, findModel), ...codesOfFields(model)]) {
    if (!codes.has(code)) codes.set(code, name);
  }
  codes.delete(page.perms);
  return [page, ...[...codes].map(([code, name], index) => buttonRow(page, code, name, index + 1))];
}

/** The permission prefix of a screen: its own, its model's, or its id with colons. */
export function permissionPrefixOf(id: string, screen: ScreenDocument, model: ModelDocument | undefined): string {
  return screen.permissionPrefix ?? model?.permissionPrefix ?? id.replaceAll("/", ":");
}

function buttonRow(page: MenuRow, code: string, name: string, sortNo: number): MenuRow {
  return {
    id: `${page.id}#${code}`,
    parentId: page.id,
    name,
    menuType: 2,
    url: "",
    component: "",
    perms: code,
    icon: "",
    sortNo,
    hidden: false,
    keepAlive: false,
  };
}

type Preset = Extract<Button, { readonly preset: string }>["preset"];

/** Titles of the preset buttons in the permission tree; null for those that need no permission. */
const presetTitles: Record<Preset, string | null> = {
  add: "新增",
  addChild: "新增下级",
  edit: "编辑",
  detail: null,
  copy: "复制",
  delete: "删除",
  deleteBatch: "批量删除",
  export: "导出",
  import: "导入",
  print: null,
  // Whoever may delete may look into the bin.
  recycleBin: null,
  refresh: null,
  transition: "状态变更",
  generate: "生成",
};

const writablePresets: readonly Preset[] = ["add", "import", "export", "deleteBatch"];
const readOnlyPresets: readonly Preset[] = ["export"];

interface Toolbars {
  readonly toolbar?: readonly Button[] | undefined;
  readonly rowActions?: { readonly items: readonly Button[] } | undefined;
}

function codesOfScreen(
  screen: ScreenDocument,
  prefix: string,
  model: ModelDocument | undefined,
  findModel: FindModel,
): Code[] {
  const isList = screen.kind.endsWith("list");
  const bars: Toolbars = {
    toolbar: "toolbar" in screen ? screen.toolbar : undefined,
    rowActions: "rowActions" in screen ? screen.rowActions : undefined,
  };
  const isRecord = screen.kind === "form" || screen.kind === "detail";
  const own =
    isList && model
      ? listCodes(bars, prefix, model)
      : isRecord && model
        ? [...recordCodes(screen.kind, bars, prefix, model), ...statedCodes(bars, prefix, model)]
        : statedCodes(bars, prefix, model);
  const details = "details" in screen ? screen.details : [];
  const below = details.flatMap((detail) => {
    // Rows that are entered with their master belong to it: its edit permission decides.
    if (detail.kind === "table") return detail.editable === false ? [] : presetCode("edit", prefix);
    const relation = detail.relation === undefined ? undefined : model?.relations?.[detail.relation];
    const related = relation && "model" in relation ? findModel(relation.model) : undefined;
    return statedCodes(detail, related?.permissionPrefix ?? prefix, related);
  });
  return [...own, ...below];
}

/** A list's buttons: the inherited ones where the screen names none. */
function listCodes(bars: Toolbars, prefix: string, model: ModelDocument): Code[] {
  const writable = model.writable ?? true;
  const toolbar =
    bars.toolbar?.flatMap((button) => buttonCode(button, prefix, model)) ??
    (writable ? writablePresets : readOnlyPresets).flatMap((preset) => presetCode(preset, prefix));
  const rowActions =
    bars.rowActions?.items.flatMap((button) => buttonCode(button, prefix, model)) ??
    (writable
      ? [...presetCode("edit", prefix), ...transitionCodes(prefix, model), ...presetCode("delete", prefix)]
      : transitionCodes(prefix, model));
  return [...toolbar, ...rowActions];
}

/** A form page adds and edits; a detail without buttons of its own offers what the record's line in a list does. */
function recordCodes(kind: "form" | "detail", bars: Toolbars, prefix: string, model: ModelDocument): Code[] {
  if (model.writable === false) return [];
  if (kind === "form") return [...presetCode("add", prefix), ...presetCode("edit", prefix)];
  if (bars.toolbar) return [];
  return [...presetCode("edit", prefix), ...transitionCodes(prefix, model), ...presetCode("delete", prefix)];
}

function statedCodes(bars: Toolbars, prefix: string, model: ModelDocument | undefined): Code[] {
  const buttons = [...(bars.toolbar ?? []), ...(bars.rowActions?.items ?? [])];
  return buttons.flatMap((button) => buttonCode(button, prefix, model));
}

function buttonCode(button: Button, prefix: string, model: ModelDocument | undefined): Code[] {
  if (!("preset" in button)) return button.permission ? [{ code: button.permission, name: button.label }] : [];
  if (button.preset === "generate") {
    const generation = model?.generate?.[button.generate];
    const code = button.permission ?? generation?.permission ?? `${prefix}:${button.generate}`;
    return [{ code, name: button.label ?? generation?.title ?? button.generate }];
  }
  if (button.preset === "transition") {
    const transition = model?.states?.transitions[button.transition];
    const code = button.permission ?? transition?.permission ?? `${prefix}:${button.transition}`;
    return [{ code, name: button.label ?? transition?.title ?? button.transition }];
  }
  const derived = presetCode(button.preset, prefix);
  if (!button.permission) return derived;
  return [{ code: button.permission, name: button.label ?? derived[0]?.name ?? button.permission }];
}

function presetCode(preset: Preset, prefix: string): Code[] {
  const name = presetTitles[preset];
  if (name === null) return [];
  return [{ code: `${prefix}:${preset}`, name }];
}

function transitionCodes(prefix: string, model: ModelDocument): Code[] {
  return Object.entries(model.states?.transitions ?? {}).map(([key, transition]) => ({
    code: transition.permission ?? `${prefix}:${key}`,
    name: transition.title,
  }));
}

/** Codes that a model's fields ask for: without a row nobody could be granted them. */
function codesOfFields(model: ModelDocument | undefined): Code[] {
  return Object.values(model?.fields ?? {}).flatMap((field) => {
    const { see, edit, plain } = field.permission ?? {};
    const codes: (Code | undefined)[] = [
      see === undefined ? undefined : { code: see, name: `查看${field.title}` },
      edit === undefined ? undefined : { code: edit, name: `修改${field.title}` },
      plain === undefined ? undefined : { code: plain, name: `查看完整${field.title}` },
    ];
    return codes.filter((code) => code !== undefined);
  });
}
