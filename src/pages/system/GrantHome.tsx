import { Select } from "antd";
import { administrationMessages } from "../../messages/administration.ts";
import type { GrantDraft } from "./grant-draft.ts";
import type { GrantTree } from "./grant-set.ts";

const { grants } = administrationMessages;

interface GrantHomeProps {
  readonly tree: GrantTree;
  readonly draft: GrantDraft;
  onChange(draft: GrantDraft): void;
}

/** The page that holders of a role see first: one of those that it grants. */
export function GrantHome({ tree, draft, onChange }: GrantHomeProps) {
  const isGone = draft.home !== "" && !draft.granted.has(draft.home);
  const pages = tree.pages.filter(({ key }) => draft.granted.has(key) || key === draft.home);
  return (
    <div className="grants-menus sc-boxes">
      <p>{grants.homeText}</p>
      <Select
        aria-label={grants.tabs.home}
        {...(isGone ? { status: "warning" as const } : {})}
        showSearch={{ optionFilterProp: "label" }}
        options={[
          { value: "", label: grants.usualHome },
          ...pages.map(({ key, url }) => ({ value: key, label: `${tree.pathOf(key)}  ${url}` })),
        ]}
        value={draft.home}
        onChange={(home) => onChange(draft.withHome(home))}
      />
      {isGone ? <p role="alert">{grants.homeGone}</p> : null}
    </div>
  );
}
