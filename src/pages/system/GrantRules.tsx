import WarningOutlined from "@ant-design/icons/WarningOutlined";
import { Checkbox, Tag } from "antd";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { administrationMessages } from "../../messages/administration.ts";
import type { DataRule } from "./grant-calls.ts";
import type { GrantDraft } from "./grant-draft.ts";
import type { GrantTree } from "./grant-set.ts";

const { grants } = administrationMessages;

interface GrantRulesProps {
  readonly tree: GrantTree;
  readonly draft: GrantDraft;
  onChange(draft: GrantDraft): void;
}

/** The data rules of every granted menu that has some: which of them narrow it here. */
export function GrantRules({ tree, draft, onChange }: GrantRulesProps) {
  const menus = draft.ruled(tree.keys);
  if (menus.length === 0) return <EmptyState kind="empty" title={grants.noRulesTitle} text={grants.noRulesText} />;
  return (
    <div className="grants-menus sc-boxes">
      <p>{grants.allOfThem}</p>
      {menus.map((menu) => (
        <fieldset key={menu} className="grants-rule-list sc-boxes" data-menu={menu}>
          <legend>{tree.titleOf(menu)}</legend>
          {draft.rulesOf(menu).map((rule) => (
            <Checkbox
              key={rule.id}
              checked={draft.isChosen(menu, rule.id)}
              disabled={draft.isHeld(menu, rule.id) && draft.isChosen(menu, rule.id)}
              {...(draft.isHeld(menu, rule.id) ? { title: grants.ruleHeld } : {})}
              onChange={() => onChange(draft.toggleRule(menu, rule.id))}
            >
              <RuleWords rule={rule} />
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function RuleWords({ rule }: { readonly rule: DataRule }) {
  return (
    <>
      {rule.ruleName}{" "}
      <small>
        {rule.columnText} {rule.conditionText} {rule.valueText}
      </small>{" "}
      {rule.status === "1" ? null : <Tag>{grants.ruleOff}</Tag>}
      {rule.fault && (
        <strong className="grants-fault sc-hint sc-bad" role="note">
          <WarningOutlined aria-hidden="true" /> {grants.ruleFault(rule.fault)}
        </strong>
      )}
    </>
  );
}
