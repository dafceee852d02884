import type { Button, ModelDocument, RowActions, ScreenDocument } from "../../schema/types.gen.ts";
import { compileModels, type FormWorld } from "../compile-model.ts";
import { type FormScreenKind, formScreen } from "../compile-screen.ts";
import { extendedConfig, type OnlineFormDefinition, type OnlineFormHead } from "../definition.ts";
import { formModelId, formPrefix, isFormModel } from "../names.ts";
import { rewrite } from "./rewrite.ts";

/** Where exported documents lie below the root of documents. */
export const pageFolder = "form";

/** Something that stays behind, by its place; told before anything is done. */
export interface PageFinding {
  /** What is meant: the form, a field, a button. */
  readonly place: string;
  readonly kind: "left" | "changed" | "error";
  /** Chinese: what happens, and why. */
  readonly message: string;
}

/** What a form has beside its definition, as documents say it. */
export interface FormSurroundings {
  /** Absent for a form that is in no menu. */
  readonly menu?: ScreenDocument["menu"];
  readonly access?: ScreenDocument["access"];
  /** Columns that somebody put under control, with what of them. */
  readonly controlled: ReadonlyMap<string, { readonly see: boolean; readonly edit: boolean }>;
}

export interface ExportedPages {
  readonly models: readonly ModelDocument[];
  readonly screen: ScreenDocument;
  readonly findings: readonly PageFinding[];
}

/** `ext_order` → `form/ext-order`, its view `ext_order$2` → `form/ext-order-view-2`. */
export const pageIdOf = (tableName: string): string =>
  `${pageFolder}/${tableName.replace("$", "-view-").replaceAll("_", "-")}`;
const prefixOf = (tableName: string): string => pageIdOf(tableName).replace("/", ":");

/**
 * A form as the documents of a page that does the same. Other forms that its dictionaries name come along as models.
 *
 * @param kind of its page
 * @param formOf the stored form that a model belongs to
 */
export function exportPages(
  definition: OnlineFormDefinition,
  kind: FormScreenKind,
  {
    world,
    formOf,
  }: { readonly world: FormWorld; readonly formOf: (modelId: string) => OnlineFormDefinition | undefined },
  { menu, access, controlled }: FormSurroundings,
): ExportedPages {
  const { models } = compileModels(definition, world);
  const titleField = models[0]?.titleField;
  const own = [definition, ...definition.subs];
  const named = namedForms(models, own, world, formOf);
  const all = [...own, ...named];
  const names = new Map(
    all.flatMap(({ head }): [string, string][] => [
      [formModelId(idOf(head)), pageIdOf(head.tableName)],
      [formPrefix(idOf(head)), prefixOf(head.tableName)],
    ]),
  );
  const findings: PageFinding[] = named.map(({ head }) => ({
    place: `表单 ${head.tableTxt}`,
    kind: "changed",
    message: `被字典引用，只带上模型 ${pageIdOf(head.tableName)}，没有页面`,
  }));
  const documents = [...models, ...named.flatMap((form) => compileModels(form, world).models.slice(0, 1))];
  const screen = formScreen(kind, definition, world, titleField);
  for (const form of own) findings.push(...leftBehind(form));
  return {
    models: documents.map((model, at) => {
      const { tableName } = all[at]?.head ?? definition.head;
      const exported = rewrite(model, names) as ModelDocument;
      return {
        ...exported,
        base: `/${pageIdOf(tableName)}`,
        permissionPrefix: prefixOf(tableName),
        fields: at === 0 ? withPermissions(exported.fields, prefixOf(tableName), controlled) : exported.fields,
      };
    }),
    screen: {
      ...withoutOwnButtons(rewrite(screen, names) as ScreenDocument),
      id: pageIdOf(definition.head.tableName),
      ...(menu ? { menu } : {}),
      ...(menu && access && Object.keys(access).length > 0 ? { access } : {}),
    } as ScreenDocument,
    findings,
  };
}

const idOf = (head: OnlineFormHead): string => head.id || head.tableName;

