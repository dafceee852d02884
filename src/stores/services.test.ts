import { expect, it } from "vitest";
import { DictionaryStore } from "./dictionaries.ts";
import { FeedbackStore } from "./feedback.ts";
import { PermissionStore } from "./permissions.ts";
import { createServices } from "./services.ts";
import { SessionStore } from "./session.ts";
import { fakeClient, memoryEntries } from "./test-parts.ts";

function someServices() {
  const client = fakeClient(() => ({}));
  const services = createServices({
    client,
    session: new SessionStore(memoryEntries(), memoryEntries()),
    permissions: new PermissionStore(client, memoryEntries()),
    dictionaries: new DictionaryStore(client, memoryEntries()),
    feedback: new FeedbackStore(),
    apiBase: "/api",
    navigate: () => undefined,
    timeZone: "Asia/Shanghai",
  });
  return { services, asked: () => client.calls.map(({ method, url }) => `${method} ${url}`) };
}

it("SYS-08 what is saved in a dictionary is read anew by the browser that saved it", async () => {
  const { services, asked } = someServices();
  await services.request({ method: "PUT", url: "/sys/dictItem/edit", data: {} });
  expect(asked()).toEqual(["PUT /sys/dictItem/edit", "GET /sys/dict/queryAllDictItems"]);
  await services.send({ method: "POST", url: "/sys/dict/importExcel", data: {} });
  expect(asked().slice(2)).toEqual(["POST /sys/dict/importExcel", "GET /sys/dict/queryAllDictItems"]);
});

it("reading a dictionary and saving other rows leave the browser's dictionaries as they are", async () => {
  const { services, asked } = someServices();
  await services.request({ method: "GET", url: "/sys/dictItem/list" });
  await services.request({ method: "PUT", url: "/sys/dictionary/edit", data: {} });
  expect(asked()).toEqual(["GET /sys/dictItem/list", "PUT /sys/dictionary/edit"]);
});
