import type { Button } from "../schema/types.gen.ts";
import { buttonCondition } from "./button-condition.ts";
import type { OnlineFormButton, OnlineFormDefinition } from "./definition.ts";
import { formPrefix } from "./names.ts";

/** Codes of the buttons that every form has; one of a form's own cannot take their place. */
export const builtInButtons = ["add", "edit", "delete", "deleteBatch", "export", "import", "detail"] as const;

/** Switched on and done by the server; buttons of scripts would come with a script, which runs in no page of ours. */
export const isOffered = ({ optType, buttonStatus }: OnlineFormButton): boolean =>
  optType === "action" && buttonStatus !== "0";

/** The buttons that a form adds and offers, by their place. */
export function ownButtons(form: OnlineFormDefinition, style: OnlineFormButton["buttonStyle"]): readonly Button[] {
  const columns = new Set(form.fields.map(({ dbFieldName }) => dbFieldName));
  return form.buttons
    .filter((button) => button.buttonStyle === style && isOffered(button))
    .toSorted((one, other) => (one.orderNum ?? 0) - (other.orderNum ?? 0))
    .map((button, index) => {
      const visible = visibleWhen(style, buttonCondition(button.exp, columns));
      return {
        key: keyOf(button.buttonCode, index),
        label: button.buttonName,
        permission: buttonPermission(form.head.id ?? "", button.buttonCode),
        ...(button.buttonIcon ? { icon: iconOf(button.buttonIcon) } : {}),
        ...(visible === undefined ? {} : { visible }),
        ...(style === "button"
          ? {
              disabled: "{{ len(selection.keys) != 1 }}",
              disabledReason: `{{ len(selection.keys) != 1 ? '${screenTexts.chooseOne}' : '' }}`,
            }
          : {}),
        do: [
          {
            type: "request",
            method: "POST",
            url: "/online/cgform/api/doButton",
            data: {
              formId: form.head.id ?? "",
              buttonCode: button.buttonCode,
              dataId: style === "button" ? "{{ selection.keys[0] }}" : "{{ row.id }}",
            },
          },
          { type: "message", level: "success", text: screenTexts.buttonDone },
          { type: "reload" },
        ],
      };
    });
}

/** One in the toolbar is about the row that is chosen then; one in a form about its row, once it is stored. */
function visibleWhen(style: OnlineFormButton["buttonStyle"], condition: string | undefined): string | undefined {
  if (style === "button") return undefined;
  if (style === "link") return condition;
  return condition === undefined ? "{{ mode == 'edit' }}" : `{{ mode == 'edit' && ${condition.slice(2, -2).trim()} }}`;
}

/** A key of ours: letters and digits, beginning with a small letter. */
function keyOf(code: string, index: number): string {
  const name = code.replace(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase());
  const isFree = /^[a-z][A-Za-z0-9]*$/.test(name) && !(builtInButtons as readonly string[]).includes(name);
  return isFree ? name : `own${index + 1}${name}`.replace(/[^A-Za-z0-9]/g, "");
}

/** `check-circle` of recorded systems → `CheckCircleOutlined`. */
function iconOf(name: string): string {
  if (/^[A-Z]\w+$/.test(name)) return name;
  const words = name
    .replace(/^ant-design:/, "")
    .replace(/-outlined$/, "")
    .split("-");
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Outlined`;
}

/** The code of one button, for who may press it. */
export const buttonPermission = (headId: string, code: string): string => `${formPrefix(headId)}:${code}`;

/** What the pages of forms say beside what their designers wrote; part of the documents, translated like theirs. */
const screenTexts = {
  chooseOne: "请选择一条数据",
  buttonDone: "处理完成!",
};
