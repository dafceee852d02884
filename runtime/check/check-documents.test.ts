import { expect, test } from "vitest";
import type { SourceFile } from "../schema/diagnostic.ts";
import { checkDocuments } from "./check-documents.ts";

const file = (path: string, value: unknown) => ({ path, text: JSON.stringify(value) });

const member = {
  schemaVersion: 1,
  id: "member/member",
  title: "会员",
  table: "member",
  base: "/member/member",
  permissionPrefix: "member:member",
  fields: {
    name: { type: "string", title: "姓名" },
    levelId: { type: "string", title: "等级", dict: { model: "member/level" } },
  },
  relations: { cards: { kind: "one-to-many", model: "member/card", foreignKey: "memberId" } },
};
const card = {
  schemaVersion: 1,
  id: "member/card",
  title: "卡",
  table: "member_card",
  base: "/member/card",
  permissionPrefix: "member:card",
  fields: { memberId: { type: "string", title: "会员" } },
};
const screen = (model: string) => ({ schemaVersion: 1, kind: "list", model });

test("documents are keyed by their path without suffix; a model and a screen may share an id", () => {
  const { models, screens, broken } = checkDocuments([
    file("member/card.model.json", card),
    file("member/card.screen.json", screen("member/card")),
  ]);
  expect([...models.keys()]).toEqual(["member/card"]);
  expect([...screens.keys()]).toEqual(["member/card"]);
  expect(broken.size).toBe(0);
});

test("a broken model takes its own screen down and nothing else", () => {
  const { models, screens, broken } = checkDocuments([
    file("member/member.model.json", { ...member, table: 1 }),
    file("member/member.screen.json", screen("member/member")),
    file("member/card.model.json", card),
    file("member/card.screen.json", screen("member/card")),
  ]);
  expect([...models.keys()]).toEqual(["member/card"]);
  expect([...screens.keys()]).toEqual(["member/card"]);
  expect([...broken.keys()]).toEqual(["member/member"]);
  expect(broken.get("member/member")?.map((one) => [one.file, one.code, one.path])).toEqual([
    ["member/member.model.json", "LC1103", "/table"],
    ["member/member.screen.json", "LC2008", "/model"],
  ]);
});

test("a misspelt model is told its right name, also when that model has an error itself", () => {
  const { broken } = checkDocuments([
    file("member/member.model.json", { ...member, table: 1 }),
    file("member/members.screen.json", screen("member/membr")),
  ]);
  expect(broken.get("member/members")?.map((one) => [one.code, one.suggestion])).toEqual([["LC2008", "member/member"]]);
});

test("a field of the tenant scope that does not exist is told", () => {
  const through = [{ field: "membrId", model: "member/member" }];
  const { broken } = checkDocuments([
    file("member/member.model.json", member),
    file("member/card.model.json", { ...card, scope: { tenant: { through } } }),
  ]);
  expect(broken.get("member/card")?.map((one) => [one.code, one.path, one.suggestion])).toEqual([
    ["LC2001", "/scope/tenant/through/0/field", "memberId"],
  ]);
});

test("a relation to a model that is broken is left out of the resolved model", () => {
  const { resolvedModels } = checkDocuments([
    file("member/member.model.json", member),
    file("member/card.model.json", { ...card, fields: {}, table: "" }),
  ]);
  expect(resolvedModels.get("member/member")?.relations).toEqual({});
});

test("a screen with an unknown cell stays usable and the finding is kept", () => {
  const { screens, diagnostics } = checkDocuments([
    file("member/card.model.json", card),
    file("member/card.screen.json", {
      ...screen("member/card"),
      table: { columns: [{ field: "memberId", cell: { type: "linkk" } }, "nothing"] },
    }),
  ]);
  expect(screens.has("member/card")).toBe(true);
  expect(diagnostics.map((one) => [one.code, one.suggestion])).toContainEqual(["LC2003", "link"]);
});

test("a model with a misspelt field in an index is left out, because its table could not be made", () => {
  const { models, broken } = checkDocuments([
    file("member/card.model.json", { ...card, indexes: [{ fields: ["membrId"] }] }),
  ]);
  expect(models.size).toBe(0);
  expect(broken.get("member/card")?.map((one) => one.code)).toEqual(["LC2001"]);
});

test("the rows beside a row are a relation of the row's model, their columns fields at its other end", () => {
  const stamp = {
    ...card,
    id: "member/stamp",
    table: "member_stamp",
    base: "/member/stamp",
    permissionPrefix: "member:stamp",
    fields: { cardId: { type: "string", title: "卡" }, day: { type: "date", title: "日期" } },
  };
  const relations = { stamps: { kind: "one-to-many", model: "member/stamp", foreignKey: "cardId" } };
  const found = (popover: object) => {
    const subTable = { kind: "table", relation: "cards", popover };
    return checkDocuments([
      file("member/member.model.json", { ...member, fields: { name: member.fields.name } }),
      file("member/card.model.json", { ...card, relations }),
      file("member/stamp.model.json", stamp),
      file("member/member.screen.json", { ...screen("member/member"), views: { form: { items: [{ subTable }] } } }),
    ]).diagnostics.filter(({ severity }) => severity === "error");
  };
  expect(found({ relation: "stamps", columns: ["day"] })).toEqual([]);
  expect(found({ relation: "stamp", columns: ["day"] }).map((one) => [one.code, one.suggestion])).toEqual([
    ["LC2001", "stamps"],
  ]);
  expect(found({ relation: "stamps", columns: ["dya"] }).map((one) => [one.code, one.suggestion])).toEqual([
    ["LC2001", "day"],
  ]);
});

