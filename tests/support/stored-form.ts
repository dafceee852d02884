import { expect } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { TestClient } from "./test-server.ts";

export const formBase = "/online/cgform";

/** A field by its name alone is a text of 32 characters that stands in the form and the list. */
export const aStoredField = (field: string | (Row & { readonly dbFieldName: string })): Row => ({
  dbFieldTxt: typeof field === "string" ? field : field.dbFieldName,
  dbType: "string",
  dbLength: 32,
  isShowForm: 1,
  isShowList: 1,
  ...(typeof field === "string" ? { dbFieldName: field } : field),
});

/** Stores a form by the calls of an administrator and makes its table; answers the id of its head. */
export async function aStoredForm(
  admin: Pick<TestClient, "post">,
  head: Row,
  fields: readonly Parameters<typeof aStoredField>[0][],
): Promise<string> {
  const answer = await admin.post<string>(`${formBase}/api/addAll`, {
    head: { tableType: 1, tableTxt: head.tableName, ...head },
    fields: fields.map(aStoredField),
    indexs: [],
  });
  expect(answer).toMatchObject({ success: true });
  expect(await admin.post(`${formBase}/api/doDbSynch/${answer.result}/normal`)).toMatchObject({ success: true });
  return answer.result;
}
