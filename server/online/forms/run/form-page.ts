import { type FormScreenKind, formScreenId, formScreenKinds } from "../../../../runtime/online-forms/compile-screen.ts";
import { decideAction } from "../../../../runtime/permission/action.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { ServerContext } from "../../../context.ts";
import { AppError } from "../../../http/errors.ts";
import { refuse } from "../../../http/refusal.ts";
import { codeOf, heldCodes } from "./open-form.ts";

/** A page of a stored form, as somebody opens it. */
interface FormPage {
  /** The document's id, whichever way the form was named. */
  readonly id: string;
  readonly granted: readonly string[];
  /** Changes with the form's structure. */
  readonly version: string;
}

const address = new RegExp(`^online/(${formScreenKinds.join("|")})/([^/]{1,64})$`);

/**
 * The page of a form that a document id means; a form is named by its head's id or its table. Undefined for any other
 * document.
 *
 * @throws AppError FORBIDDEN, or INVALID while the table is not as the definition asks
 */
export async function formPageOf(
  { onlineForms }: Pick<ServerContext, "onlineForms">,
  asked: string,
  caller: Caller,
): Promise<FormPage | undefined> {
  const [, kind, name] = address.exec(asked) ?? [];
  const form = name === undefined ? undefined : await onlineForms.find(name);
  if (!form) return undefined;
  if (!decideAction(caller, codeOf(form, "list")).allowed) throw new AppError("FORBIDDEN");
  const { head } = form;
  if (head.isDbSynch !== "Y") throw refuse("请先同步数据库再查看此页面！");
  return {
    id: formScreenId(kind as FormScreenKind, head.id ?? ""),
    granted: heldCodes(form, caller),
    version: String(head.tableVersion ?? 1),
  };
}
