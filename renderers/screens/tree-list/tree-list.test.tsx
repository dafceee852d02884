// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { fixtureConsole } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());
beforeEach(() => localStorage.clear());

/** A window of this many pixels. */
const windowOf = (width: number) =>
  vi.stubGlobal("matchMedia", (query: string) => {
    const [, bound = "max", size = "0"] = /(min|max)-width: (\d+)/.exec(query) ?? [];
    const matches = /width/.test(query) && (bound === "min" ? width >= Number(size) : width <= Number(size));
    return { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
  });

const beside = {
  kind: "tree-list",
  tree: { side: { model: "test/company", field: "code", title: "部门" } },
} as unknown as Partial<ScreenDocument>;

function besideConsole() {
  const fixture = fixtureConsole({ screen: beside });
  fixture.on("GET /test/company/queryTreeList", () => [{ key: "1", title: "总部", children: [] }]);
  return fixture;
}

test("on a phone the tree beside the list is folded above it and opens with a press", async () => {
  windowOf(390);
  const fixture = besideConsole();
  const { user } = renderScreen(fixture);
  await screen.findByText("清溪路店");
  expect(screen.queryByText("总部")).toBe(null);
  await user.click(await screen.findByRole("button", { name: "部门" }));
  await user.click(await screen.findByText("总部"));
  await waitFor(() => expect(fixture.callsTo("GET /test/shop/list").at(-1)?.params).toMatchObject({ code: "1" }));
});

test("on a wide screen it stands beside the rows, which keep their own conditions", async () => {
  windowOf(1440);
  const fixture = besideConsole();
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByText("总部"));
  await waitFor(() => expect(fixture.callsTo("GET /test/shop/list").at(-1)?.params).toMatchObject({ code: "1" }));
  expect(screen.getByRole("treeitem", { selected: true }).textContent).toBe("总部");
  await user.click(screen.getByText("总部"));
  await waitFor(() => expect(fixture.callsTo("GET /test/shop/list").at(-1)?.params).not.toHaveProperty("code"));
  expect(screen.queryByRole("treeitem", { selected: true })).toBe(null);
});
