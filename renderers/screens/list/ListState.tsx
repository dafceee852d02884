import { Button } from "antd";
import { observer } from "mobx-react-lite";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { EmptyState } from "../../layouts/EmptyState.tsx";
import { iconOf } from "../../layouts/icons.tsx";
import { messages } from "../../messages.ts";

interface ListStateProps {
  readonly store: ListStore;
  readonly actions: ListActions;
}

/** Why there are no rows: first use, nothing found, failed or denied; each with its next step. */
export const ListState = observer(function ListState({ store, actions }: ListStateProps) {
  if (store.status === "denied") {
    return (
      <EmptyState
        kind="denied"
        title={messages.states.deniedTitle}
        text={messages.states.deniedText(store.plan.title)}
        reason={store.error}
      >
        <Button onClick={() => store.services.navigate("/")}>{messages.states.backHome}</Button>
      </EmptyState>
    );
  }
  if (store.status === "error") {
    return (
      <EmptyState
        kind="error"
        title={messages.states.errorTitle}
        text={messages.states.errorText(store.error?.message ?? "")}
        reason={store.error}
      >
        <Button type="primary" icon={iconOf("ReloadOutlined")} onClick={() => void store.load()}>
          {messages.states.retry}
        </Button>
      </EmptyState>
    );
  }
  if (store.filterCount > 0) {
    return (
      <EmptyState
        kind="noResult"
        title={messages.states.noResultTitle}
        text={messages.states.noResultText(store.filterCount)}
      >
        <Button onClick={() => void store.clearFilters()}>{messages.states.clearFilters}</Button>
      </EmptyState>
    );
  }
  return <NoRows store={store} actions={actions} />;
});

function NoRows({ store, actions }: ListStateProps) {
  const buttons = actions
    .shown(store.plan.toolbar)
    .filter((button) => button.preset === "add" || button.preset === "import");
  const canAdd = buttons.some((button) => button.preset === "add");
  const text = store.plan.table.empty
    ? store.plan.table.empty
    : !canAdd
      ? messages.states.emptyText
      : buttons.length > 1
        ? messages.states.emptyWithAddAndImport
        : messages.states.emptyWithAdd;
  // Rows that nobody stores have no name but their page's.
  const { model, models } = store.plan;
  const title = models.get(model.id) === model ? messages.states.emptyTitle(model.title) : messages.states.noRowsTitle;
  return (
    <EmptyState kind="empty" title={title} text={text}>
      {buttons.map((button) => (
        <Button
          key={button.key}
          type={button.preset === "add" ? "primary" : "default"}
          icon={button.preset === "add" ? iconOf(button.icon) : undefined}
          onClick={() => void actions.press(button)}
        >
          {button.label}
        </Button>
      ))}
    </EmptyState>
  );
}
