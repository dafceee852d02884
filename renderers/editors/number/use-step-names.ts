import type { GetRef, InputNumber } from "antd";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { messages } from "../../messages.ts";

const names = { up: messages.form.stepUp, down: messages.form.stepDown };

type NumberRef = GetRef<typeof InputNumber>;

/** Names the arrows of antd's InputNumber, which speaks English of them in every language; it has no property for that. */
export function useStepNames(): RefObject<NumberRef | null> {
  const input = useRef<NumberRef>(null);
  // With every drawing: a control that is open again has new arrows.
  useLayoutEffect(() => {
    for (const [action, name] of Object.entries(names)) {
      const arrow = input.current?.nativeElement.querySelector(`.ant-input-number-action-${action}`);
      arrow?.setAttribute("aria-label", name);
    }
  });
  return input;
}
