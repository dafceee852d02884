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
