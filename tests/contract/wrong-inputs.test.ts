import { afterAll, beforeAll, expect, it } from "vitest";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

type Errors = { readonly fieldErrors?: Readonly<Record<string, string>> } | null;

/** A value that each kind of field cannot take, whatever else the form says. */
function wrongFor(field: ResolvedField): unknown {
  if (["string", "text"].includes(field.type)) return field.maxLength ? "长".repeat(field.maxLength + 1) : undefined;
  return { integer: "一", number: "一", date: "2024-02-30", datetime: "昨天", time: "25:61", boolean: "也许" }[
    field.type as string
  ];
}

/** Parts of a form that stand there for one choice only; what is sent beside another choice is dropped. */
const dropped = new Set([
  ...["userIds", "roleIds", "departIds"].map((name) => `system/announcement ${name}`),
  ...["clientId", "clientSecret", "scopes", "linksByEmail", "defaultRoles", "bareTickets"].map(
    (name) => `system/sign-in-provider ${name}`,
  ),
]);

/** Asked for beside another choice than the one that an empty form makes. */
const ofAnotherChoice = new Set(["departName", "roleOf"].map((name) => `system/first-guide ${name}`));

const formsOf = () =>
  [...server.context.engine.models.values()].filter((model) => model.id.startsWith("system/") && model.writable);
const writableFields = (model: ResolvedModel) =>
  [...model.fields.values()].filter((field) => !field.system && !field.readOnly && !field.hidden);

it("every form of administration names each missing field at its place, and stores nothing", async () => {
  const seen: string[] = [];
  for (const model of formsOf()) {
    const required = writableFields(model).filter(
      (field) =>
        field.required === true &&
        field.default === undefined &&
        !field.fill &&
        !ofAnotherChoice.has(`${model.id} ${field.name}`),
    );
    if (required.length === 0) continue;
    const answer = await admin.post<{ fieldErrors?: object } | null>(`${model.base}/add`, {});
    const named = Object.keys(answer.result?.fieldErrors ?? {});
    seen.push(model.id);
    expect([
      model.id,
      answer.success,
      required.map(({ name }) => name).filter((name) => !named.includes(name)),
    ]).toEqual([model.id, false, []]);
  }
  expect(seen.length).toBeGreaterThan(10);
});

it("every field of administration refuses a value of the wrong kind or length at its place", async () => {
  const missed: string[] = [];
  let tried = 0;
  for (const model of formsOf()) {
    const wrong = writableFields(model).flatMap((field) => {
      const value = wrongFor(field);
      return value === undefined || dropped.has(`${model.id} ${field.name}`) ? [] : [[field.name, value] as const];
    });
    if (wrong.length === 0) continue;
    const add = async (values: typeof wrong) => {
      const answer = await admin.post<Errors>(`${model.base}/add`, Object.fromEntries(values));
      return answer.result?.fieldErrors ?? {};
    };
    tried += wrong.length;
    const first = await add(wrong);
    // What is refused before the rest is put right first, as a person would.
    const errors = { ...(await add(wrong.filter(([name]) => !Object.hasOwn(first, name)))), ...first };
    for (const [name] of wrong)
      if (!/\p{Script=Han}/u.test(errors[name] ?? "")) missed.push(`${model.id} ${name}: ${errors[name]}`);
  }
  expect(missed).toEqual([]);
  expect(tried).toBeGreaterThan(100);
});

it.each([
  ["/sys/permission/add", { name: "菜单", menuType: 0, url: "/a b" }, "url", "菜单路径不能有空格、引号、尖括号"],
  ["/sys/permission/add", { name: "菜单", menuType: 0, url: "/a'>" }, "url", "菜单路径不能有空格、引号、尖括号"],
  ["/sys/permission/add", { name: "菜单", menuType: 0, url: "https://a.test/{{ token" }, "url", /^菜单路径不能有/],
  ["/sys/permission/add", { name: "菜单", menuType: 0, url: "/a/{{ user.id }}" }, "url", /^菜单路径只能是/],
  ["/sys/permission/add", { name: "按钮", menuType: 2, perms: "a b" }, "perms", /^授权标识由/],
  ["/sys/checkRule/add", { ruleName: "规则", ruleCode: "a b", ruleJson: "[]" }, "ruleCode", /^编码由/],
  ["/sys/fillRule/add", { ruleName: "规则", ruleCode: "编码", ruleClass: "serial" }, "ruleCode", /^编码由/],
  ["/sys/dataSource/add", { name: "源", code: "src", dbType: "6", dbUrl: "a b<>'" }, "dbUrl", /./],
])("%s %o: %s is refused at its place", async (path, body, field, reason) => {
  const { success, result } = await admin.post<Errors>(path, body);
  expect([success, result?.fieldErrors?.[field]]).toEqual([
    false,
    typeof reason === "string" ? reason : expect.stringMatching(reason),
  ]);
});

it.each([
  "/a/member",
  "https://example.test/a?b=c",
  "{{ window._CONFIG['domianURL'] }}/doc.html",
  "https://example.test/a?token={{ token }}&user={{ user.username == 'a' }}#{b}",
])("NAV-05 %s is a menu's path", async (url) => {
  const added = await admin.post("/sys/permission/add", { name: url, menuType: 0, url, perms: "a:b,c#d" });
  expect(added).toMatchObject({ success: true });
});
