import { expect, it } from "vitest";
import { pinyinKeyword, pinyinText } from "./pinyin.ts";

it("a text is found by its syllables and by its initials, a surname by both its readings", () => {
  expect(pinyinText("张三丰")).toBe("zhangsanfeng zsf");
  expect(pinyinText("曾小贤")).toBe("cengxiaoxian cxx zengxiaoxian zxx");
  expect(pinyinText("吕律")).toBe("lvlv ll");
  expect(pinyinText("A座3号店")).toBe("azuo3haodian az3hd");
});

it("what has no Chinese characters has no pinyin, and a keyword of other characters asks for none", () => {
  expect(pinyinText("Anna")).toBe(null);
  expect(pinyinText(null)).toBe(null);
  expect(pinyinKeyword("Zhang San'feng")).toBe("zhangsanfeng");
  expect(["z", "张三", "13800138000", "%a", "zh%"].map(pinyinKeyword)).toEqual(Array(5).fill(undefined));
});
