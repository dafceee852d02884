import { rmSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { loadDocuments } from "../../server/documents/load-documents.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { formCaller } from "../support/form-caller.ts";
import { isProving } from "../support/prove.ts";
import { aStoredField, formBase } from "../support/stored-form.ts";
import { type Walked, walkScreen } from "../support/walk/walk-screen.ts";
import { opened, watchPage } from "../support/walk/watch-page.ts";
import type { WrongKind } from "../support/walk/wrong-inputs.ts";

const only = process.env.WALK_SCREENS?.split(",");
/** Which buttons a sample presses: the same ones each time, so that a failure can be seen again. */
const seed = Number(process.env.WALK_SEED ?? "20261123");

/** Its wrong passwords lock the account, so it comes last. */
const ownAccount = "account/center";

/** Screens that have an address of their own; `:id` is filled by nobody here. */
const screens = [...loadDocuments("schemas").screens]
  .flatMap(([id, { menu }]) =>
    menu && !menu.path.includes(":") && (only?.includes(id) ?? true) ? [{ id, path: menu.path }] : [],
  )
  .sort((one, other) => Number(one.id === ownAccount) - Number(other.id === ownAccount));
/** Walked in part every time: a form, a deletion, import, export and an advanced query. */
const sample = ["system/position"];
const chosen = only || isProving ? screens : screens.filter(({ id }) => sample.includes(id));
const samplePresses = 3;
const isWhole = isProving || only !== undefined;

/** Designers of a record have buttons that an empty one lacks: these are opened with one, too. */
const records: Readonly<Record<string, (url: string) => Promise<string>>> = {
  "online/form-design": async (url) => {
    const { call, synchronise } = await formCaller(url);
    const head = { tableName: "walk_patrol", tableTxt: "巡检", tableType: 2 };
    const body = { head, fields: ["title", "place"].map(aStoredField), indexs: [] };
    const { result: id } = await call<string>("POST", `${formBase}/api/addAll`, body);
    expect(await synchronise(id)).toMatchObject({ success: true });
    return `?id=${id}`;
  },
  "online/cgreport-design": async () => "?id=order_daily",
  "online/document-editor": async () => "?path=store%2Fstore.screen.json",
};
const visits = chosen.flatMap((screen) => [
  { ...screen, title: screen.id, isFilled: false },
  ...(isWhole && records[screen.id] ? [{ ...screen, title: `${screen.id} with a record`, isFilled: true }] : []),
]);

/** Forms of the administration meet every kind of mistake, the others the commonest. */
function wrongFor(id: string): readonly WrongKind[] {
  if (!id.startsWith("system/")) return ["wrongly typed"];
  return isWhole ? ["empty", "too long", "wrongly typed", "out of range"] : ["empty", "too long"];
}

const totals = { screens: 0, presses: 0, forms: 0, wrongInputs: 0, sent: 0 };

function add({ pressed, forms, wrongInputs, sent }: Walked): void {
  totals.screens += 1;
  totals.presses += pressed;
  totals.forms += forms;
  totals.wrongInputs += wrongInputs;
  totals.sent += sent;
}

let browser: Browser;
let server: ConsoleServer;
let dataDir: string;
beforeAll(async () => {
  // What is confirmed here is done: users are frozen, rows deleted, jobs run.
  dataDir = await copyDemoData();
  server = await startConsoleServer({}, dataDir);
  browser = await sharedBrowser();
});
afterAll(async () => {
  if (server.process.exitCode !== null) console.log(`the server ended:\n${server.output()}`);
  const { screens: walked, presses, forms, wrongInputs, sent } = totals;
  console.log(
    `seed ${seed}: walked ${walked} of ${screens.length} screens: ${presses} buttons pressed, ${forms} forms, ${wrongInputs} wrong inputs, ${sent} forms sent rightly`,
  );
  await browser?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it.each(visits)(
  "every button of $title answers a press, and every form its wrong inputs",
  async ({ id, title, isFilled, ...screen }) => {
    const path = screen.path + ((isFilled && (await records[id]?.(server.url))) || "");
    const { page } = await openPage(browser, { acceptDownloads: true });
    await watchPage(page);
    const broken = brokenAnswers(page);
    await signIn(page, server.url, path);
    const walked = await walkScreen({
      page,
      open: () => openAnew(page, path),
      wrong: wrongFor(id),
      isDeep: isWhole,
      pick: (controls) => (isWhole ? controls : shuffled(controls, seed).slice(0, samplePresses)),
    });
    add(walked);
    const findings = [...walked.findings, ...broken];
    console.log(`${title}: ${JSON.stringify({ ...walked, findings })}`);
    expect(findings).toEqual([]);
  },
);

async function openAnew(page: Page, path: string): Promise<void> {
  await page.goto(server.url + path);
  await page.getByRole("navigation").or(page.getByPlaceholder("请输入用户名")).first().waitFor();
  if (page.url().includes("/user/login")) await signIn(page, server.url, path);
  await opened(page);
}

/** Errors of the page and answers that no press of an administrator may get. */
function brokenAnswers(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(`page error: ${error.message}`));
  page.on("response", (answer) => {
    const isBroken = answer.status() >= 500 || answer.status() === 404 || answer.status() === 403;
    if (isBroken) found.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`);
  });
  return found;
}

/** The same order for the same seed. */
function shuffled<Item>(items: readonly Item[], from: number): readonly Item[] {
  let state = from;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
