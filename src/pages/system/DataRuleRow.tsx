import FilterOutlined from "@ant-design/icons/FilterOutlined";
import WarningOutlined from "@ant-design/icons/WarningOutlined";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { type ConsoleServices, RequestError } from "../../../runtime/react/services.ts";
import { messages } from "../../messages/messages.ts";
import { type DataRule, type GrantOwner, loadRules, saveRules } from "./grant-calls.ts";

const { grants } = messages;

interface DataRuleRowProps {
  readonly owner: GrantOwner;
  readonly services: ConsoleServices;
  readonly permissionId: string;
  readonly name: string;
  /** Pixels. */
  readonly indent: number;
  readonly isStored: boolean;
}

interface Rules {
  readonly rules: readonly DataRule[];
  readonly checked: ReadonlySet<string>;
}

/** The data rules of one granted menu, below its row: which of them narrow it here. */
export function DataRuleRow({ owner, services, permissionId, name, indent, isStored }: DataRuleRowProps) {
  const [loaded, setLoaded] = useState<Rules | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      services.notify("error", reason.message, reason);
    } finally {
      setBusy(false);
    }
  };
  const open = () => run(async () => setLoaded(await loadRules(services, owner, permissionId)));
  const save = (rules: Rules) =>
    run(async () => {
      await saveRules(services, owner, permissionId, rules.checked);
      services.notify("success", grants.rulesSaved(name));
      setLoaded(undefined);
    });
  const toggle = (rules: Rules, id: string) => {
    const checked = new Set(rules.checked);
    if (!checked.delete(id)) checked.add(id);
    setLoaded({ ...rules, checked });
  };
  return (
    <div className="grants-rules" style={{ paddingLeft: indent + 24 }}>
      <FilterOutlined aria-hidden="true" />
      {loaded ? (
        <>
          <fieldset className="grants-rule-list">
            <legend className="visually-hidden">{grants.rulesOf(name)}</legend>
            {loaded.rules.map((rule) => (
              <Checkbox key={rule.id} checked={loaded.checked.has(rule.id)} onChange={() => toggle(loaded, rule.id)}>
                {rule.ruleName}{" "}
                <small>
                  {rule.ruleColumn} {rule.ruleConditions} {rule.ruleValue}
                </small>
                {rule.fault && (
                  <strong className="grants-fault" role="note">
                    <WarningOutlined aria-hidden="true" /> {grants.ruleFault(rule.fault)}
                  </strong>
                )}
              </Checkbox>
            ))}
          </fieldset>
          <Button loading={isBusy} onClick={() => void save(loaded)}>
            {grants.saveRules}
          </Button>
        </>
      ) : (
        <>
          <span className="sc-grow">{isStored ? grants.rules : grants.rulesAfterSave}</span>
          <Button
            type="link"
            size="small"
            aria-label={grants.setRulesOf(name)}
            disabled={!isStored || isBusy}
            onClick={() => void open()}
          >
            {grants.setRules}
          </Button>
        </>
      )}
    </div>
  );
}
