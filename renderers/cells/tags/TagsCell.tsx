import { commaParts } from "../../../runtime/format/text.ts";
import { words } from "../../../runtime/format/words.ts";
import type { CellProps } from "../cell-props.ts";
import { toneOf } from "../tone.ts";

/** Several short words, each in its own tag. */
export function TagsCell({ value, text, subject, context }: CellProps) {
  const parts = commaParts(typeof value === "string" ? value.replaceAll(/[;；]/g, ",") : value);
  const shown = subject.dict ? text.split(words.listComma) : [];
  return (
    <span className="sc-tags sc-run">
      {parts.map((part, index) => {
        const option = subject.dict ? context.dictOption(subject.dict, part) : undefined;
        return (
          // A row that takes other values keeps its elements; a word may stand twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no life of their own
          <span key={index} className={`sc-tag sc-tag-${toneOf(option?.color)}`}>
            {shown[index] ?? part}
          </span>
        );
      })}
    </span>
  );
}
