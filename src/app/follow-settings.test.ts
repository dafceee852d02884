// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackStore } from "../stores/feedback.ts";
import { SettingsStore } from "../stores/settings.ts";
import { memoryEntries } from "../stores/test-parts.ts";
import { followSettings } from "./follow-settings.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const texts = (feedback: FeedbackStore) => feedback.notices.map(({ text }) => text);

it("LAY-11 another theme colour takes effect without a reload and says 正在编译主题！ meanwhile", () => {
  const settings = new SettingsStore(memoryEntries(), false);
  const feedback = new FeedbackStore();
  const root = document.createElement("div");
  followSettings({ settings, feedback, root });
  expect([root.style.getPropertyValue("--primary"), texts(feedback)]).toEqual(["#1890FF", []]);
  settings.change({ primary: "#722ED1" });
  expect([root.style.getPropertyValue("--primary"), texts(feedback)]).toEqual(["#722ED1", ["正在编译主题！"]]);
  vi.advanceTimersByTime(600);
  expect(texts(feedback)).toEqual([]);
});

it("LAY-11 a theme that cannot be applied says so", () => {
  const settings = new SettingsStore(memoryEntries(), false);
  const feedback = new FeedbackStore();
  const root = document.createElement("div");
  followSettings({ settings, feedback, root });
  vi.spyOn(root.style, "setProperty").mockImplementation(() => {
    throw new Error("blocked");
  });
  settings.change({ primary: "#722ED1" });
  expect(texts(feedback)).toContain("主题更新失败");
});

it("weak colour vision and dark are marked on the page", () => {
  const settings = new SettingsStore(memoryEntries(), false);
  const root = document.createElement("div");
  followSettings({ settings, feedback: new FeedbackStore(), root });
  settings.change({ weak: true, theme: "dark" });
  expect([root.hasAttribute("data-weak"), root.dataset.theme]).toEqual([true, "dark"]);
});
