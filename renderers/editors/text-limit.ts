import type { TextAreaProps } from "antd/es/input/TextArea";

const length = (text: string): number => [...text].length;

/** A text longer than its field stays whole and is marked; that it may not stay so long is the form's to say. */
export const isTooLong = (text: string, maxLength: number | undefined): boolean =>
  maxLength !== undefined && length(text) > maxLength;

/** The count below a text of several lines. */
export const counted = (maxLength: number): NonNullable<TextAreaProps["count"]> => ({
  show: true,
  max: maxLength,
  strategy: length,
});
