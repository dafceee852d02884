import type { ItemPlan, SubTablePlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { maySee } from "../../runtime/react/field-rights.ts";
import { isTrue } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";

/** A part of a record's page as `GET {base}/exportRecord` takes it. */
interface LayoutPart {
  readonly title: string;
  /** Comma list of wire names. */
  readonly fields: string;
  readonly relation?: string;
  readonly base?: string;
  readonly link?: { readonly field: string; readonly masterField: string };
  /** Comma list of the fields that are summed up below the rows. */
  readonly sums?: string;
}

interface Page {
  readonly owner: ResolvedModel;
  readonly services: ConsoleServices;
  readonly scope: Parameters<typeof isTrue>[1];
}

/** What a person sees of a record, tabs that are not open included; reports and pages inside it have their own files. */
export function recordLayout(view: ViewPlan, page: Page): readonly LayoutPart[] {
  return partsOf(view.items, "", page);
}

function partsOf(items: readonly ItemPlan[], title: string, page: Page): LayoutPart[] {
  const { owner, services, scope } = page;
  const fields = items.flatMap((item) =>
    item.kind === "field" &&
    owner.fields.has(item.name) &&
    maySee(services, owner, item.field) &&
    isTrue(item.visible, scope)
      ? [item.name]
      : [],
  );
  const rest = items.flatMap((item): LayoutPart[] => {
    if (item.kind === "group") return isTrue(item.visible, scope) ? partsOf(item.items, item.title ?? "", page) : [];
    if (item.kind === "tabs") {
      return item.tabs.flatMap((tab) => (isTrue(tab.visible, scope) ? partsOf(tab.items, tab.title, page) : []));
    }
    return item.kind === "subTable" && isTrue(item.visible, scope) ? rowsOf(item, services) : [];
  });
  return [...(fields.length > 0 ? [{ title, fields: fields.join(",") }] : []), ...rest];
}

function rowsOf(table: SubTablePlan, services: ConsoleServices): LayoutPart[] {
  const { title, relation, base, link, permissionPrefix } = table;
  const columns = table.list?.plan.table.columns ?? table.columns;
  const fields = columns
    .flatMap(({ name, field }) => (field && maySee(services, { permissionPrefix }, field) ? [name] : []))
    .join(",");
  if (fields === "") return [];
  const summed = columns.flatMap(({ name, summary }) => (summary === "sum" ? [name] : [])).join(",");
  const part = { title, fields, ...(summed === "" ? {} : { sums: summed }) };
  if (relation !== undefined) return [{ ...part, relation }];
  return base !== undefined && link ? [{ ...part, base, link }] : [];
}
