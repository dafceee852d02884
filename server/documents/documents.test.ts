import { cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../tests/support/until.ts";
import { type DocumentStore, loadDocuments } from "./load-documents.ts";
import { readDocuments } from "./read-documents.ts";
import { watchDocuments } from "./watch-documents.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "documents-"));
  cpSync("schemas/member", join(root, "member"), { recursive: true });
  cpSync("schemas/system", join(root, "system"), { recursive: true });
  cpSync("schemas/meta", join(root, "meta"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a root is read in a stable order, without meta-schemas, hidden folders and other files", () => {
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "x.model.json"), "{}");
  writeFileSync(join(root, "notes.md"), "");
  const paths = readDocuments(root).map((file) => file.path);
  expect(paths).toEqual([...paths].sort());
  expect(paths).toContain("member/member.model.json");
  expect(paths.filter((path) => path.startsWith("meta") || path.startsWith(".") || path.endsWith(".md"))).toEqual([]);
});

test("the store holds the documents of the product by id, and equal roots have equal hashes", () => {
  const store = loadDocuments(root);
  expect(store.models.get("member/member")?.title).toBe("会员");
  expect(store.resolvedModels.get("member/member")?.fields.get("memberNo")?.column).toBe("member_no");
  expect(store.screens.get("member/member")?.kind).toBe("list");
  expect(store.data.get("system/dict")?.model).toBe("system/dict");
  expect(store.broken.size).toBe(0);
  expect(loadDocuments(root).hash).toBe(store.hash);
});

test("a file of 300 MB is refused without being read into memory", () => {
  const file = join(root, "member", "huge.screen.json");
  writeFileSync(file, "{");
  truncateSync(file, 300 * 1024 * 1024);
  const store = loadDocuments(root);
  expect(store.broken.get("member/huge")?.map((one) => one.code)).toEqual(["LC1002"]);
  expect(store.screens.has("member/member")).toBe(true);
});

test("a watched root tells a changed, a broken and a removed file, and nothing else; a broken one stays as it was", async () => {
  const stores: DocumentStore[] = [];
  const watch = watchDocuments(root, (store) => stores.push(store), { intervalMs: 20 });
  try {
    const file = join(root, "member", "member.screen.json");
    writeFileSync(file, `{ "schemaVersion": 1, "kind": "report" }`);
    await until(() => expect(stores).toHaveLength(1));
    expect(stores[0]?.screens.get("member/member")?.kind).toBe("list");
    expect(stores[0]?.diagnostics.map(({ file }) => file)).toContain("member/member.screen.json");
    writeFileSync(file, `{ "schemaVersion": 1, "kind": "list", "model": "member/member" }`);
    await until(() => expect(stores).toHaveLength(2));
    expect(stores[1]?.screens.get("member/member")).toEqual({ schemaVersion: 1, kind: "list", model: "member/member" });
    rmSync(file);
    await until(() => expect(stores).toHaveLength(3));
    expect(stores[2]?.screens.has("member/member")).toBe(false);
  } finally {
    watch.stop();
  }
});
