import type { Page } from "playwright-core";

/** An answer of the server that says yes. */
export const answer = (result: unknown) => ({
  json: { success: true, code: 200, message: "", result, timestamp: 0 },
});

/** Where the made page stands. */
export const madePath = "/test/piece";

/** A list `test/piece` that exists for one test only: the server's menu with one row more, and its documents. */
export async function serveMadePage(page: Page, screen: object, models: object): Promise<void> {
  await page.route("**/api/lowcode/screens/test/piece*", (route) =>
    route.fulfill(answer({ screen, models, hash: "1", diagnostics: [] })),
  );
  await page.route("**/sys/permission/getUserPermissionByToken*", async (route) => {
    const real = await route.fetch();
    const body = (await real.json()) as { result: { menu: unknown[] } };
    const row = { path: madePath, route: "1", component: "schema:test/piece", meta: { title: "物件" } };
    body.result.menu = [...body.result.menu, row];
    await route.fulfill({ response: real, json: body });
  });
}
