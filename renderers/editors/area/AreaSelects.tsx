import { useMemo, useState } from "react";
import { type AreaNode, areaCodes, areaText, areaTree, isAreaMatch } from "../../../runtime/area/areas.ts";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { messages } from "../../messages.ts";
import { pickMessages } from "../../pick-messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import type { EditorProps } from "../editor-props.ts";
import "./area.css";

/** Three selects side by side; a value is stored when a district is chosen, or the level that has none below. */
export function AreaSelects({ id, title, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const chosen = typeof value === "string" && value ? areaCodes(value) : [];
  const levels: (readonly AreaNode[])[] = [areaTree()];
  for (const code of chosen) levels.push(levels.at(-1)?.find((node) => node.code === code)?.children ?? []);
  return (
    <div className="sc-area-selects sc-boxes">
      {pickMessages.area.levels.map((level, index) => (
        <AreaLevel
          key={level}
          id={index === 0 ? id : `${id}-${index + 1}`}
          title={level}
          label={`${title} ${level}`}
          aria={aria}
          disabled={disabled || (index > 0 && chosen[index - 1] === undefined)}
          nodes={levels[index] ?? noNodes}
          code={chosen[index]}
          onChange={(code) => onChange(code ?? chosen[index - 1] ?? null)}
          onBlur={onBlur}
        />
      ))}
    </div>
  );
}

const noNodes: readonly AreaNode[] = [];

interface AreaLevelProps extends Pick<EditorProps, "id" | "title" | "aria" | "disabled" | "onBlur"> {
  readonly label: string;
  readonly nodes: readonly AreaNode[];
  readonly code: string | undefined;
  onChange(code: string | undefined): void;
}

/** One level, found by name or by pinyin initials. */
function AreaLevel({ id, title, label, aria, disabled, nodes, code, onChange, onBlur }: AreaLevelProps) {
  const [typed, setTyped] = useState("");
  const choices = useMemo(
    () =>
      nodes
        .filter(({ name }) => typed === "" || isAreaMatch(name, typed))
        .map((node) => ({ value: node.code, label: node.name })),
    [nodes, typed],
  );
  return (
    <ChoiceSelect
      id={id}
      label={label}
      aria={aria}
      disabled={disabled}
      placeholder={messages.form.select(title)}
      choices={choices}
      chosen={code ? [{ value: code, label: lastName(code) }] : []}
      empty={<LookUpState isLoading={false} problem={undefined} onRetry={undefined} />}
      onSearch={setTyped}
      onChange={([next]) => onChange(next?.value)}
      onBlur={onBlur}
    />
  );
}

/** The division's own name, also of an abolished one. */
function lastName(code: string): string {
  const parent = areaCodes(code).at(-2);
  const above = parent ? (areaText(parent) ?? "") : "";
  const text = areaText(code) ?? code;
  return text.startsWith(above) && text.length > above.length ? text.slice(above.length) : text;
}
