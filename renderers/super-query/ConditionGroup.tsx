import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button } from "antd";
import type { MatchType } from "../../runtime/query/super-query.ts";
import { messages } from "../messages.ts";
import { useBuilder } from "./builder-context.ts";
import { type BuilderGroup, type BuilderNode, emptyGroup, emptyRow, mayNest } from "./builder-tree.ts";
import { ConditionRow } from "./ConditionRow.tsx";
import "../editors/ticks.css";

const texts = messages.superQuery;

const matchTypes: readonly { readonly value: MatchType; readonly label: string }[] = [
  { value: "and", label: texts.all },
  { value: "or", label: texts.any },
];

interface ConditionGroupProps {
  readonly group: BuilderGroup;
  /** 0 = the whole query. */
  readonly depth: number;
}

/** Conditions under one joint, with a bracket that says it between them. Groups stand inside like a line. */
export function ConditionGroup({ group, depth }: ConditionGroupProps) {
  const { change, remove, isFull } = useBuilder();
  const add = (node: BuilderNode) =>
    change(group.key, (now) => (now.kind === "group" ? { ...now, nodes: [...now.nodes, node] } : now));
  const joint = group.matchType === "and" ? texts.and : texts.or;
  return (
    <div className={depth === 0 ? "sc-super-group" : "sc-super-group sc-super-inner"}>
      <div className="sc-super-match">
        <span>{depth === 0 ? texts.match : texts.groupMatch}</span>
        <div
          role="radiogroup"
          aria-label={depth === 0 ? texts.match : texts.groupMatch}
          className="sc-ticks sc-ticks-buttons"
        >
          {matchTypes.map(({ value, label }) => (
            <label key={value} className="sc-tick">
              <input
                type="radio"
                className="sc-check"
                name={`super-match-${group.key}`}
                checked={group.matchType === value}
                onChange={() => change(group.key, (now) => ({ ...now, matchType: value }) as BuilderGroup)}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {depth > 0 ? (
          <button
            type="button"
            className="sc-icon-button sc-super-remove-group"
            aria-label={texts.removeGroup}
            title={texts.removeGroup}
            onClick={() => remove(group.key)}
          >
            <DeleteOutlined aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <ul className="sc-super-list">
        {group.nodes.map((node, index) => (
          <li key={node.key} data-joint={index > 0 ? joint : undefined}>
            {node.kind === "row" ? (
              <ConditionRow row={node} no={index + 1} />
            ) : (
              <ConditionGroup group={node} depth={depth + 1} />
            )}
          </li>
        ))}
        <li className="sc-super-add">
          <Button icon={<PlusOutlined aria-hidden="true" />} disabled={isFull} onClick={() => add(emptyRow())}>
            {texts.add}
          </Button>
          {mayNest(depth) ? (
            <Button
              type="link"
              icon={<PlusOutlined aria-hidden="true" />}
              disabled={isFull}
              onClick={() => add(emptyGroup())}
            >
              {texts.addGroup}
            </Button>
          ) : null}
          {isFull ? <span className="sc-help">{texts.full}</span> : null}
        </li>
      </ul>
    </div>
  );
}
