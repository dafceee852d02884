import CaretDownOutlined from "@ant-design/icons/CaretDownOutlined";
import CaretRightOutlined from "@ant-design/icons/CaretRightOutlined";
import CheckOutlined from "@ant-design/icons/CheckOutlined";
import FilterOutlined from "@ant-design/icons/FilterOutlined";
import SearchOutlined from "@ant-design/icons/SearchOutlined";
import { Button, Checkbox, Input } from "antd";
import { Fragment, useMemo, useState } from "react";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { administrationMessages } from "../../messages/administration.ts";
import type { GrantDraft } from "./grant-draft.ts";
import type { GrantNode, GrantTree } from "./grant-set.ts";

const { grants } = administrationMessages;
const indentPx = 24;

interface GrantRowsProps {
  readonly tree: GrantTree;
  readonly draft: GrantDraft;
  onChange(draft: GrantDraft): void;
  /** The rules of a menu are to be chosen; absent where they stand in another tab of the card. */
  onRules?(permissionId: string): void;
}

/** The tree of menus: a row per group and page, buttons as chips behind their page. */
export function GrantRows(props: GrantRowsProps) {
  const { tree, draft } = props;
  const { granted } = draft;
  const onChange = (next: ReadonlySet<string>) => props.onChange(draft.withGranted(next));
  const [typed, setTyped] = useState("");
  const [isLinked, setLinked] = useState(true);
  const [onlyGranted, setOnlyGranted] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const text = typed.trim();
  const shown = useMemo(
    () =>
      text === "" && !onlyGranted
        ? tree.roots
        : tree.filter((node) => node.slotTitle.includes(text) && (!onlyGranted || granted.has(node.key))),
    [tree, text, onlyGranted, granted],
  );
  const isFiltered = text !== "" || onlyGranted;
  const isOpen = (key: string) => isFiltered || open.has(key);
  const groups = [...tree.keys];
  const isAllOpen = groups.every((key) => open.has(key));
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const set = (key: string, on: boolean) => onChange(tree.set(granted, key, on, isLinked));
  const row = (node: GrantNode, depth: number) => (
    <Fragment key={node.key}>
      <GrantRow
        tree={tree}
        granted={granted}
        node={node}
        depth={depth}
        isOpen={isOpen(node.key)}
        onToggle={toggle}
        onSet={set}
        onView={(key) => onChange(tree.setAlone(granted, key, isLinked))}
      />
      {granted.has(node.key) && draft.rulesOf(node.key).length > 0 ? (
        <RuleLine
          draft={draft}
          node={node}
          indentPx={(depth + 1) * indentPx + 24}
          onSet={props.onRules && (() => props.onRules?.(node.key))}
        />
      ) : null}
      {isOpen(node.key) ? rowsOf(node).map((child) => row(child, depth + 1)) : null}
    </Fragment>
  );
  return (
    <div className="grants">
      <div className="grants-bar sc-line sc-wrap">
        <Input
          style={{ width: 240 }}
          prefix={<SearchOutlined aria-hidden="true" />}
          allowClear
          placeholder={grants.search}
          aria-label={grants.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox checked={isLinked} onChange={(event) => setLinked(event.target.checked)}>
          {grants.linked}
        </Checkbox>
        <Checkbox checked={onlyGranted} onChange={(event) => setOnlyGranted(event.target.checked)}>
          {grants.onlyGranted}
        </Checkbox>
        <span className="sc-grow" />
        <Button type="link" size="small" onClick={() => setOpen(new Set(isAllOpen ? [] : groups))}>
          {isAllOpen ? grants.collapseAll : grants.expandAll}
        </Button>
        <Button type="link" size="small" onClick={() => onChange(tree.all(granted, true))}>
          {grants.all}
        </Button>
        <Button type="link" size="small" onClick={() => onChange(tree.all(granted, false))}>
          {grants.none}
        </Button>
      </div>
      {shown.length === 0 ? <EmptyState kind="noResult" title={grants.nothingTitle} text={grants.nothingText} /> : null}
      <div className="grants-rows">{shown.map((node) => row(node, 0))}</div>
    </div>
  );
}

const rowsOf = (node: GrantNode) => node.children.filter((child) => child.menuType !== 2);
const chipsOf = (node: GrantNode) => node.children.filter((child) => child.menuType === 2);

interface RuleLineProps {
  readonly draft: GrantDraft;
  readonly node: GrantNode;
  readonly indentPx: number;
  readonly onSet: (() => void) | undefined;
}

/** Below a granted menu: the rules that narrow it here, by name. */
function RuleLine({ draft, node, indentPx: paddingLeft, onSet }: RuleLineProps) {
  const names = draft
    .rulesOf(node.key)
    .flatMap(({ id, ruleName }) => (draft.isChosen(node.key, id) || draft.isOfDepart(node.key, id) ? [ruleName] : []));
  return (
    <div className="grants-rules sc-quiet sc-over sc-ground sc-line" style={{ paddingLeft }}>
      <FilterOutlined aria-hidden="true" />
      <span className="sc-grow">
        {grants.rules}
        <b>{names.join("、") || grants.allRows}</b>
      </span>
      {onSet && (
        <Button type="link" size="small" aria-label={grants.setRulesOf(node.slotTitle)} onClick={onSet}>
          {grants.setRules}
        </Button>
      )}
    </div>
  );
}

interface GrantRowProps {
  readonly tree: GrantTree;
  readonly granted: ReadonlySet<string>;
  readonly node: GrantNode;
  readonly depth: number;
  readonly isOpen: boolean;
  onToggle(key: string): void;
  onSet(key: string, on: boolean): void;
  /** The page is granted, its buttons stay as they are. */
  onView(key: string): void;
}

function GrantRow({ tree, granted, node, depth, isOpen, onToggle, onSet, onView }: GrantRowProps) {
  const state = tree.stateOf(node.key, granted);
  const hasRows = rowsOf(node).length > 0;
  const chips = chipsOf(node);
  return (
    <div className="grants-row sc-over sc-line" style={{ paddingLeft: depth * indentPx }} data-key={node.key}>
      {hasRows ? (
        <Button
          type="text"
          size="small"
          className="grants-caret"
          icon={isOpen ? <CaretDownOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-label={isOpen ? grants.close(node.slotTitle) : grants.open(node.slotTitle)}
          onClick={() => onToggle(node.key)}
        />
      ) : (
        <span className="grants-caret" />
      )}
      <Checkbox
        className="grants-name"
        indeterminate={state === "some"}
        checked={state === "all"}
        disabled={node.disableCheckbox}
        onChange={() => onSet(node.key, state !== "all")}
      >
        {node.slotTitle}
      </Checkbox>
      <span className="sc-grow" />
      {chips.length > 0 ? (
        <span className="grants-chips sc-line sc-wrap">
          <Chip
            label={grants.view}
            owner={node.slotTitle}
            isOn={granted.has(node.key)}
            disabled={node.disableCheckbox}
            onChange={(on) => (on ? onView(node.key) : onSet(node.key, false))}
          />
          {chips.map((chip) => (
            <Chip
              key={chip.key}
              label={chip.slotTitle}
              owner={node.slotTitle}
              isOn={granted.has(chip.key)}
              disabled={chip.disableCheckbox}
              onChange={(on) => onSet(chip.key, on)}
            />
          ))}
        </span>
      ) : (
        <span className="sc-hint sc-num">
          {tree.countOf(node.key, granted)} / {tree.below(node.key).length}
        </span>
      )}
    </div>
  );
}

interface ChipProps {
  readonly label: string;
  readonly owner: string;
  readonly isOn: boolean;
  readonly disabled: boolean;
  onChange(on: boolean): void;
}

function Chip({ label, owner, isOn, disabled, onChange }: ChipProps) {
  return (
    <Button
      size="small"
      color={isOn ? "primary" : "default"}
      variant={isOn ? "filled" : "outlined"}
      icon={isOn ? <CheckOutlined aria-hidden="true" /> : null}
      aria-pressed={isOn}
      aria-label={`${owner} ${label}`}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      {label}
    </Button>
  );
}
