import { createContext, type InputHTMLAttributes, type KeyboardEvent, type Ref, use } from "react";
import type { TypedDate } from "./use-typed-date.ts";

/** What is typed into the boxes of a date control: one, or the begin and the end of a range. */
export const TypedDates = createContext<readonly (TypedDate & { readonly label?: string })[]>([]);

type TypedInputProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly ref?: Ref<HTMLInputElement>;
  /** antd's name for the two boxes of a range. */
  readonly "date-range"?: "start" | "end";
};

/**
 * The box of antd's date controls. antd would write a date anew as soon as its text can be read, 2026/3/1 before the 4 of
 * 2026/3/14; here it stays as it is typed.
 */
export function TypedInput(props: TypedInputProps) {
  const typed = use(TypedDates)[props["date-range"] === "end" ? 1 : 0];
  const handleKeys = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing;
    // It ends what is typed, or else opens and closes the calendar; it sends no form.
    if (isEnter && typed?.isTyping) {
      event.preventDefault();
      typed.end();
    }
    props.onKeyDown?.(event);
    if (!isEnter) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      {...props}
      aria-label={typed?.label ?? props["aria-label"]}
      value={typed?.text ?? props.value}
      onChange={(event) => typed?.type(event.target.value, (event.nativeEvent as InputEvent).isComposing === true)}
      onCompositionEnd={(event) => typed?.type(event.currentTarget.value, false)}
      onKeyDown={handleKeys}
    />
  );
}

/** What every picker with such a box is given. The box holds what is chosen or typed, not what the pointer is over. */
export const typedPicker = {
  className: "sc-date",
  classNames: { popup: { root: "sc-date-popup" } },
  components: { input: TypedInput },
  previewValue: false,
} as const;
