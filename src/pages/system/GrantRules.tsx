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
          {draft.rulesOf(menu).map((rule) => {
            const isOfDepart = draft.isOfDepart(menu, rule.id);
            const fixed = fixedReason(draft, menu, rule.id);
            return (
              <Checkbox
                key={rule.id}
                checked={draft.isChosen(menu, rule.id) || isOfDepart}
                disabled={fixed !== undefined}
                {...(fixed === undefined ? {} : { title: fixed })}
                onChange={() => onChange(draft.toggleRule(menu, rule.id))}
              >
                <RuleWords rule={rule} isOfDepart={isOfDepart} />
              </Checkbox>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

/** Why a rule cannot be left out here; undefined for one that can. */
function fixedReason(draft: GrantDraft, menu: string, ruleId: string): string | undefined {
  if (draft.isOfDepart(menu, ruleId)) return grants.ruleOfDepart;
  return draft.isHeld(menu, ruleId) && draft.isChosen(menu, ruleId) ? grants.ruleHeld : undefined;
}

function RuleWords({ rule, isOfDepart }: { readonly rule: DataRule; readonly isOfDepart: boolean }) {
  return (
    <>
      {rule.ruleName}{" "}
      <small>
        {rule.columnText} {rule.conditionText} {rule.valueText}
      </small>{" "}
      {isOfDepart ? <Tag>{grants.ofDepart}</Tag> : null}
      {rule.status === "1" ? null : <Tag>{grants.ruleOff}</Tag>}
      {rule.fault && (
        <strong className="grants-fault sc-hint sc-bad" role="note">
          <WarningOutlined aria-hidden="true" /> {grants.ruleFault(rule.fault)}
        </strong>
      )}
    </>
  );
}
