import { expect } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { testPassword } from "../../scripts/demo-data.mjs";
import { formBase } from "./stored-form.ts";

export interface FormAnswer<Result = unknown> {
  readonly status: number;
  readonly success: boolean;
  readonly message: string;
  readonly result: Result;
  readonly ms: number;
}

/** An administrator at the HTTP port of a server. */
export interface FormCaller {
  call<Result = unknown>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: object,
  ): Promise<FormAnswer<Result>>;
  /** Stores new settings of a column, by its name, and what else of the form. */
  change(headId: string, column: string | undefined, settings?: Row, more?: Row): Promise<void>;
  synchronise(headId: string, mode?: "normal" | "force"): Promise<FormAnswer<{ readonly backup: string | null }>>;
}

/** @param url of the server, without the context path */
export async function formCaller(url: string, username = "admin"): Promise<FormCaller> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const call: FormCaller["call"] = async (method, path, body) => {
    const start = performance.now();
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${url}/api${path}`, sent);
    const answer = (await response.json()) as FormAnswer<never>;
    return { ...answer, status: response.status, ms: performance.now() - start };
  };
  const { result } = await call<{ token: string }>("POST", "/sys/login", { username, password: testPassword });
  headers["x-access-token"] = result.token;
  return {
    call,
    async change(headId, column, settings = {}, more = {}) {
      const head = (await call<Row>("GET", `${formBase}/head/queryById?id=${headId}`)).result;
      const { result: rows } = await call<Row[]>("GET", `${formBase}/field/listByHeadId?headId=${headId}`);
      const known = rows.find(({ dbFieldName }) => dbFieldName === column);
      const fields =
        column === undefined ? [] : [{ ...(known ? { id: known.id } : { dbFieldName: column }), ...settings }];
      const body = { head: { id: headId, version: head.version }, fields, ...more };
      expect(await call("PUT", `${formBase}/api/editAll`, body)).toMatchObject({ success: true });
    },
    synchronise: (headId, mode = "normal") => call("POST", `${formBase}/api/doDbSynch/${headId}/${mode}`, {}),
  };
}
