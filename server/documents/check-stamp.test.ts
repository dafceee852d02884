import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shippedDocuments } from "../../tests/support/test-server.ts";
import { CheckStamp } from "./check-stamp.ts";
import { loadDocuments } from "./load-documents.ts";
import { readDocuments } from "./read-documents.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "check-stamp-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("documents read without a check are those that the check answers", () => {
  const stamp = new CheckStamp(folder, "1");
  stamp.keep(readDocuments("schemas"));
  const { resolvedModels, ...read } = loadDocuments("schemas", stamp);
  const { resolvedModels: checkedModels, ...checked } = shippedDocuments();
  expect({ ...read, roots: undefined, files: undefined }).toEqual({ ...checked, roots: undefined, files: undefined });
  for (const part of ["files", "models", "screens", "data", "tests", "values"] as const) {
    expect([...read[part].keys()]).toEqual([...checked[part].keys()]);
  }
  const withoutLinks = (models: typeof resolvedModels) =>
    [...models.values()].map(({ beside, ...model }) => ({
      ...model,
      beside: [...(beside?.() ?? [])].map(([one]) => one),
    }));
  expect(withoutLinks(resolvedModels)).toEqual(withoutLinks(checkedModels));
});

describe("documents with a mistake, which nobody looks for as long as the stamp fits", () => {
  let schemas = "";
  let stamp: CheckStamp;
  beforeEach(() => {
    schemas = mkdtempSync(join(tmpdir(), "check-stamp-schemas-"));
    cpSync("schemas/member", join(schemas, "member"), { recursive: true });
    stamp = new CheckStamp(folder, "1");
    stamp.keep(readDocuments(schemas)); // what they refer to is not here
  });
  afterEach(() => rmSync(schemas, { recursive: true, force: true }));

  const findings = (by = stamp) => loadDocuments(schemas, by).diagnostics.length;

  it("are not checked", () => {
    expect(findings()).toBe(0);
    expect(loadDocuments(schemas).diagnostics.length).toBeGreaterThan(0);
  });

  it.each<[string, () => CheckStamp | undefined]>([
    ["a byte changes", () => void appendFileSync(join(schemas, "member", "member.screen.json"), " ")],
    ["a file comes", () => void writeFileSync(join(schemas, "new.data.json"), "{}")],
    ["a file goes", () => rmSync(join(schemas, "member", "member.screen.json")) as undefined],
    ["a file has another name", () => void moveTo("member/member.screen.json", "member/members.screen.json")],
    ["the stamp is cut", () => void writeFileSync(stampFile(), readFileSync(stampFile(), "utf8").slice(0, 40))],
    ["the stamp is empty", () => void writeFileSync(stampFile(), "")],
    ["the stamp is gone", () => rmSync(stampFile()) as undefined],
    ["the product is another", () => new CheckStamp(folder, "2")],
  ])("are checked when %s", (_, change) => {
    expect(findings(change() ?? stamp)).toBeGreaterThan(0);
  });

  it("are checked when another root has one of the files too", () => {
    const twice = mkdtempSync(join(tmpdir(), "check-stamp-twice-"));
    cpSync(join(schemas, "member", "member.screen.json"), join(twice, "member", "member.screen.json"));
    expect(loadDocuments(`${twice}:${schemas}`, stamp).diagnostics.map(({ code }) => code)).toContain("LC2012");
    rmSync(twice, { recursive: true });
  });

  const stampFile = () => join(folder, "documents.checked");
  function moveTo(from: string, to: string): void {
    cpSync(join(schemas, from), join(schemas, to));
    rmSync(join(schemas, from));
  }
});
