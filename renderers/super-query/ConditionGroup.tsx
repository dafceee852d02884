import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button, Radio } from "antd";
import type { MatchType } from "../../runtime/query/super-query.ts";
import { IconButton } from "../layouts/IconButton.tsx";
import { useBuilder } from "./builder-context.ts";
import { type BuilderGroup, type BuilderNode, emptyGroup, emptyRow, mayNest } from "./builder-tree.ts";
import { ConditionRow } from "./ConditionRow.tsx";
import { superQueryMessages } from "./super-query-messages.ts";

const texts = superQueryMessages;

const matchTypes: { readonly value: MatchType; readonly label: string }[] = [
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
    <div className={depth === 0 ? "sc-super-group" : "sc-super-group sc-super-inner sc-box sc-ground"}>
      <div className="sc-super-match sc-quiet sc-line">
        <span>{depth === 0 ? texts.match : texts.groupMatch}</span>
        <Radio.Group
          aria-label={depth === 0 ? texts.match : texts.groupMatch}
          optionType="button"
          options={matchTypes}
          value={group.matchType}
          onChange={(event) => change(group.key, (now) => ({ ...now, matchType: event.target.value }) as BuilderGroup)}
        />
        {depth > 0 ? (
          <IconButton
            style={{ marginInlineStart: "auto" }}
            label={texts.removeGroup}
            icon={<DeleteOutlined aria-hidden="true" />}
            onClick={() => remove(group.key)}
          />
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
        <li className="sc-line">
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
          {isFull ? <span className="sc-hint">{texts.full}</span> : null}
        </li>
      </ul>
    </div>
  );
}
