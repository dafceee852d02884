import { commaParts } from "../../../runtime/format/text.ts";
import { words } from "../../../runtime/format/words.ts";
import type { CellProps } from "../cell-props.ts";
import { toneOf } from "../tone.ts";

/** A state is a dot with plain text, a category a tinted tag, an entry without colour plain text. */
export function DictTagCell({ value, text, subject, plan, context }: CellProps) {
  const colors = plan.props.type === "dict-tag" ? plan.props.colors : undefined;
  const parts = commaParts(value);
  const shown = text.split(words.listComma);
  const kind = context.isState(subject.name) ? "sc-dot" : "sc-tag";
  return (
    <span className="sc-tags sc-run">
      {parts.map((part, index) => {
        const option = subject.dict ? context.dictOption(subject.dict, part) : undefined;
        const color = colors?.[part] ?? option?.color;
        return (
          // A row that takes other values keeps its elements; a word may stand twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no life of their own
          <span key={index} className={color ? `${kind} ${kind}-${toneOf(color)}` : undefined}>
            {shown[index] ?? part}
          </span>
        );
      })}
    </span>
  );
}
