import { formPrefix } from "../../runtime/online-forms/names.ts";

/** What may be done with the rows of a form, by the codes after its prefix. */
export const formActions = ["list", "add", "edit", "delete", "deleteBatch", "export", "import"] as const;
export type FormAction = (typeof formActions)[number];

/** The codes of recorded clients for what a person may not do. */
export const deniedCodes: Readonly<Partial<Record<FormAction, string>>> = {
  add: "add",
  edit: "update",
  delete: "delete",
  deleteBatch: "batch_delete",
  export: "export",
  import: "import",
};

const listAddress = /^\/online\/cgform(?:Tree|Erp|Tab|InnerTable)?List\/([\w-]{1,64})(?:\?.*)?$/;

/** The head whose list a menu row opens: `/online/cgformList/<id>`. */
export function headOfAddress(url: string | null | undefined): string | undefined {
  return listAddress.exec(url ?? "")?.[1];
}

interface RowWithCodes {
  readonly url: string;
  readonly codes: readonly string[];
  readonly isOn: boolean;
  /** Prefixes of the models that the row's data rules narrow, where they are not those of its codes. */
  readonly narrows?: readonly string[];
}

/**
 * The codes that the menu row of a form stands for. Who may open a form may do with its rows whatever no switched-on
 * button row controls (contract 06 §6.5); its sub-tables go with it. Its data rules are about the form's own rows: those of
 * sub-tables are seen with theirs.
 *
 * @param subsOf ids of the heads of sub-tables, by the id of the main one
 */
export function withFormCodes<Row extends RowWithCodes>(
  rows: readonly Row[],
  subsOf: ReadonlyMap<string, readonly string[]>,
): readonly Row[] {
  const controlled = new Set(rows.filter(({ isOn }) => isOn).flatMap(({ codes }) => codes));
  return rows.map((row) => {
    const head = headOfAddress(row.url);
    if (head === undefined) return row;
    const given = [head, ...(subsOf.get(head) ?? [])]
      .flatMap((id) => formActions.map((action) => `${formPrefix(id)}:${action}`))
      .filter((code) => code.endsWith(":list") || !controlled.has(code));
    const narrows = [...new Set([formPrefix(head), ...row.codes.map(prefixOf)])];
    return { ...row, codes: [...new Set([...row.codes, ...given])], narrows };
  });
}

/** `store:order:list` → `store:order`, the prefix of the model whose rows a rule narrows. */
export function prefixOf(code: string): string {
  return code.slice(0, Math.max(0, code.lastIndexOf(":")));
}
