import { describe, expect, test } from "vitest";
import { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { dictChoices } from "./dict-choices.ts";

const dict = { kind: "code", code: "pay_type" } as const;
const single = { multiple: false } as never;
const several = { multiple: true } as never;

function loaded(): DictionaryCache {
  const dictionaries = new DictionaryCache(fixtureConsole().services);
  dictionaries.load([dict.code]);
  return dictionaries;
}
const offered = [
  { value: "cash", label: "现金" },
  { value: "transfer", label: "银行转账" },
];

describe("what a dictionary offers", () => {
  test("its entries, the same list as long as they are the same", () => {
    const dictionaries = loaded();
    const choices = dictChoices({ dict, dictionaries, field: single, value: "cash" });
    expect(choices).toEqual(offered);
    expect(dictChoices({ dict, dictionaries, field: single, value: null })).toBe(choices);
  });

  test("and the value that it no longer has, under the words that came with it", () => {
    const choices = dictChoices({ dict, dictionaries: loaded(), field: single, value: "cheque", text: "支票" });
    expect(choices).toEqual([...offered, { value: "cheque", label: "支票" }]);
  });

  test("each of several, as itself where no words came", () => {
    const choices = dictChoices({ dict, dictionaries: loaded(), field: several, value: "cash,cheque,9" });
    expect(choices.slice(2)).toEqual([
      { value: "cheque", label: "cheque" },
      { value: "9", label: "9" },
    ]);
  });

  test("the value alone while the dictionary has not come", () => {
    const dictionaries = new DictionaryCache(fixtureConsole().services);
    expect(dictChoices({ dict, dictionaries, field: single, value: "cash" })).toEqual([
      { value: "cash", label: "cash" },
    ]);
  });
});
