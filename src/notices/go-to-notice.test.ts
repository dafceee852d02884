import { afterEach, expect, it, vi } from "vitest";
import { buildNavigation } from "../router/menu-routes.ts";
import { readAnnouncement } from "../stores/announcement.ts";
import type { Console } from "../stores/console.ts";
import { followLink, openComponent } from "./go-to-notice.ts";

afterEach(() => vi.unstubAllGlobals());

/** A console whose menu has one list, and what is done with it. */
function aConsole() {
  const done: string[] = [];
  const current = buildNavigation([{ path: "/store/order", component: "schema:store/store-order", meta: {} }]);
  const made = {
    go: (to: string) => void done.push(to),
    navigation: { current },
    feedback: { notify: (level: string, text: string) => void done.push(`${level}: ${text}`) },
  } as unknown as Console;
  vi.stubGlobal("window", { open: (...parts: string[]) => void done.push(`window ${parts.join(" ")}`) });
  return { made, done };
}

const notice = (openPage: string, busId = "") => readAnnouncement({ id: "1", openType: "component", openPage, busId });

it.each([
  ["a screen by its document", "store/store-order", "", "/store/order"],
  ["a screen with the record that it is about", "store/store-order", "a&b", "/store/order?id=a%26b"],
  ["an address with a query", "/store/order?tab=0", "7", "/store/order?tab=0&id=7"],
])("BEL-01 a notice that is a page opens %s", (_what, openPage, busId, address) => {
  const { made, done } = aConsole();
  openComponent(made, notice(openPage, busId));
  expect(done).toEqual([address]);
});

it.each(["store/unknown", "/not/granted", "javascript:alert(1)", "//evil.example", ""])(
  "BEL-01 a notice that names %j opens nothing and says so",
  (openPage) => {
    const { made, done } = aConsole();
    openComponent(made, notice(openPage));
    expect(done).toEqual(["warning: 没有权限打开对应的页面，请联系管理员"]);
  },
);

it.each([
  ["/store/order?tab=0", ["/store/order?tab=0"]],
  ["https://example.test/a", ["window https://example.test/a _blank noopener,noreferrer"]],
  ["javascript:alert(1)", []],
  ["data:text/html,x", []],
])("BEL-01 去处理 with %s", (openPage, expected) => {
  const { made, done } = aConsole();
  followLink(made, notice(openPage));
  expect(done).toEqual(expected);
});
