import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { carriedIcons } from "./carried-icons.ts";
import { menuIconName } from "./MenuIcon.tsx";

/** Icons of the top menus that ship: groups in menu rows, and screens without a parent. */
function shippedTopIcons(): readonly string[] {
  const files = readdirSync("schemas", { recursive: true, encoding: "utf8" });
  return files.flatMap((file) => {
    if (!/\.(screen|data)\.json$/.test(file)) return [];
    const document = JSON.parse(readFileSync(`schemas/${file}`, "utf8"));
    const rows = document.model === "system/permission" ? (document.rows ?? []) : [];
    const own = document.menu && !document.menu.parent ? [document.menu] : [];
    return [...rows, ...own].map(({ icon }: { icon?: string }) => icon).filter((icon) => icon !== undefined);
  });
}

it("the shell carries the icon of every top menu that ships, so none is fetched on the first screen", () => {
  const icons = shippedTopIcons();
  expect(icons.length).toBeGreaterThan(5);
  expect(icons.filter((icon) => !carriedIcons.has(menuIconName(icon)))).toEqual([]);
});

it("every icon that the shell claims to carry is in its file, and no other", () => {
  const sprite = readFileSync("src/shell/menu-icons.svg", "utf8");
  expect([...sprite.matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name)).toEqual([...carriedIcons]);
});

it.each([
  ["TeamOutlined", "Team"],
  ["home", "Home"],
  ["user-switch", "UserSwitch"],
  ["ant-design:bar-chart-outlined", "BarChart"],
])("a menu that writes %s means the icon %s", (written, name) => {
  expect(menuIconName(written)).toBe(name);
});
