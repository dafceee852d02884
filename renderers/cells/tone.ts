/** How a dictionary colour is drawn: the tags and dots of the palette. */
export type Tone = "grey" | "info" | "blue" | "success" | "warning" | "error" | "purple" | "cyan";

const tones: Readonly<Record<string, Tone>> = {
  default: "grey",
  processing: "info",
  blue: "blue",
  geekblue: "blue",
  success: "success",
  green: "success",
  lime: "success",
  warning: "warning",
  gold: "warning",
  orange: "warning",
  yellow: "warning",
  error: "error",
  red: "error",
  volcano: "error",
  magenta: "error",
  pink: "error",
  purple: "purple",
  cyan: "cyan",
};

/** An item's colour as an administrator chose it; none or a foreign one is grey. */
export function toneOf(color: string | undefined): Tone {
  return (color && tones[color]) || "grey";
}
