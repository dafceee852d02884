import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { anotherDeafProcess } from "../../../tests/support/another-process.ts";
import { aStoredField, aStoredForm, formBase } from "../../../tests/support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../../../tests/support/test-server.ts";
import { OnlineForms } from "./online-forms.ts";

describe("a process that has not heard yet what another one stored", () => {
  let server: TestServer;
  let admin: TestClient;
  let deaf: OnlineForms;
  let readings = 0;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    deaf = new OnlineForms({
      db: anotherDeafProcess(server),
      clock: server.context.clock,
      documents: server.source,
      note: () => {},
      changed: () => {
        readings += 1;
      },
    });
    await deaf.start();
  });
  afterAll(() => server.close());

  it("finds a new form by its id and by its table", async () => {
    const id = await aStoredForm(admin, { tableName: "ext_news" }, ["name"]);
    expect(await deaf.find("ext_news")).toMatchObject({ head: { id, isDbSynch: "Y" } });
    expect(deaf.documents.current.models.has(`online/form/${id}`)).toBe(true);
    const other = await aStoredForm(admin, { tableName: "ext_more_news" }, ["name"]);
    expect(await deaf.find(other)).toMatchObject({ head: { tableName: "ext_more_news" } });
  });

  it("finds that the table of a form that it knew was made since", async () => {
    const { result: id } = await admin.post<string>(`${formBase}/api/addAll`, {
      head: { tableName: "ext_draft", tableTxt: "草稿", tableType: 1 },
      fields: [aStoredField("name")],
      indexs: [],
    });
    expect(await deaf.find(id)).toMatchObject({ head: { isDbSynch: "N" } });
    expect(await admin.post(`${formBase}/api/doDbSynch/${id}/normal`)).toMatchObject({ success: true });
    expect(await deaf.find(id)).toMatchObject({ head: { isDbSynch: "Y" } });
  });

  it("has the calls of a new form, and none of what is no form", async () => {
    const other = await createTestServer({ open: async () => anotherDeafProcess(server) });
    onTestFinished(async () => void (await other.close()));
    const id = await aStoredForm(admin, { tableName: "ext_calls" }, ["name"]);
    const elsewhere = await other.as("admin");
    const added = await elsewhere.post(`${formBase}/form/${id}/add`, { name: "新" });
    expect(added).toMatchObject({ success: true, result: { name: "新" } });
    expect(await elsewhere.get(`${formBase}/form/nothing/list`)).toMatchObject({ status: 404 });
  });

  it("reads nothing again for what no form is called", async () => {
    const before = readings;
    for (const name of ["ext_nothing", "", "\u0000"]) expect(await deaf.find(name)).toBeUndefined();
    expect(readings).toBe(before);
  });
});
