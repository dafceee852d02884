import { expect, it } from "vitest";
import { SettingsStore } from "./settings.ts";
import { memoryEntries } from "./test-parts.ts";

it("what was chosen is there on the next visit", () => {
  const entries = memoryEntries();
  new SettingsStore(entries, false).change({ theme: "dark", collapsed: true });
  const next = new SettingsStore(entries, false);
  expect([next.mode, next.collapsed]).toEqual(["dark", true]);
});

it("follow-the-system changes with the system", () => {
  const settings = new SettingsStore(memoryEntries(), false);
  settings.change({ theme: "system" });
  expect(settings.mode).toBe("light");
  settings.followSystem(true);
  expect(settings.mode).toBe("dark");
});

it("a stored value that is no longer offered reads as the default", () => {
  const entries = memoryEntries();
  entries.write("settings", { theme: "sepia", primary: "url(x)", collapsed: "yes" });
  const settings = new SettingsStore(entries, false);
  expect([settings.theme, settings.primary, settings.collapsed]).toEqual(["light", "#1890FF", false]);
});

it("LAY-12 begins with blue, light, the side menu, fixed width and tabs", () => {
  const { values } = new SettingsStore(memoryEntries(), false);
  expect(values).toMatchObject({
    primary: "#1890FF",
    theme: "light",
    layout: "side",
    contentWidth: "fixed",
    multipage: true,
  });
});

it("LAY-11 the header hides on scroll only while it is fixed; fluid counts only with the top menu", () => {
  const settings = new SettingsStore(memoryEntries(), false);
  settings.change({ autoHideHeader: true, contentWidth: "fluid" });
  expect([settings.hidesHeader, settings.isFluid]).toEqual([true, true]);
  settings.change({ fixedHeader: false, layout: "top", contentWidth: "fixed" });
  expect([settings.hidesHeader, settings.isFluid]).toEqual([false, false]);
});

it("LAY-12 the device that the console was drawn for is stored", () => {
  const entries = memoryEntries();
  new SettingsStore(entries, false).noteDevice("mobile");
  expect(entries.read("device")).toBe("mobile");
});

it("LAY-12 settings of an older version, with fewer entries, keep what they have", () => {
  const entries = memoryEntries();
  entries.write("settings", { theme: "dark", multipage: false });
  const { values } = new SettingsStore(entries, false);
  expect([values.theme, values.multipage, values.fixedHeader, values.lockMinutes]).toEqual(["dark", false, true, 0]);
});
