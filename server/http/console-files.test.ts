import { expect, it } from "vitest";
import { fillSite } from "./console-files.ts";

const page =
  '<meta name="product-name" content="" /><meta name="settings-drawer" content="on" /><title>生活服务管理系统</title>';

it("NAV-08, LAY-11 the operator's product name and switch are written into the page", () => {
  expect(fillSite(page, { productName: "邻和管理", hasSettings: false })).toBe(
    '<meta name="product-name" content="邻和管理" /><meta name="settings-drawer" content="off" /><title>邻和管理</title>',
  );
  expect(fillSite(page, {})).toBe(page);
});

it("a product name cannot leave its place in the page", () => {
  expect(fillSite(page, { productName: '"><script>$1</script>' })).toContain(
    '<meta name="product-name" content="&#34;&#62;&#60;script&#62;$1&#60;/script&#62;" />',
  );
});
