import { snakeCase } from "../../runtime/model/resolve-model.ts";
import { printJson } from "../../runtime/schema/print-json.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";

export interface NewPage {
  /** Document id, for example `member/level`. */
  readonly id: string;
  readonly title: string;
  /** The model of that id, when there is one already. */
  readonly model: ModelDocument | undefined;
  /** Ids of the menu groups that exist. */
  readonly menuGroups: readonly string[];
}

/**
 * The documents of a new page: a screen, its test, and a model to start from when there is none.
 *
 * @returns path below the document root → text
 */
export function newPageFiles({ id, title, model, menuGroups }: NewPage): Record<string, string> {
  const up = "../".repeat(id.split("/").length - 1);
  const [group = ""] = id.split("/");
  const isTree = Object.values(model?.relations ?? {}).some((relation) => relation.kind === "tree");
  const names = id.split("/").map((part) => part.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
  const files: Record<string, string> = {};
  if (!model) {
    files[`${id}.model.json`] = `${printJson({
      $schema: `${up}meta/v1/model.schema.json`,
      schemaVersion: 1,
      id,
      title,
      table: snakeCase(id.replaceAll("/", "_").replaceAll("-", "_")),
      base: `/${names.join("/")}`,
      permissionPrefix: names.join(":"),
      fields: {
        name: { type: "string", title: "名称", maxLength: 50, required: true, search: true },
        sortNo: { type: "integer", title: "排序", default: 1 },
        remark: { type: "text", title: "备注", maxLength: 255 },
      },
    })}\n`;
  }
  files[`${id}.screen.json`] = `${printJson({
    $schema: `${up}meta/v1/screen.schema.json`,
    schemaVersion: 1,
    kind: isTree ? "tree-list" : "list",
    id,
    model: id,
    menu: { ...(menuGroups.includes(group) ? { parent: group } : {}), sort: 100, path: `/${names.join("/")}` },
  })}\n`;
  const isWritable = model?.writable ?? true;
  files[`${id}.screen.test.json`] = `${printJson({
    $schema: `${up}meta/v1/screen-test.schema.json`,
    schemaVersion: 1,
    screen: id,
    cases: [
      {
        title: isWritable ? "有权限的人可以新增" : "没有新增按钮",
        expect: [{ check: "visible", button: "add", ...(isWritable ? {} : { equals: false }) }],
      },
    ],
  })}\n`;
  return files;
}
