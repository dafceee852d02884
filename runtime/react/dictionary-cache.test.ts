import { expect, test } from "vitest";
import { lookUpDict } from "../compile/defaults.ts";
import { DictionaryCache } from "./dictionary-cache.ts";
import type { ConsoleServices, RequestOptions } from "./services.ts";

function cacheOver(answer: (request: RequestOptions) => unknown) {
  const calls: RequestOptions[] = [];
  const loads: string[] = [];
  const services = {
    lookUp: async (request: RequestOptions) => {
      calls.push(request);
      return answer(request);
    },
    dictionaries: {
      peek: () => undefined,
      load: async (code: string) => {
        loads.push(code);
        if (code === "gone") throw new Error("no such dictionary");
        return [{ value: "1", text: "男", title: "男" }];
      },
    },
  } as unknown as ConsoleServices;
  return { cache: new DictionaryCache(services), calls, loads };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("a dictionary is asked for once and then known without waiting", async () => {
  const { cache, loads } = cacheOver(() => null);
  cache.load(["sex", "sex"]);
  cache.load(["sex"]);
  await settled();
  expect(cache.text({ kind: "code", code: "sex" }, "1")).toBe("男");
  expect(loads).toEqual(["sex"]);
});

test("a dictionary that could not be loaded is asked for again", async () => {
  const { cache, loads } = cacheOver(() => null);
  cache.load(["gone"]);
  await settled();
  cache.load(["gone"]);
  expect(loads).toEqual(["gone", "gone"]);
});

test("PCK-15 a dictionary says that it is on its way, then why it could not be loaded", async () => {
  const { cache } = cacheOver(() => null);
  const gone = { kind: "code", code: "gone" } as const;
  cache.load(["gone"]);
  expect([cache.isLoading(gone), cache.problem(gone)]).toEqual([true, undefined]);
  await settled();
  expect([cache.isLoading(gone), cache.problem(gone)]).toEqual([false, "no such dictionary"]);
  cache.load(["gone"]);
  expect(cache.problem(gone)).toBeUndefined();
});

test("departments without words are translated in one call, each code once", async () => {
  const { cache, calls } = cacheOver(() => ["杭州公司", "成都公司"]);
  const dict = lookUpDict("depart", "orgCode");
  const rows = [{ branch: "A01" }, { branch: "A02" }, { branch: "A01" }, { branch: "A03", branch_dictText: "已知" }];
  cache.learn([{ name: "branch", dict }], rows);
  await settled();
  expect(calls.map(({ url, params }) => [url, params?.key])).toEqual([
    ["/sys/dict/loadDictItem/sys_depart,depart_name,org_code", "A01,A02"],
  ]);
  expect(cache.text(dict, "A02")).toBe("成都公司");
  cache.learn([{ name: "branch", dict }], rows);
  expect(calls).toHaveLength(1);
});

test("an answer of the wrong length translates nothing", async () => {
  const { cache } = cacheOver(() => ["只有一个"]);
  const dict = lookUpDict("user");
  cache.learn([{ name: "by", dict }], [{ by: "a" }, { by: "b" }]);
  await settled();
  expect(cache.text(dict, "a")).toBeUndefined();
});

test("a list of 100 rows makes one look-up call per dictionary", async () => {
  const { cache, calls } = cacheOver(({ params }) =>
    String(params?.key)
      .split(",")
      .map((key) => `名称 ${key}`),
  );
  const subjects = [
    { name: "createBy", dict: lookUpDict("user") },
    { name: "sysOrgCode", dict: lookUpDict("depart") },
    { name: "kind", dict: lookUpDict("category-select") },
  ];
  const rows = Array.from({ length: 100 }, (_, index) => ({
    createBy: `user${index}`,
    sysOrgCode: `A${index % 10}`,
    kind: `B${index % 7}`,
  }));
  cache.learn(subjects, rows);
  await settled();
  expect(calls.map(({ url, params }) => [url, String(params?.key).split(",").length])).toEqual([
    ["/sys/dict/loadDictItem/sys_user,realname,username", 100],
    ["/sys/dict/loadDictItem/sys_depart,depart_name,org_code", 10],
    ["/sys/dict/loadDictItem/sys_category,name,code", 7],
  ]);
  expect(cache.text(lookUpDict("user"), "user99")).toBe("名称 user99");
});

test("words of one model by two of its fields are kept apart", () => {
  const { cache } = cacheOver(() => null);
  const byName = { kind: "model", model: "test/company", text: "name", value: "id", where: {} } as const;
  const byCode = { ...byName, text: "code" } as const;
  cache.know(byName, "c1", "清溪公司");
  cache.know(byCode, "c1", "QX");
  expect([cache.text(byName, "c1"), cache.text(byCode, "c1")]).toEqual(["清溪公司", "QX"]);
});
