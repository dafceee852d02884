import { Button, InputNumber, Radio, Select } from "antd";
import type { ReactNode } from "react";
import { cronMessages } from "../../../runtime/cron/cron-messages.ts";
import type { CronMode, CronPart, CronPartName } from "../../../runtime/cron/cron-parts.ts";
import { writeCronPart } from "../../../runtime/cron/write-cron.ts";
import { useStepNames } from "../number/use-step-names.ts";
import { cronEditorMessages } from "./cron-editor-messages.ts";
import { partBounds, partModes, startingPart } from "./cron-modes.ts";

const texts = cronEditorMessages;

interface CronPartPanelProps {
  readonly name: CronPartName;
  readonly part: CronPart;
  onChange(part: CronPart): void;
}

/** The modes of one part, one a line; touching a line's numbers chooses it. */
export function CronPartPanel({ name, part, onChange }: CronPartPanelProps) {
  const thisYear = new Date().getFullYear();
  const modes: readonly CronMode[] = part.mode === "list" ? [...partModes[name], "list"] : partModes[name];
  // A mode that is not chosen shows what it would start with; its values stand unpressed.
  const shown = (mode: CronMode): CronPart => {
    if (part.mode === mode) return part;
    return mode === "specific" ? { mode, values: [] } : startingPart(name, mode, thisYear);
  };
  return (
    <Radio.Group
      className="sc-cron-modes"
      aria-label={texts.parts[name]}
      value={part.mode}
      onChange={(event) => onChange(startingPart(name, event.target.value as CronMode, thisYear))}
    >
      {modes.map((mode) => (
        <div
          key={mode}
          className={mode === part.mode ? "sc-cron-mode sc-line sc-wrap sc-picked" : "sc-cron-mode sc-line sc-wrap"}
        >
          <Radio value={mode} aria-label={modeTitle(name, mode)}>
            {mode === "specific" ? (
              texts.specific[name]
            ) : (
              <ModeLine name={name} part={shown(mode)} onChange={onChange} />
            )}
          </Radio>
          {mode === "specific" ? <ModeLine name={name} part={shown(mode)} onChange={onChange} /> : null}
        </div>
      ))}
    </Radio.Group>
  );
}

function modeTitle(name: CronPartName, mode: CronMode): string {
  const titles: Partial<Record<CronMode, string>> = {
    every: texts.every[name],
    none: texts.none,
    increment: `${texts.from}${texts.startAt}${texts.runOnce}`,
    range: `${texts.from}${texts.to}`,
    last: texts.last,
    lastWorkday: texts.lastWorkday,
    beforeLast: texts.beforeLast.join(""),
    nearest: texts.nearest.join(""),
    lastOf: texts.lastOf,
    nth: texts.nth.join(""),
    specific: texts.specific[name],
  };
  return titles[mode] ?? mode;
}

