// Alone: a list has no use for the areas, codes and searches that come with antd's whole Input.
import Input, { type InputProps } from "antd/es/input/Input";
import { clearMark } from "./clear-mark.tsx";

interface TextInputProps extends Omit<InputProps, "value" | "onChange"> {
  readonly value: string;
  onChange(text: string): void;
}

/** One line of text with a mark that empties it. */
export function TextInput({ onChange, ...rest }: TextInputProps) {
  return <Input {...rest} allowClear={clearMark} onChange={(event) => onChange(event.target.value)} />;
}