/** Forms whose rows are dictionaries of these models, and theirs. */
function namedForms(
  models: readonly ModelDocument[],
  own: readonly OnlineFormDefinition[],
  world: FormWorld,
  formOf: (modelId: string) => OnlineFormDefinition | undefined,
): readonly OnlineFormDefinition[] {
  const known = new Set(own.map(({ head }) => formModelId(idOf(head))));
  const found: OnlineFormDefinition[] = [];
  const waiting = [...models];
  for (let model = waiting.pop(); model; model = waiting.pop()) {
    for (const { dict } of Object.values(model.fields)) {
      const id = typeof dict === "object" && "model" in dict ? dict.model : undefined;
      if (id === undefined || !isFormModel(id) || known.has(id)) continue;
      known.add(id);
      const form = formOf(id);
      if (!form) continue;
      const alone = { ...form, subs: [] };
      found.push(alone);
      waiting.push(...compileModels(alone, world).models);
    }
  }
  return found;
}

/** What no document of a page says. */
function leftBehind(form: OnlineFormDefinition): PageFinding[] {
  const { head, buttons, fields } = form;
  const config = extendedConfig(head);
  const at = (name: string) => `${head.tableTxt}：${name}`;
  const unused = [
    ["reportPrintShow", "打印报表"],
    ["enableExternalLink", "外部链接"],
  ] as const;
  return [
    ...buttons.map(
      ({ buttonName }): PageFinding => ({
        place: at(`按钮 ${buttonName}`),
        kind: "left",
        message: "按钮的语句和接口在数据库中，不随页面文件导出",
      }),
    ),
    ...unused
      .filter(([key]) => config[key] === 1)
      .map(([, title]): PageFinding => ({ place: at(title), kind: "left", message: "生成的页面没有这项设置" })),
    ...(head.isDesForm === "Y"
      ? [{ place: at("设计表单"), kind: "left", message: "页面文件是由字段生成的页面" } as const]
      : []),
    ...fields
      .filter(({ dbIsPersist, fieldShowType }) => dbIsPersist === 0 || fieldShowType === "link_table_field")
      .map(
        ({ dbFieldTxt }): PageFinding => ({
          place: at(`字段 ${dbFieldTxt}`),
          kind: "left",
          message: "不存入数据库的字段不在模型里",
        }),
      ),
    ...fields
      .filter(({ converter }) => Boolean(converter))
      .map(
        ({ dbFieldTxt }): PageFinding => ({
          place: at(`字段 ${dbFieldTxt}`),
          kind: "left",
          message: "转换器是旧系统的类，不执行",
        }),
      ),
  ];
}

function withPermissions(
  fields: ModelDocument["fields"],
  prefix: string,
  controlled: FormSurroundings["controlled"],
): ModelDocument["fields"] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { see = false, edit = false } = controlled.get(name) ?? {};
      if (!see && !edit) return [name, field];
      const permission = {
        ...(see ? { see: `${prefix}:see:${name}` } : {}),
        ...(edit ? { edit: `${prefix}:edit:${name}` } : {}),
      };
      return [name, { ...field, permission }];
    }),
  );
}

const isOwn = (button: Button): boolean =>
  "do" in button && JSON.stringify(button.do).includes("/online/cgform/api/doButton");
const shipped = (buttons: readonly Button[]) => buttons.filter((button) => !isOwn(button));

/** Buttons of a form run what its rows keep on this server; nothing would answer them elsewhere. */
function withoutOwnButtons(screen: ScreenDocument): ScreenDocument {
  const parts = screen as { toolbar?: readonly Button[]; rowActions?: RowActions; details?: readonly object[] };
  return {
    ...screen,
    ...(parts.toolbar ? { toolbar: shipped(parts.toolbar) } : {}),
    ...(parts.rowActions ? { rowActions: { ...parts.rowActions, items: shipped(parts.rowActions.items) } } : {}),
    ...(parts.details ? { details: parts.details.map((detail) => withoutOwnButtons(detail as ScreenDocument)) } : {}),
  } as ScreenDocument;
}
