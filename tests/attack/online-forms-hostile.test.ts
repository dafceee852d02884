import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { proveSample } from "../support/prove.ts";
import { aStoredField, aStoredForm, formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/**
 * Definitions of online forms that mean harm (threats §5, §6). Each is refused at its place in Chinese, or is harmless: its
 * form can be synchronised and opened, and the rest of the database is as it was.
 */
let server: TestServer;
let admin: TestClient;
let tables: readonly string[];
let users: string;
let button: string;
let stranger: string;

beforeAll(async () => {
  server = await createTestServer({ env: { GATEWAY_HOSTS: "allowed.example:443" } });
  admin = await server.as("admin");
  await aStoredForm(admin, { tableName: "ext_main", tableType: 2 }, ["name"]);
  button = await aStoredForm(admin, { tableName: "ext_pressed" }, ["name", { dbFieldName: "num", dbType: "int" }]);
  await admin.post(`${base}/button/add`, {
    ...{ cgformHeadId: button, buttonCode: "press", buttonName: "按", buttonStyle: "link", optType: "action" },
  });
  // Rows of another tenant in a table of the same form.
  stranger = String((await admin.post<Row>(`${base}/form/${button}/add`, { name: "其他租户", num: 7 })).result.id);
  await sql`update ext_pressed set tenant_id = 77 where id = ${stranger}`.execute(server.db.kysely);
  tables = await tableNames();
  users = await fingerprint();
});
afterAll(() => server.close());

async function tableNames(): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind in ('r', 'v', 'f') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`.execute(
    server.db.kysely,
  );
  return rows.map(({ name }) => name);
}

/** What no definition may touch: people, their rights, and the row of another tenant. */
async function fingerprint(): Promise<string> {
  const { rows } = await sql<{ text: string }>`select concat(
    (select string_agg(concat(id, username, status, del_flag), ',' order by id) from sys_user), '|',
    (select string_agg(concat(user_id, role_id), ',' order by id) from sys_user_role), '|',
    (select string_agg(concat(id, name, num, tenant_id), ',' order by id) from ext_pressed)) as text`.execute(
    server.db.kysely,
  );
  return rows[0]?.text ?? "";
}

interface Hostile {
  /** Where the refusal stands; null: nothing is wrong with it, and nothing comes of it. */
  readonly at: string | null;
  readonly head?: Row;
  readonly field?: Row;
  readonly fields?: readonly Row[];
  readonly indexs?: readonly Row[];
  readonly buttons?: readonly Row[];
}

const own = "fields[0]";
const named = (values: readonly unknown[], make: (value: never) => Omit<Hostile, "at">, at: string | null): Hostile[] =>
  values.map((value) => ({ at, ...make(value as never) }));
/** One setting of the form's only field. */
const setting = (key: string, values: readonly unknown[], at: string | null = key, more: Row = {}): Hostile[] =>
  named(values, (value) => ({ field: { ...more, [key]: value } }), at === null ? null : `${own}.${at}`);
const heads = (key: string, values: readonly unknown[], at: string | null = key, more: Row = {}): Hostile[] =>
  named(values, (value) => ({ head: { ...more, [key]: value } }), at);

const injections = ["x; drop table sys_user", "x' or '1'='1", 'x"--', "x/**/union select 1"];

const groups: Readonly<Record<string, readonly Hostile[]>> = {
  "table names": heads("tableName", [
    ...injections,
    ...[
      "select",
      "table",
      "user",
      "order",
      "constructor",
      "__proto__",
      "prototype",
      "1abc",
      "_x",
      "",
      " ",
      "名称",
      "Ext-A",
    ],
    ...[
      "sys_user",
      "sys_role",
      "sys_oss_file",
      "onl_cgform_head",
      "pg_class",
      "pg_temp",
      "sql_parts",
      "schema_version",
    ],
    ...[
      "information_schema.tables",
      "public.ext_x",
      "ext_x$1$2",
      "ext\u202eabc",
      "ext\u00a0x",
      "a".repeat(51),
      "member",
      "store",
    ],
    ...["ext_main"],
  ]),
  "column names": setting("dbFieldName", [
    ...injections,
    ...[
      "select",
      "from",
      "user",
      "table",
      "constructor",
      "__proto__",
      "prototype",
      "tostring;",
      "1abc",
      "_x",
      "",
      "名称",
      "a-b",
    ],
    ...[
      "tenant_id",
      "version",
      "del_flag",
      "a.b",
      "a b",
      "a\u202eb",
      "ａｂｃ",
      "x".repeat(33),
      'a"b',
      "a`b",
      "a'b",
      "xmin;",
      "a\nb",
    ],
  ]),
  "columns that PostgreSQL has by itself": setting("dbFieldName", ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]),
  "names of fields": [
    ...setting("dbFieldTxt", ["{{ constructor }}", "", "x".repeat(201)]),
    ...setting("dbFieldTxt", ["<script>alert(1)</script>", "\u202eevil", "=cmd|' /C calc'!A0", "' or 1=1 --"], null),
  ],
  types: setting("dbType", [
    "varchar(10); drop table sys_user",
    "json",
    "int[]",
    "regclass",
    "",
    null,
    7,
    { a: 1 },
    "STRING",
    "serial",
  ]),
  lengths: [
    ...setting("dbLength", [-1, 1e9, 1.5, "x", "1; drop", 0]),
    ...setting("dbPointLength", [-1, 7, 101, "x"], "dbPointLength", { dbType: "BigDecimal" }),
    ...setting("fieldLength", [-1, 1e9, "x"]),
  ],
  "defaults of the page": setting("fieldDefaultValue", [
    ...[
      "{{ process.env }}",
      "{{ constructor.constructor('return 1')() }}",
      "{{ user.__proto__ }}",
      "{{ globalThis }}",
      "{{ 1 +",
    ],
    ...["{{ require('fs') }}", "{{ (() => 1)() }}", "{{ x = 1 }}", "{{ [].constructor }}", "{{ `a` }}", "a{{ b }}"],
    ...["#{nothing}", "#{sysUserCode", "${a}${b}", "${a;b}", "${}", "x".repeat(501)],
  ]),
  "names with a character that no text can hold": [
    ...heads("tableName", ["ext_x\u0000y"], null),
    ...setting("dbFieldName", ["x\u0000y"], null),
    ...setting("fieldShowType", [""], null),
  ],
  "defaults that are texts": setting("fieldDefaultValue", ["'; drop table sys_user; --", "$1", "now()"], null),
  "defaults of another type": [
    ...setting("fieldDefaultValue", ["abc", "1e999", "0x"], "fieldDefaultValue", { dbType: "int" }),
    ...setting("fieldDefaultValue", ["gestern", "2026-13-45x"], "fieldDefaultValue", {
      dbType: "Date",
      fieldShowType: "date",
    }),
  ],
  "defaults of the database": setting(
    "dbDefaultVal",
    [
      "now()",
      "nextval('sys_user_id_seq')",
      "(select password from sys_user limit 1)",
      "'; drop table sys_user; --",
      "1); drop table sys_user",
    ],
    null,
  ),
  "dictionaries of tables": setting(
    "dictTable",
    [
      ...[
        "sys_user; drop table sys_user",
        "pg_class",
        "information_schema.tables",
        "(select 1) x",
        "no_such_table",
        "sys_user_role u",
      ],
      ...[
        "ext_main where 1=1",
        "ext_main where name = 'a' or 1=1",
        "ext_main where name = (select 1)",
        "ext_main where name = 'a' -- ",
      ],
      ...["ext_main where name like '%'", "ext_main order by 1", "sys_session", "sys_api_key", "sys_data_source"],
    ],
    "dictTable",
    { fieldShowType: "list", dictField: "id", dictText: "name" },
  ),
  "columns of dictionaries": [
    ...setting("dictField", ["password", "salt", "id; drop", "id as x", "*"], "dictField", {
      fieldShowType: "list",
      dictTable: "sys_user",
      dictText: "realname",
    }),
    ...setting("dictText", ["password", "salt", "phone,password", "concat(password)"], "dictText", {
      fieldShowType: "list",
      dictTable: "sys_user",
      dictField: "id",
    }),
  ],
  "codes of dictionaries": setting("dictField", ["a b", "sex'", "{{ x }}", "1abc", "x".repeat(501), ""], "dictField", {
    fieldShowType: "radio",
  }),
  controls: [
    ...setting("fieldShowType", ["iframe", "script", "__proto__", "constructor"]),
    ...setting(
      "dictTable",
      ["{", "[]", '{"table":"sys_user","txt":"password","key":"id"}', '{"table":"pg_class","txt":"a","key":"b"}'],
      null,
      {
        fieldShowType: "link_down",
      },
    ).map((one) => ({ ...one, at: own })),
    ...setting("dictText", ["a", "name,nothing", ""], "dictText", {
      fieldShowType: "popup",
      dictTable: "rep",
      dictField: "a,b",
    }),
    ...setting("dictText", ["id", "id,pid", "x;y,z"], null, {
      fieldShowType: "sel_tree",
      dictTable: "ext_main",
    }).map((one) => ({ ...one, at: own })),
  ],
  "foreign keys": [
    ...setting("mainTable", ["sys_user", "pg_class", "nothing", "ext_main; drop table sys_user"], "mainTable", {
      mainField: "id",
    }).map((one) => ({
      ...one,
      head: { tableType: 3 },
    })),
    ...setting("mainField", ["name", "password", "id; drop", ""], "mainField", { mainTable: "ext_main" }).map(
      (one) => ({
        ...one,
        head: { tableType: 3 },
      }),
    ),
    { at: `${own}.mainTable`, field: { mainTable: "ext_main", mainField: "id" } },
    {
      at: "fields[1].mainTable",
      head: { tableType: 3 },
      fields: [
        { dbFieldName: "a", mainTable: "ext_main", mainField: "id" },
        { dbFieldName: "b", mainTable: "ext_main", mainField: "id" },
      ],
    },
    { at: "fields", head: { tableType: 3 } },
  ],
  "checks of values": setting("fieldValidType", [
    "(a+)+$",
    "([a-z]+)*x",
    "(x+x+)+y",
    "[",
    "(?<",
    "a".repeat(201),
    "(.*)*\\1",
  ]),
  links: setting(
    "fieldHref",
    [
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example/x",
      "/x?t={{ACCESS_TOKEN}}",
      "/x?n=${password}",
      "\\\\evil",
      "vbscript:x",
    ],
    "fieldHref",
  ),
  "further settings": [
    ...setting("fieldExtendJson", ["{", "x".repeat(2001)], null).map((one, at) => ({
      ...one,
      at: at === 1 ? `${own}.fieldExtendJson` : null,
    })),
    ...setting(
      "fieldExtendJson",
      ['{"__proto__":{"a":1}}', '{"validateError":"{{ constructor }}"}', '{"uploadnum":-1}', '{"orderRule":"; drop"}'],
      null,
    ),
    ...setting("queryShowType", ["script", "__proto__"], "queryShowType", { isQuery: 1, queryConfigFlag: "1" }),
    ...setting("queryDefVal", ["{{ process.exit() }}"], null, { isQuery: 1, queryConfigFlag: "1" }),
    ...setting("converter", ["java.lang.Runtime"], null),
  ],
  duplicates: [
    { at: "fields", fields: [{ dbFieldName: "a" }, { dbFieldName: "a" }] },
    { at: "fields", fields: [{ dbFieldName: "a" }, { dbFieldName: "A " }] },
  ],
  heads: [
    ...heads("tableType", [0, 9, "1; drop", null, "x"]),
    ...heads("formTemplate", ["9", "<b>"]),
    ...heads("themeTemplate", ["evil"]),
    ...heads("idType", ["EXEC"]),
    ...heads("tableTxt", ["", "x".repeat(201), "{{ x }}"]),
    ...heads("treeFieldname", ["nothing", "name; drop"], "treeFieldname", { isTree: "Y" }),
    ...heads("extConfigJson", ["x".repeat(2001)]),
    ...heads("extConfigJson", ["{", '{"modalMinWidth":"calc(1)"}', '{"__proto__":{"commentStatus":1}}'], null),
    ...heads("id", ["1", "../x"], null),
    ...heads("physicId", ["404"], null),
    ...heads("isDbSynch", ["Y"], null),
    ...heads("structure", ["x"], null),
    ...heads("tenantId", ["77"], null),
  ],
  indexes: [
    ...named(
      ["nothing", "name; drop", "(select 1)", "lower(name)"],
      (indexField) => ({ indexs: [{ indexName: "i", indexField, indexType: "normal" }] }),
      "indexs[0].indexField",
    ),
    ...named(
      ["x".repeat(101), ""],
      (indexName) => ({ indexs: [{ indexName, indexField: "name", indexType: "normal" }] }),
      "indexs[0].indexName",
    ),
    // The name is the designer's; that of the index in the database is ours.
    { at: null, indexs: [{ indexName: 'i"; drop table sys_user', indexField: "name", indexType: "normal" }] },
    ...named(
      ["gin", "unique; drop"],
      (indexType) => ({ indexs: [{ indexName: "i", indexField: "name", indexType }] }),
      "indexs",
    ),
  ],
  buttons: [
    ...named(
      ["add", "delete", "update", "batch_delete", "list"],
      (buttonCode) => ({ buttons: [{ buttonCode }] }),
      "buttons[0].buttonCode",
    ),
    ...named(
      ["name", "name#drop#1", "nothing#eq#1", "{{ x }}", "__proto__#eq#1", "constructor#eq#1"],
      (exp) => ({ buttons: [{ buttonCode: "go", exp }] }),
      "buttons[0].exp",
    ),
    ...named(["name#eq#' || true || '", "name#in#a','b"], (exp) => ({ buttons: [{ buttonCode: "go", exp }] }), null),
  ],
};
const all = Object.entries(groups).flatMap(([group, cases]) => cases.map((one, index) => ({ group, index, ...one })));
/** Every one that is refused; harmless ones have their table made and opened, which one of each kind of setting shows. */
const kindOf = ({ group, index, at, head, field }: (typeof all)[number]) =>
  at === null ? `${group} ${Object.keys(head ?? field ?? {})}` : `${group} ${index}`;
