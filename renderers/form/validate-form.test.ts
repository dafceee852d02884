import { describe, expect, test } from "vitest";
import { validateFormAndTables } from "./validate-form.ts";

function tables(...valid: readonly boolean[]) {
  const asked: string[] = [];
  const list = valid.map((isValid, index) => ({
    paneKey: `pane-${index}`,
    validate: async () => {
      asked.push(`pane-${index}`);
      return isValid;
    },
  }));
  return { list, asked };
}

const form = (...errors: readonly string[]) => ({
  check: () => errors.map((message) => ({ field: "mobile", message, level: "error" as const })),
});

describe("TBL-21 the check of a form with its tables", () => {
  test("passes when everything is right", async () => {
    const { list, asked } = tables(true, true);
    await expect(validateFormAndTables(form(), list)).resolves.toBeUndefined();
    expect(asked).toEqual(["pane-0", "pane-1"]);
  });

  test("wrong fields end it with the marker, before any table is looked at", async () => {
    const { list, asked } = tables(false);
    const failed = validateFormAndTables(form("请输入手机号"), list);
    await expect(failed).rejects.toMatchObject({ error: "VALIDATE_FAILED", index: undefined, paneKey: undefined });
    expect(asked).toEqual([]);
  });

  test("the first wrong table is named by its index and its pane; those after it are not asked", async () => {
    const { list, asked } = tables(true, false, false);
    const failed = validateFormAndTables(form(), list);
    await expect(failed).rejects.toMatchObject({ error: "VALIDATE_FAILED", index: 1, paneKey: "pane-1" });
    expect(asked).toEqual(["pane-0", "pane-1"]);
  });

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    ["form", "string"],
    [{}, "object"],
  ])("%j is refused as no form", async (wrong, kind) => {
    await expect(validateFormAndTables(wrong as never, [])).rejects.toThrow(`expected a form object, got ${kind}`);
  });
});
