import { expect, it } from "vitest";
import { DictionaryStore } from "./dictionaries.ts";
import { fakeClient, memoryEntries } from "./test-parts.ts";

const sex = [{ value: "1", text: "男", title: "男" }];
const level = [{ value: "a", text: "金卡", title: "金卡" }];

function routes(table: Readonly<Record<string, unknown>>) {
  return fakeClient((route) => table[route] ?? new Error(`no answer for ${route}`));
}

it("SES-05 the dictionaries of the sign-in result are known for 7 days without asking", async () => {
  let now = 0;
  const entries = memoryEntries(undefined, () => now);
  new DictionaryStore(routes({}), entries).replaceAll({ sex });
  now = 604_799_999;
  const client = routes({});
  expect(new DictionaryStore(client, entries).peek("sex")).toEqual(sex);
  await expect(new DictionaryStore(client, entries).load("sex")).resolves.toEqual(sex);
  expect(client.calls).toEqual([]);
  now = 604_800_000;
  expect(new DictionaryStore(client, entries).peek("sex")).toBeUndefined();
});

it("one missing code is one call, however many ask for it", async () => {
  const client = routes({ "GET /sys/dict/getDictItems/sex": sex });
  const store = new DictionaryStore(client, memoryEntries());
  const [one, two] = await Promise.all([store.load("sex"), store.load("sex")]);
  expect(one).toEqual(sex);
  expect(two).toEqual(sex);
  expect(client.calls).toHaveLength(1);
});

it("several codes asked in one turn become one call", async () => {
  const client = routes({ "GET /sys/dict/queryAllDictItems": { sex, level } });
  const store = new DictionaryStore(client, memoryEntries());
  await expect(Promise.all([store.load("sex"), store.load("level")])).resolves.toEqual([sex, level]);
  expect(client.calls.map(({ url }) => url)).toEqual(["/sys/dict/queryAllDictItems"]);
});

it("a table dictionary that the common answer leaves out is asked for by itself", async () => {
  const client = routes({
    "GET /sys/dict/queryAllDictItems": { sex },
    "GET /sys/dict/getDictItems/sys_user%2Crealname%2Cid": level,
  });
  const store = new DictionaryStore(client, memoryEntries());
  await Promise.all([store.load("sex"), store.load("sys_user,realname,id")]);
  expect(store.peek("sys_user,realname,id")).toEqual(level);
});

it("a refused code rejects and can be tried again", async () => {
  const answers: unknown[] = [new Error("字典Code格式不正确！"), sex];
  const store = new DictionaryStore(
    fakeClient(() => answers.shift()),
    memoryEntries(),
  );
  await expect(store.load("sex")).rejects.toThrow("字典Code格式不正确！");
  await expect(store.load("sex")).resolves.toEqual(sex);
});

it("options are read whatever the server calls their text", async () => {
  const client = routes({
    "GET /sys/dict/getDictItems/x": [{ value: 1, label: "一" }, { value: "2", title: "二" }, null],
  });
  await expect(new DictionaryStore(client, memoryEntries()).load("x")).resolves.toEqual([
    { value: "1", text: "一", title: "一" },
    { value: "2", text: "二", title: "二" },
  ]);
});

it("SES-15 clearing the cache tells the server first and fetches everything anew", async () => {
  const client = routes({ "GET /sys/dict/refleshCache": {}, "GET /sys/dict/queryAllDictItems": { sex: level } });
  const store = new DictionaryStore(client, memoryEntries());
  store.replaceAll({ sex, gone: sex });
  await store.refresh();
  expect(client.calls.map(({ url }) => url)).toEqual(["/sys/dict/refleshCache", "/sys/dict/queryAllDictItems"]);
  // One sentence says how it went: that of whoever asked.
  expect(client.calls.map(({ quiet }) => quiet)).toEqual(["notices", "notices"]);
  expect(store.peek("sex")).toEqual(level);
  expect(store.peek("gone")).toBeUndefined();
});