const chosen = proveSample(all, kindOf, 1);

const statements: readonly string[] = [
  "select 1",
  "drop table ext_pressed",
  "truncate ext_pressed",
  "update sys_user set password = 'x' where id = #{id}",
  "delete from sys_user where id = #{id}",
  "insert into sys_user_role (user_id, role_id) values ('1', '1')",
  "update ext_pressed set num = 1",
  "delete from ext_pressed",
  "update ext_pressed set num = 1 where id = #{id}; drop table sys_user",
  "update ext_pressed set num = (select count(*) from sys_user) where id = pg_read_file('/etc/passwd')",
  "update ext_pressed set name = (select password from sys_user limit 1) where id = #{id}",
  "update ext_pressed set name = current_setting('data_directory') where id = #{id}",
  "update ext_pressed set name = pg_sleep(9) where id = #{id}",
  "update ext_pressed set tenant_id = 77 where id = #{id}",
  "update ext_pressed set id = '1' where id = #{id}",
  "update ext_pressed set create_by = 'admin' where id = #{id}",
  "with x as (delete from sys_user returning *) update ext_pressed set num = 1 where id = #{id}",
  "update ext_pressed p set num = 1 from sys_user u where u.id = p.id returning u.password",
  "copy ext_pressed to program 'id'",
  "do $$ begin perform 1; end $$",
  "set role postgres",
  "grant all on sys_user to public",
  "update only_here set x = 1 where id = #{id}",
  "update pg_class set relname = 'x' where relname = 'y'",
  "update ext_pressed set num = #{nothing} where id = #{id}",
  "update ext_pressed set num = ${nothing} where id = #{id}",
  "explain analyze delete from ext_pressed where id = #{id}",
  "",
  "\u0000",
  "x".repeat(20_000),
];
const targets: readonly string[] = [
  ...[
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://169.254.169.254/latest",
    "file:///etc/passwd",
    "ftp://allowed.example/",
  ],
  ...[
    "https://allowed.example.evil.example/",
    "https://allowed.example@evil.example/",
    "https://evil.example#allowed.example:443",
    "javascript:1",
    "",
    "//x",
  ],
];