test("a model that is not in the root is a warning, unless it looks like one that is", () => {
  const far = checkDocuments([file("member/member.model.json", member)]).diagnostics;
  expect(far.map((one) => [one.code, one.severity])).toEqual([
    ["LC2008", "warning"],
    ["LC2008", "warning"],
  ]);
  const near = checkDocuments([
    file("member/member.model.json", member),
    file("member/card.model.json", card),
    file("member/levle.model.json", { ...card, id: "member/levle", table: "level", base: "/member/level" }),
  ]).diagnostics;
  expect(near.map((one) => [one.code, one.severity, one.suggestion])).toEqual([["LC2008", "error", "member/levle"]]);
});

test("known documents of another root satisfy references", () => {
  const known = checkDocuments([
    file("member/level.model.json", { ...card, id: "member/level", table: "level", base: "/member/level" }),
  ]);
  const { diagnostics } = checkDocuments(
    [file("member/member.model.json", member), file("member/card.model.json", card)],
    { known },
  );
  expect(diagnostics).toEqual([]);
});

test("the title field of another model is the default text of a dictionary of its rows", () => {
  const { resolvedModels } = checkDocuments([
    file("member/member.model.json", member),
    file("member/card.model.json", card),
    file("member/level.model.json", {
      ...card,
      id: "member/level",
      table: "level",
      base: "/member/level",
      titleField: "memberId",
    }),
  ]);
  expect(resolvedModels.get("member/member")?.fields.get("levelId")?.dict).toEqual({
    kind: "model",
    model: "member/level",
    text: "memberId",
    value: "id",
    where: {},
  });
});

test("checking leaves its input unchanged", () => {
  const files = [file("member/member.model.json", member), file("member/card.model.json", card)];
  const before = structuredClone(files);
  checkDocuments(files);
  expect(files).toEqual(before);
});

test("a relation named like a field is told at its name, before a save could mix them up", () => {
  const cards = { kind: "one-to-many", model: "member/card", foreignKey: "memberId" };
  const { diagnostics, models } = checkDocuments([
    file("member/member.model.json", { ...member, relations: { name: cards, cards } }),
    file("member/card.model.json", card),
  ]);
  const found = diagnostics.filter(({ code }) => code === "LC2002");
  expect(found.map(({ path, message }) => [path, message])).toEqual([
    ["/relations/name", "关系 “name” 与字段同名，保存时分不清，请改关系的名称"],
  ]);
  expect(models.has("member/member")).toBe(false);
});

const rows = (model: string, ...list: readonly object[]) =>
  file(`${model}.data.json`, { schemaVersion: 1, model, key: Object.keys(list[0] ?? {}).slice(0, 1), rows: list });
const sex = (...values: readonly string[]) =>
  rows("system/dict", { dictCode: "sex", dictName: "性别", items: values.map((itemValue) => ({ itemValue })) });
const cardFile = file("member/card.model.json", card);
const withField = (more: object) =>
  file("member/card.model.json", { ...card, fields: { kind: { type: "string", title: "类", ...more } } });
const withMenu = (more: object) => file("member/card.screen.json", { ...screen("member/card"), title: "卡", ...more });

test.each([
  ["a dictionary", withField({ dict: "sex" }), sex("1"), rows("system/dict", { dictCode: "sort" }), "LC2006"],
  ["a dictionary's value", withField({ dict: "sex", default: "1" }), sex("1"), sex("2"), "LC2026"],
  [
    "a role",
    withMenu({ menu: { path: "/card", sort: 1 }, access: { clerk: { do: ["add"] } } }),
    rows("system/role", { roleCode: "clerk" }),
    rows("system/role", { roleCode: "cashier" }),
    "LC2008",
  ],
  [
    "a menu row",
    withMenu({ menu: { path: "/card", parent: "shop", sort: 1 } }),
    rows("system/permission", { id: "shop" }),
    rows("system/permission", { id: "stores" }),
    "LC2008",
  ],
  [
    "the owner of a table",
    withField({}),
    file("member/zone.model.json", { ...card, id: "member/zone", table: "zone", base: "/zone" }),
    file("member/a.model.json", { ...card, id: "member/a", table: "member_card", base: "/a" }),
    "LC2012",
  ],
] as const)("a document that did not change is told when %s did", (_, unchanged, before, after, code) => {
  const found = (...files: readonly SourceFile[]) =>
    checkDocuments([cardFile, ...files].filter(isLast)).diagnostics.filter(
      (one) => one.file === unchanged.path && one.code === code,
    );
  const isLast = ({ path }: SourceFile, index: number, all: readonly SourceFile[]) =>
    all.findLastIndex((one) => one.path === path) === index;
  expect(found(unchanged, before)).toEqual([]);
  expect(found(unchanged, after)).toHaveLength(1);
  expect(found(unchanged, before)).toEqual([]);
});

test("a model that cannot be used is told from one that is not there, to documents that did not change", () => {
  const unchanged = file("member/member.model.json", member);
  const said = (...files: readonly SourceFile[]) =>
    checkDocuments([unchanged, ...files]).diagnostics.find(({ path }) => path === "/relations/cards/model")?.message;
  expect(said(file("member/card.model.json", card))).toBeUndefined();
  expect(said(file("member/card.model.json", { ...card, table: 1 }))).toBe("模型 “member/card” 有错误，不能使用");
  expect(said()).toBe("没有模型 “member/card”");
});
