import { describe, expect, test } from "vitest";
import { areaCodeOf, areaCodes, areaOfPrefix, areaPrefix, areaText, areaTree, isAreaMatch } from "./areas.ts";

describe("a division code", () => {
  test.each([
    ["330106", "浙江省杭州市西湖区"],
    ["330100", "浙江省杭州市"],
    ["330000", "浙江省"],
    ["110101", "北京市东城区"],
    ["500235", "重庆市云阳县"],
    ["429004", "湖北省仙桃市"],
    ["810101", "香港特别行政区香港岛中西区"],
  ])("%s reads %s", (code, words) => {
    expect(areaText(code)).toBe(words);
  });

  test.each([
    ["330104", "浙江省杭州市江干区"],
    ["330183", "浙江省杭州市富阳市"],
    ["110228", "北京市密云县"],
    ["371202", "山东省莱芜市莱城区"],
  ])("that was abolished (%s) keeps its name", (code, words) => {
    expect(areaText(code)).toBe(words);
    expect(JSON.stringify(areaTree())).not.toContain(`"${code}"`);
  });

  test.each(["", "33", "999999", "33010", "constructor", "3301060", "__proto__"])(
    "that is none (%j) has no words",
    (code) => {
      expect(areaText(code)).toBeUndefined();
    },
  );

  test("leads from the province down, and back from a prefix", () => {
    expect(areaCodes("330106")).toEqual(["330000", "330100", "330106"]);
    expect(["330000", "330100", "330106"].map(areaPrefix)).toEqual(["33", "3301", "330106"]);
    expect(["33", "3301", "330106"].map(areaOfPrefix)).toEqual(["330000", "330100", "330106"]);
  });
});

test.each([
  ["浙江省杭州市西湖区", "330106"],
  ["江西省南昌市西湖区", "360103"],
  ["浙江省", "330000"],
  ["北京市", "110000"],
  ["浙江省杭州市江干区", undefined],
  ["西湖区", undefined],
])("%s is the code %s", (text, code) => {
  expect(areaCodeOf(text)).toBe(code);
});

describe("the tree of divisions", () => {
  test("has 34 provinces, and every leaf is a district", () => {
    const leaves = areaTree().flatMap(
      (province) => province.children?.flatMap((city) => city.children ?? [city]) ?? [province],
    );
    expect(areaTree()).toHaveLength(34);
    expect(leaves.length).toBeGreaterThan(3_000);
    expect(leaves.map((leaf) => leaf.name).filter((name) => name === "西湖区")).toHaveLength(2);
  });
});

test.each([
  ["西湖区", "西湖", true],
  ["西湖区", "xh", true],
  ["西湖区", "XHQ", true],
  ["重庆市", "cq", true],
  ["番禺区", "py", true],
  ["西湖区", "hq", false],
  ["西湖区", " ", false],
])("%s is meant by %j: %s", (name, typed, expected) => {
  expect(isAreaMatch(name, typed)).toBe(expected);
});