const place = (answer: { readonly result: unknown }): readonly string[] =>
  Object.keys((answer.result as { readonly fieldErrors?: Row } | null)?.fieldErrors ?? {});

/** No word of the driver, the server's folders or its code. */
function expectPlainWords(answer: { readonly status: number; readonly message: string; readonly text: string }) {
  expect(answer.status).toBeLessThan(500);
  expect(answer.message).toMatch(/[一-龥]/);
  expect(answer.text).not.toMatch(/syntax error|relation "|pglite|node_modules|at \w+ \(|\.ts:\d/i);
}

let made = 0;
const bodyOf = ({ head, field, fields, indexs, buttons }: Hostile) => ({
  ...{ tableName: `ext_hostile_${++made}`, tableTxt: "敌意", tableType: 1, ...head },
  fields: (fields ?? [{ dbFieldName: "name", ...field }]).map((one) => {
    const whole = {
      ...aStoredField({ dbFieldName: "name" }),
      ...(one.dbFieldTxt === undefined ? { dbFieldTxt: "名称" } : {}),
      ...one,
    };
    return whole;
  }),
  indexs: indexs ?? [],
  buttons: (buttons ?? []).map((one) => ({ buttonName: "按", buttonStyle: "link", optType: "action", ...one })),
});

describe("ONF-01 hostile definitions", () => {
  it("are two hundred and more", () => {
    expect(all.length + statements.length + targets.length).toBeGreaterThanOrEqual(250);
  });

  for (const [group, cases] of Object.entries(groups)) {
    it(`${group}: ${cases.length} are refused at their place or harmless`, async () => {
      const wrong: string[] = [];
      for (const one of chosen.filter((known) => known.group === group)) {
        const body = bodyOf(one);
        const told = JSON.stringify(one).slice(0, 160);
        const answer = await admin.post<Row>(`${base}/head/add`, body);
        if (answer.success !== (one.at === null)) {
          wrong.push(
            `${answer.success ? "taken" : `refused ${answer.status} ${place(answer)} ${answer.message}`}: ${told}`,
          );
        }
        if (!answer.success) {
          expectPlainWords(answer);
          if (one.at !== null && !place(answer).some((path) => path.startsWith(one.at ?? ""))) {
            wrong.push(`at ${place(answer)} (${answer.message}) instead of ${one.at}: ${told}`);
          }
        } else await expectHarmless(String(answer.result.id), told);
      }
      expect(wrong).toEqual([]);
      expect(await tableNames()).toEqual(tables);
      expect(await fingerprint()).toBe(users);
    });
  }

  /** The form works or is refused in words, its page opens, and it leaves nothing behind. */
  async function expectHarmless(id: string, told: string): Promise<void> {
    const head = (await admin.get<Row>(`${base}/head/queryById`, { query: { id } })).result;
    const synch = await admin.post(`${base}/api/doDbSynch/${id}/normal`);
    if (!synch.success) expectPlainWords(synch);
    else {
      for (const url of [
        `${base}/api/getColumns/${id}`,
        `${base}/api/getFormItem/${id}`,
        `${base}/api/getQueryInfo/${id}`,
      ]) {
        const page = await admin.get(url);
        expect(page.status, told).toBe(200);
        expect(page.text, told).not.toMatch(/javascript:|vbscript:|ACCESS_TOKEN|data:text/);
      }
      expect((await admin.get(`/lowcode/screens/online/list/${id}`)).status, told).toBe(200);
      const added = await admin.post(`${base}/form/${id}/add`, { name: "甲" });
      expect(added.status, told).toBeLessThan(500);
      expect((await admin.get(`${base}/form/${id}/list`)).status, told).toBe(200);
      expect(await tableNames(), told).toEqual([...tables, String(head.tableName)].sort());
    }
    expect(await fingerprint(), told).toBe(users);
    await sql`delete from ${sql.table(String(head.tableName))}`.execute(server.db.kysely).catch(() => undefined);
    expect(await admin.delete(`${base}/head/delete`, { query: { id } }), told).toMatchObject({ success: true });
  }

  it(`statements: ${statements.length} are refused when they are stored, and none runs`, async () => {
    const taken: string[] = [];
    for (const cgbSql of statements) {
      const answer = await admin.post(`${base}/head/enhanceSql/${button}`, {
        buttonCode: "press",
        cgbSqlName: "x",
        cgbSql,
      });
      if (answer.success) taken.push(cgbSql.slice(0, 100));
      else expectPlainWords(answer);
    }
    expect(taken).toEqual([]);
    expect(await tableNames()).toEqual(tables);
    expect(await fingerprint()).toBe(users);
  });

  it("a statement over rows of another tenant reaches none of them", async () => {
    const stored = await admin.post(`${base}/head/enhanceSql/${button}`, {
      ...{ buttonCode: "press", cgbSqlName: "all", cgbSql: "update ext_pressed set num = 1 where num > 0" },
    });
    expect(stored).toMatchObject({ success: true });
    const row = (await admin.post<Row>(`${base}/form/${button}/add`, { name: "本租户", num: 3 })).result;
    const pressed = await admin.post(`${base}/api/doButton`, { formId: button, buttonCode: "press", dataId: row.id });
    expect(pressed).toMatchObject({ success: true });
    const { rows } = await sql<{ name: string; num: number }>`select name, num from ext_pressed order by name`.execute(
      server.db.kysely,
    );
    expect(rows.map(({ name, num }) => [name, Number(num)])).toEqual([
      ["其他租户", 7],
      ["本租户", 1],
    ]);
    // And no button is pressed on a row of theirs.
    expect(
      await admin.post(`${base}/api/doButton`, { formId: button, buttonCode: "press", dataId: stranger }),
    ).toMatchObject({
      success: false,
    });
  });

  it(`interfaces: ${targets.length} addresses outside the operator's list are refused`, async () => {
    for (const cgJavaValue of targets) {
      const answer = await admin.post(`${base}/head/enhanceJava/${button}`, {
        ...{ buttonCode: "press", event: "start", cgJavaType: "http", cgJavaValue, activeStatus: "1" },
      });
      expect(answer.success, cgJavaValue).toBe(false);
      expectPlainWords(answer);
    }
  });
});
