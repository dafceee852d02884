import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Queryable } from "../../db/database.ts";
import { type HeadRow, readDraft, readVersion, resolveDefinition, type StoredDefinition } from "./definition.ts";
import { listVersions } from "./versions.ts";

interface Word {
  readonly name: string;
  readonly title: string;
  readonly value: string;
}

interface ComparedVersion {
  readonly id: string;
  readonly version: number;
  readonly change: "saved";
  readonly time: string;
  readonly realname: string;
  readonly values: Readonly<Record<string, string>>;
}

/** What the view of versions draws: fields with titles, and each version's words by field, the newest first. */
export interface ComparedVersions {
  readonly fields: readonly { readonly name: string; readonly title: string }[];
  readonly versions: readonly ComparedVersion[];
  readonly currentVersion: number;
  readonly mayRestore: boolean;
}

/** Id of the draft among the versions: it is none yet. */
export const draftId = "draft";
/** Versions that are read for a comparison. */
const maxCompared = 50;

const headFields = [
  "name",
  "code",
  "cgrSql",
  "dbSource",
  "runAs",
  "returnValField",
  "returnTxtField",
  "returnType",
  "content",
];

/**
 * The published versions of a report, and before them its draft where it was changed since, field by field in words: of
 * the head, of each column, of each parameter.
 */
export async function compareVersions(
  db: Queryable,
  head: HeadRow,
  model: ResolvedModel,
  mayRestore: boolean,
): Promise<ComparedVersions> {
  const listed = (await listVersions(db, head.id)).slice(0, maxCompared);
  const kept = await Promise.all(listed.map(({ version }) => readVersion(db, head.id, Number(version))));
  const draft = head.status === "1" && listed.length > 0 ? undefined : await readDraft(db, head.id);
  const newest = Number(listed[0]?.version ?? 0);
  const drafts = draft ? [{ id: draftId, version: newest + 1, time: "", realname: "", definition: draft }] : [];
  const published = listed.flatMap(({ id, version, time, realname }, index) => {
    const definition = kept[index];
    if (!definition) return [];
    return [{ id: String(id), version: Number(version), time: String(time), realname: String(realname), definition }];
  });
  const worded = [...drafts, ...published].map(({ definition, ...version }) => ({
    ...version,
    words: wordsOf(definition, model),
  }));
  const titles = new Map(worded.flatMap(({ words }) => words).map(({ name, title }) => [name, title]));
  return {
    fields: [...titles].map(([name, title]) => ({ name, title })),
    versions: worded.map(({ words, ...version }) => ({
      ...version,
      change: "saved" as const,
      values: Object.fromEntries(words.map(({ name, value }) => [name, value])),
    })),
    currentVersion: drafts[0]?.version ?? newest,
    mayRestore,
  };
}

function wordsOf(stored: StoredDefinition, model: ResolvedModel): readonly Word[] {
  const { head, items, params } = resolveDefinition(stored);
  return [
    ...headFields.map((name) => ({
      name,
      title: model.fields.get(name)?.title ?? name,
      value: String((head as unknown as Readonly<Record<string, unknown>>)[name] ?? ""),
    })),
    { name: "order", title: "列的顺序", value: items.map(({ fieldTxt }) => fieldTxt).join("、") },
    ...items.map((item) => ({
      name: `item.${item.fieldName}`,
      title: `列 ${item.fieldName}`,
      value: [
        item.fieldTxt,
        item.fieldType,
        item.isShow ? "显示" : "隐藏",
        item.isSearch ? (item.searchMode === "group" ? "按范围查询" : "查询") : "",
        item.isOrder ? "排序" : "",
        item.isTotal ? "合计" : "",
        item.fieldWidth === undefined ? "" : `宽 ${item.fieldWidth}`,
        item.dictCode && `字典 ${item.dictCode}`,
        item.replaceVal && `取值 ${item.replaceVal}`,
        item.fieldHref && `链接 ${item.fieldHref}`,
        item.groupTitle && `分组 ${item.groupTitle}`,
      ]
        .filter((part) => part !== "")
        .join("，"),
    })),
    ...params.map(({ paramName, paramTxt, paramValue }) => ({
      name: `param.${paramName}`,
      title: `参数 ${paramName}`,
      value: paramValue === "" ? paramTxt : `${paramTxt}，默认值 ${paramValue}`,
    })),
    { name: "settings", title: "图表设置", value: head.settings === null ? "" : JSON.stringify(head.settings) },
  ];
}