/** What one mode says, with its numbers in the places of the sentence. */
function ModeLine({ name, part, onChange }: CronPartPanelProps): ReactNode {
  const bounds = partBounds[name];
  const unit = texts.units[name];
  const value = (label: string, now: number, range: readonly [number, number], change: (next: number) => CronPart) =>
    name === "week" && label !== texts.step ? (
      <Weekday label={label} value={now} onChange={(next) => onChange(change(next))} />
    ) : (
      <Count label={label} value={now} range={range} onChange={(next) => onChange(change(next))} />
    );
  switch (part.mode) {
    case "every":
      return <span>{texts.every[name]}</span>;
    case "none":
      return <span>{texts.none}</span>;
    case "increment":
      return (
        <span>
          {texts.from}{" "}
          {value(texts.start, part.start ?? bounds.start[0], bounds.start, (start) => ({ ...part, start }))} {unit}
          {texts.startAt} {value(texts.step, part.step, bounds.step, (step) => ({ ...part, step }))}{" "}
          {texts.stepUnits[name]}
          {texts.runOnce}
        </span>
      );
    case "range":
      return (
        <span>
          {texts.from} {value(texts.rangeFrom, part.from, bounds.from, (from) => ({ ...part, from }))} {unit}
          {texts.to} {value(texts.rangeTo, part.to, bounds.to, (to) => ({ ...part, to }))}
          {unit ? ` ${unit}` : ""}
          {texts.run(texts.every[name])}
        </span>
      );
    case "last":
      return <span>{texts.last}</span>;
    case "lastWorkday":
      return <span>{texts.lastWorkday}</span>;
    case "beforeLast":
      return (
        <span>
          {texts.beforeLast[0]}{" "}
          <Count
            label={texts.days}
            value={part.days}
            range={[1, 31]}
            onChange={(days) => onChange({ ...part, days })}
          />{" "}
          {texts.beforeLast[1]}
        </span>
      );
    case "nearest":
      return (
        <span>
          {texts.nearest[0]}{" "}
          <Count label={texts.day} value={part.day} range={[1, 31]} onChange={(day) => onChange({ ...part, day })} />{" "}
          {texts.nearest[1]}
        </span>
      );
    case "lastOf":
      return (
        <span>
          {texts.lastOf}{" "}
          <Weekday label={texts.weekday} value={part.weekday} onChange={(weekday) => onChange({ ...part, weekday })} />
        </span>
      );
    case "nth":
      return (
        <span>
          {texts.nth[0]}{" "}
          <Count
            label={texts.nthLabel}
            value={part.nth}
            range={[1, 5]}
            onChange={(nth) => onChange({ ...part, nth })}
          />{" "}
          {texts.nth[1]}{" "}
          <Weekday label={texts.weekday} value={part.weekday} onChange={(weekday) => onChange({ ...part, weekday })} />
        </span>
      );
    case "specific":
      return <Values name={name} values={part.values} onChange={(values) => onChange({ mode: "specific", values })} />;
    case "list":
      return <span>{texts.list(writeCronPart(name, part))}</span>;
  }
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [number, number];
  onChange(value: number): void;
}

function Count({ label, value, range, onChange }: CountProps) {
  const input = useStepNames();
  return (
    <InputNumber<number>
      ref={input}
      size="small"
      className="sc-cron-count"
      aria-label={label}
      min={range[0]}
      max={range[1]}
      precision={0}
      value={value}
      onChange={(next) => (next === null ? undefined : onChange(next))}
    />
  );
}

interface WeekdayProps {
  readonly label: string;
  readonly value: number;
  onChange(value: number): void;
}

/** Weeks begin on Monday here; Quartz counts from 1 = Sunday. */
const weekdays = [2, 3, 4, 5, 6, 7, 1];

function Weekday({ label, value, onChange }: WeekdayProps) {
  return (
    <Select<number>
      size="small"
      className="sc-cron-weekday"
      aria-label={label}
      options={weekdays.map((weekday) => ({ value: weekday, label: cronMessages.weekdays[weekday] ?? "" }))}
      value={value}
      onChange={onChange}
    />
  );
}

interface ValuesProps {
  readonly name: CronPartName;
  readonly values: readonly number[];
  onChange(values: readonly number[]): void;
}

/** All values in sight, pressed or not. */
function Values({ name, values, onChange }: ValuesProps) {
  const [low, high] = partBounds[name].values;
  const all = name === "week" ? weekdays : Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const toggle = (value: number) =>
    onChange(
      values.includes(value)
        ? values.filter((each) => each !== value)
        : [...values, value].sort((one, other) => one - other),
    );
  return (
    <fieldset className="sc-cron-values sc-line sc-wrap" aria-label={texts.specific[name]}>
      {all.map((value) => (
        <Button
          key={value}
          size="small"
          color={values.includes(value) ? "primary" : "default"}
          variant={values.includes(value) ? "solid" : "filled"}
          aria-pressed={values.includes(value)}
          onClick={() => toggle(value)}
        >
          {name === "week" ? cronMessages.weekdays[value] : value}
        </Button>
      ))}
    </fieldset>
  );
}
