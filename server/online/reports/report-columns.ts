import type { DictOption } from "../../../runtime/wire/envelope.ts";
import type { Caller } from "../../auth/caller.ts";
import type { ReportDefinition, ReportItem } from "./definition.ts";
import { dictKeyOf } from "./report-dictionaries.ts";
import { maySeeColumn } from "./report-rights.ts";

/** A column as recorded clients read it (contract 07 §7.3); what stands below `width` is ours. */
export interface WireColumn {
  readonly title: string;
  readonly dataIndex: string;
  readonly align: "center";
  readonly sorter?: true;
  readonly customRender?: string;
  readonly scopedSlots?: { readonly customRender: string };
  readonly width?: number;
  readonly fieldType: string;
  /** Summed up over all rows that match. */
  readonly isTotal?: "1";
  readonly groupTitle?: string;
  readonly href?: string;
}

/** One query input as recorded clients read it. */
export interface WireQueryInput {
  readonly field: string;
  readonly label: string;
  readonly view: string;
  readonly mode: "single" | "group";
  readonly hidden: "0" | "1";
  readonly placeholder: string;
  readonly dictCode?: string;
  readonly dictOptions?: readonly DictOption[];
  readonly isTotal?: "1";
}

/** Inputs beyond these are folded, as `hidden: "1"` says. */
const inputsInSight = 3;

/** The columns that the caller may see; the others are nowhere in an answer, a condition, an order or a file. */
export function itemsFor({ head, items }: ReportDefinition, caller: Caller): readonly ReportItem[] {
  return items.filter(({ fieldName }) => maySeeColumn(head, fieldName, caller));
}

export function wireColumns(items: readonly ReportItem[]): WireColumn[] {
  return items
    .filter(({ isShow }) => isShow)
    .map((item) => {
      const dict = dictKeyOf(item);
      return {
        title: item.fieldTxt,
        dataIndex: item.fieldName,
        align: "center" as const,
        ...(item.isOrder ? { sorter: true as const } : {}),
        ...(dict === undefined ? {} : { customRender: dict }),
        ...(item.fieldHref === "" ? {} : { scopedSlots: { customRender: slotOf(item) }, href: item.fieldHref }),
        ...(item.fieldWidth === undefined ? {} : { width: item.fieldWidth }),
        fieldType: item.fieldType,
        ...(item.isTotal ? { isTotal: "1" as const } : {}),
        ...(item.groupTitle === "" ? {} : { groupTitle: item.groupTitle }),
      };
    });
}

/** Links of columns, by the slot that the column names. */
export function hrefSlots(items: readonly ReportItem[]): readonly { slotName: string; href: string }[] {
  return items
    .filter(({ isShow, fieldHref }) => isShow && fieldHref !== "")
    .map((item) => ({ slotName: slotOf(item), href: item.fieldHref }));
}

const slotOf = ({ fieldName }: ReportItem): string => `fieldHref_${fieldName}`;

export function wireQueryInputs(
  items: readonly ReportItem[],
  options: Readonly<Record<string, readonly DictOption[] | null>>,
): WireQueryInput[] {
  return items
    .filter(({ isSearch }) => isSearch)
    .map((item, index) => {
      const dict = dictKeyOf(item);
      return {
        field: item.fieldName,
        label: item.fieldTxt,
        view: item.fieldType,
        mode: item.searchMode,
        hidden: index < inputsInSight ? ("0" as const) : ("1" as const),
        placeholder: `${dict === undefined ? "请输入" : "请选择"}${item.fieldTxt}`,
        ...(dict === undefined ? {} : { dictCode: dict, dictOptions: options[dict] ?? [] }),
        ...(item.isTotal ? { isTotal: "1" as const } : {}),
      };
    });
}
