// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { addRenderers } from "../runtime/registry/added-renderers.ts";
import { starsCell } from "../tests/fixtures/plugins/acme/cells/stars/stars.def.ts";
import { fixtureConsole } from "./testing/fixture-console.ts";
import { renderScreen } from "./testing/render-screen.tsx";

afterEach(cleanup);

const load = async () => (await import("../tests/fixtures/plugins/acme/cells/stars/StarsCell.tsx")).StarsCell;

test("AUT-03 a renderer that a plugin brought draws its cells, and nothing of ours names it", async () => {
  const table = { columns: ["name", { field: "count", cell: { type: "acme:stars", of: 10 } }] };
  const options = { screen: { table } as never, denied: [] };
  renderScreen(fixtureConsole(options));
  expect((await screen.findAllByText(/acme:stars/)).length).toBeGreaterThan(0);
  cleanup();
  addRenderers([{ definition: starsCell, load }]);
  renderScreen(fixtureConsole(options));
  const first = await screen.findByRole("img", { name: "4 / 10" });
  expect(first.textContent).toBe("★★★★");
});

test("a type without its plugin's name and one that is there already are refused", () => {
  expect(() => addRenderers([{ definition: { ...starsCell, type: "stars" }, load }])).toThrow(/no plugin name/);
  expect(() => addRenderers([{ definition: starsCell, load }])).toThrow(/there already/);
});
