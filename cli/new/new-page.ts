import { snakeCase } from "../../runtime/model/resolve-model.ts";
import { formatDocument } from "../../runtime/schema/format-document.ts";
import { printJson } from "../../runtime/schema/print-json.ts";
import { identify } from "../../runtime/schema/source-document.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { englishSkeleton } from "./english-skeleton.ts";
import { lineFields, type PageKind, type PageKindName, type PageOfKind, pageKinds } from "./page-kinds.ts";

export interface NewPage {
  /** Document id, for example `member/level`. */
  readonly id: string;
  readonly title: string;
  /** Absent: a list, or a tree for a model that is one. */
  readonly kind?: PageKindName | undefined;
  /** The model that the page shows, when there is one already. */
  readonly model: ModelDocument | undefined;
  /** Ids of the menu groups that exist. */
  readonly menuGroups: readonly string[];
  /** Place in the menu; the last by default. */
  readonly sort?: number;
  /** Texts that have an English one already. */
  readonly english?: ReadonlyMap<string, string>;
}

const isOfKind = (kind: string) => (relation: { readonly kind: string }) => relation.kind === kind;

/**
 * The documents of a new page: a screen, its test, English texts, and models to start from when there is none.
 *
 * @returns path below the document root → text
 * @throws Error when the model that is there cannot be shown by such a page
 */
export function newPageFiles(page: NewPage): Record<string, string> {
  const { id, title, model, menuGroups, english = new Map() } = page;
  const isTree = Object.values(model?.relations ?? {}).some(isOfKind("tree"));
  const kind = page.kind ?? (isTree ? "tree" : "list");
  const { fields, needs, screen, cases }: PageKind = pageKinds[kind];
  const relation = Object.entries(model?.relations ?? {}).find(([, one]) => one.kind === needs)?.[0];
  if (needs && model && relation === undefined) {
    const wanted = needs === "tree" ? "tree 关系（pid、hasChild、root）" : "one-to-many 关系";
    throw new Error(`模型 ${model.id} 没有 ${wanted}，不能做成 ${kind} 页面；先在 relations 里写上`);
  }
  if (!fields && !model)
    throw new Error(`${kind} 页面汇总已有模型的行，请用 --model 写明，例如 --model store/store-order`);
  const own: PageOfKind = { id, title, model: model?.id ?? id, known: model, relation: relation ?? "lines" };
  const documents: Record<string, object> = {};
  if (!model && fields) {
    const foreignKey = `${camelCase(id.split("/").at(-1) ?? id)}Id`;
    documents[`${id}.model.json`] = {
      ...modelHead(id, title),
      fields: fields({ id }),
      ...relationsOf(needs, id, foreignKey),
    };
    if (needs === "one-to-many") {
      documents[`${id}-line.model.json`] = {
        ...modelHead(`${id}-line`, `${title}明细`),
        writable: false,
        fields: lineFields(foreignKey, title),
      };
    }
  }
  const [group = ""] = id.split("/");
  documents[`${id}.screen.json`] = {
    $schema: `${up(id)}meta/v1/screen.schema.json`,
    schemaVersion: 1,
    id,
    ...(fields ? { model: own.model } : {}),
    menu: {
      ...(menuGroups.includes(group) ? { parent: group } : {}),
      sort: page.sort ?? 100,
      path: `/${words(id).join("/")}`,
    },
    ...screen(own),
  };
  const translated = englishSkeleton(Object.values(documents), { id, title, known: english });
  documents[`${id}.screen.test.json`] = {
    $schema: `${up(id)}meta/v1/screen-test.schema.json`,
    schemaVersion: 1,
    screen: id,
    cases: cases(own),
  };
  if (Object.keys(translated).length > 0) {
    documents[`locales/en-US/${id.replaceAll("/", "-")}.json`] = translated;
  }
  return Object.fromEntries(Object.entries(documents).map(([path, document]) => [path, textOf(path, document)]));
}

function textOf(path: string, document: object): string {
  const identity = identify(path);
  return identity ? formatDocument(JSON.stringify(document), identity.kind) : `${printJson(document)}\n`;
}

const up = (id: string) => "../".repeat(id.split("/").length - 1);
const camelCase = (part: string) => part.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const words = (id: string) => id.split("/").map(camelCase);

const modelHead = (id: string, title: string) => ({
  $schema: `${up(id)}meta/v1/model.schema.json`,
  schemaVersion: 1,
  id,
  title,
  table: snakeCase(id.replaceAll("/", "_").replaceAll("-", "_")),
  base: `/${words(id).join("/")}`,
  permissionPrefix: words(id).join(":"),
});

function relationsOf(needs: "one-to-many" | "tree" | undefined, id: string, foreignKey: string): object {
  if (needs === "tree")
    return { relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } } };
  if (needs === undefined) return {};
  return { relations: { lines: { kind: "one-to-many", title: "明细", model: `${id}-line`, foreignKey } } };
}
