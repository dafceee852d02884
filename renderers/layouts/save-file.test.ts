// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { saveFile } from "./save-file.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["会员.xlsx", "报表", "会员.xlsx"],
  ["", "报表", "报表"],
  ["", undefined, "未知的文件"],
])("IMP-02 a download called %j and %j is saved as %s", (fileName, name, saved) => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  saveFile({ blob: new Blob(["x"]), fileName }, name);
  expect(names).toEqual([saved]);
});
