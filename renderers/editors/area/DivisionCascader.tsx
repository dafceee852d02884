import { Cascader } from "antd";
import { useEffect, useState } from "react";
import { loadPart, retryParts } from "../../../runtime/react/lazy-part.ts";
import { clearMark } from "../../layouts/clear-mark.tsx";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { listedPopup } from "../../layouts/listed-popup.tsx";
import { opensAtOnce } from "../../layouts/opens-at-once.ts";
import { pickMessages } from "../../pick-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import "../choice-select.css";
import "./area.css";

type Divisions = typeof import("./divisions.ts");

/** Hits of a search; more are not looked through. */
const searchLimit = 50;

interface DivisionCascaderProps extends Partial<Pick<EditorProps, "aria" | "disabled" | "autoOpen" | "onBlur">> {
  readonly id: string;
  readonly placeholder: string;
  /** What is stored: a code, or with `anyLevel` what the codes of a division and of all below begin with. */
  readonly value: string;
  /** Words of the value, where somebody knows them already. */
  readonly words?: string | undefined;
  /** A province or a city is a choice, too. */
  readonly anyLevel?: boolean;
  onChange(value: string | null): void;
}

/**
 * Province, city and district side by side; found by name or by pinyin initials. The list of all divisions comes when it
 * is opened, or at once where it alone knows the words of the value.
 */
export function DivisionCascader(props: DivisionCascaderProps) {
  const { id, value, words, aria, disabled = false, autoOpen = false, anyLevel = false, onChange, onBlur } = props;
  const [isOpen, setOpen] = useState(autoOpen && !disabled);
  const { divisions, problem, retry } = useDivisions(isOpen || (value !== "" && !words));
  const code = divisions && anyLevel && value ? divisions.areaOfPrefix(value) : value;
  return (
    <Cascader
      {...aria}
      id={id}
      allowClear={clearMark}
      autoFocus={autoOpen}
      {...opensAtOnce(autoOpen)}
      open={isOpen}
      changeOnSelect={anyLevel}
      className="sc-select"
      classNames={{ popup: { root: "sc-area-popup" } }}
      popupRender={listedPopup(id)}
      status={aria?.["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={props.placeholder}
      options={divisions?.areaOptions() ?? []}
      value={code ? (divisions?.areaCodes(code) ?? [code]) : []}
      displayRender={() => divisions?.areaText(code) ?? (words || value)}
      showSearch={divisions ? { filter: divisions.isMeant, limit: searchLimit } : true}
      notFoundContent={<LookUpState isLoading={!divisions && !problem} problem={problem} onRetry={retry} />}
      onOpenChange={setOpen}
      onChange={(path) => {
        const last = String(path?.at(-1) ?? "");
        onChange((last && anyLevel ? divisions?.areaPrefix(last) : last) || null);
      }}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

/** The list of all divisions, fetched once it is wanted. */
function useDivisions(isWanted: boolean) {
  const [divisions, setDivisions] = useState<Divisions | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isMissing = isWanted && !divisions && problem === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isLate = false;
    loadPart(() => import("./divisions.ts")).then(
      (module) => (isLate ? undefined : setDivisions(module)),
      () => (isLate ? undefined : setProblem(pickMessages.area.missing)),
    );
    return () => {
      isLate = true;
    };
  }, [isMissing]);
  const retry = () => {
    retryParts();
    setProblem(undefined);
  };
  return { divisions, problem, retry };
}
