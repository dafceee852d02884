import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const antd = "node_modules/antd/es";
const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();

/** Parts of antd that our own code draws. */
function drawnParts(): ReadonlySet<string> {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src", "renderers"], {
    encoding: "utf8",
  });
  const sources = files.split("\n").filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));
  const imports = sources.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/^import \{(.*)\} from "antd";/gm),
  ]);
  const names = imports.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  // The frame and the theme bring no looks of their own.
  return new Set(names.filter((name) => /^[A-Z]/.test(name) && name !== "ConfigProvider").map(kebab));
}

/** Parts whose styles come with one: its own, and those of the parts that it is made of. */
function styledWith(part: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [join(antd, part, "index.js")];
  for (const file of waiting) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s+['"](\.[^'"]+)['"]/g)) {
      const target = join(dirname(file), path);
      waiting.push(
        target.endsWith(".js") ? target : existsSync(`${target}.js`) ? `${target}.js` : join(target, "index.js"),
      );
    }
  }
  return new Set([...seen].flatMap((file) => /\/es\/([^/]+)\/style\/index\.js$/.exec(file)?.[1] ?? []));
}

test("the theme says nothing about parts of antd that nobody draws", () => {
  const drawn = drawnParts();
  expect(drawn).toContain("tree-select");
  const styled = new Set([...drawn].flatMap((part) => [...styledWith(part)]));
  const theme = readFileSync("src/theme/antd-theme.ts", "utf8");
  const named = [...theme.matchAll(/^ {4}([A-Z]\w+): \{/gm)].map(([, name = ""]) => kebab(name));
  expect(named).toContain("date-picker");
  expect(named.filter((part) => !styled.has(part))).toEqual([]);
});
