import { expect, test } from "vitest";
import { fixtureModels } from "../compile/fixture-models.ts";
import { checkViewLinkage } from "./linkage.ts";
import type { Finding } from "./report.ts";
import { checkUnreachableFields } from "./unreachable.ts";

const models = fixtureModels();
const shop = models.get("test/shop");

function findings(screen: Record<string, unknown>): readonly Finding[] {
  const found: Finding[] = [];
  const document = { kind: "list", menu: { path: "/shop", sort: 1 }, ...screen };
  checkUnreachableFields(document, shop, (finding) => found.push(finding));
  if (shop) checkViewLinkage(document, shop, models, (finding) => found.push(finding));
  return found;
}

test("LC2016 a form for adding that leaves out a required field is reported where its items stand", () => {
  expect(findings({ views: { form: { items: ["name", { group: "x", items: ["kind"] }] } } })).toMatchObject([
    {
      code: "LC2016",
      severity: "warning",
      path: ["views", "form", "items"],
      message: expect.stringContaining("companyId"),
    },
  ]);
  expect(findings({ kind: "form", view: { items: ["companyId"] } })).toMatchObject([
    { code: "LC2016", path: ["view", "items"] },
  ]);
});

test("a field that the button fills in, that the model leaves to itself or that stands in a tab is reachable", () => {
  const views = { form: { items: ["name", { tabs: [{ title: "x", items: ["companyId"] }] }] } };
  expect(findings({ views })).toEqual([]);
  const toolbar = [{ preset: "add", values: { companyId: "{{ row.id }}" } }];
  expect(findings({ toolbar, views: { form: { items: ["name"] } } })).toEqual([]);
  expect(findings({ views: { form: {} } })).toEqual([]);
  expect(findings({ menu: undefined, views: { form: { items: ["name"] } } })).toEqual([]);
});

test("LC2005 values of a form that wait for each other are reported with the way they go round", () => {
  const items = [
    "name",
    "companyId",
    { field: "remark", value: "{{ form.kind }}" },
    { field: "kind", value: "{{ form.remark }}" },
  ];
  const cycle = findings({ views: { form: { items } } });
  expect(cycle).toMatchObject([{ code: "LC2005", path: ["views", "form"] }]);
  expect(cycle[0]?.message).toMatch(/^计算互相等待：(remark → kind → remark|kind → remark → kind)$/);
});
