import { describe, expect, it } from "vitest";
import { buildNavigation, findRoute, type MatchedRoute } from "../router/menu-routes.ts";
import { type KeptPage, keepPages, maxKept, type ShownPage } from "./kept-pages.ts";

let visits = 0;

function matchOf(path: string): MatchedRoute {
  const match = findRoute(buildNavigation([{ path, component: `schema:${path.slice(1)}` }]), path);
  if (!match) throw new Error(path);
  return match;
}

function visit(path: string, more: Partial<ShownPage> = {}): ShownPage {
  visits += 1;
  const where = { path, match: matchOf(path), search: "", tabSearch: "", round: 0, isReturn: false };
  return { ...where, locationKey: `visit${visits}`, ...more };
}

/** Shows one page after the other, all of them kept. */
function walk(...pages: readonly ShownPage[]): readonly KeptPage[] {
  return pages.reduce<readonly KeptPage[]>((kept, page) => keepPages(kept, page, () => true), []);
}

const keyOf = (pages: readonly KeptPage[], path: string) => pages.find((page) => page.path === path)?.key;

describe("NAV-07 pages behind other tabs", () => {
  it("stay mounted, in the order in which they were opened", () => {
    const first = walk(visit("/a"), visit("/b"));
    const back = keepPages(first, visit("/a", { isReturn: true }), () => true);
    expect(back.map(({ path }) => path)).toEqual(["/a", "/b"]);
    expect(keyOf(back, "/a")).toBe(keyOf(first, "/a"));
  });

  it("the same navigation changes nothing", () => {
    const shown = visit("/a");
    const kept = walk(shown);
    expect(keepPages(kept, shown, () => true)).toBe(kept);
    expect(keepPages(kept, { ...shown, match: matchOf("/a") }, () => true)).toBe(kept);
  });

  it("go with their tab", () => {
    const kept = walk(visit("/a"), visit("/b"), visit("/c"));
    const after = keepPages(kept, visit("/c", { isReturn: true }), ({ path }) => path !== "/a");
    expect(after.map(({ path }) => path)).toEqual(["/b", "/c"]);
  });

  it("stay while an exception page is shown", () => {
    const kept = walk(visit("/a"));
    expect(keepPages(kept, undefined, () => true)).toBe(kept);
  });

  it("a menu click without a query comes back to the page as it was left", () => {
    const first = walk(visit("/a", { search: "?page=2" }), visit("/b"));
    expect(
      keyOf(
        keepPages(first, visit("/a", { tabSearch: "?page=3" }), () => true),
        "/a",
      ),
    ).toBe(keyOf(first, "/a"));
  });

  it("an address with a query of its own draws the page anew", () => {
    const first = walk(visit("/a"), visit("/b"));
    const after = keepPages(first, visit("/a", { search: "?q.status=0" }), () => true);
    expect(keyOf(after, "/a")).not.toBe(keyOf(first, "/a"));
    expect(after.find(({ path }) => path === "/a")?.search).toBe("?q.status=0");
  });

  it("刷新 draws the page anew with the query it has by now", () => {
    const shown = visit("/a", { search: "?page=2" });
    const first = walk(shown);
    const after = keepPages(first, { ...shown, round: 1, tabSearch: "?page=5" }, () => true);
    expect(keyOf(after, "/a")).not.toBe(keyOf(first, "/a"));
    expect(after[0]?.search).toBe("?page=5");
  });

  it("are bounded: the longest unseen one is drawn anew when it is shown again", () => {
    const paths = Array.from({ length: maxKept }, (_, index) => `/p${index}`);
    const full = walk(...paths.map((path) => visit(path)), visit("/p0", { isReturn: true }));
    const over = keepPages(full, visit("/one-more"), () => true);
    expect(over).toHaveLength(maxKept);
    expect(keyOf(over, "/p1")).toBeUndefined();
    expect(keyOf(over, "/p0")).toBeDefined();
  });
});
