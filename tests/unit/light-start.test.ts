import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

/** Takes tens of milliseconds each, and many a server never needs them: their users import them at first use. */
const atFirstUse = [
  "file-type",
  "jose",
  "mysql2",
  "nodemailer",
  "openid-client",
  "pdfkit",
  "pinyin-pro",
  "sanitize-html",
  "sharp",
  "svg-captcha",
  "undici",
  "@aws-sdk/client-s3",
  "@aws-sdk/lib-storage",
];

/** What a file imports when it is loaded itself; types are no part of it. */
const imports = /^(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"([^"]+)"/gm;

/** The files and packages that are loaded with these files, whatever is called afterwards. */
function loadedWith(...files: readonly string[]) {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const open = files.map((name) => new URL(name, root));
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file.href) || !existsSync(file)) continue;
    seen.add(file.href);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(imports)) {
      if (name.startsWith(".")) open.push(new URL(name, file));
      else packages.add(name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
    }
  }
  return { files: seen, packages };
}

it("the server starts without the libraries that only some calls need", () => {
  // Modules are loaded by their folder.
  const modules = readdirSync(new URL("server/modules", root)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const { files, packages } = loadedWith("server/run-server.ts", ...modules.map((name) => `server/modules/${name}`));
  expect(files.size).toBeGreaterThan(400);
  expect(packages).toContain("fastify");
  expect(atFirstUse.filter((name) => packages.has(name))).toEqual([]);
});

it("the database is opened before the server is loaded", () => {
  const { files, packages } = loadedWith("server/main.ts");
  expect(files.size).toBeLessThan(60);
  expect(packages).toContain("kysely");
  expect(packages).not.toContain("fastify");
});
