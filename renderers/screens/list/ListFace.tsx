import { Button } from "antd";
import { observer } from "mobx-react-lite";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { iconOf } from "../../layouts/icons.tsx";
import { StateFace } from "../../layouts/StateFace.tsx";
import { messages } from "../../messages.ts";

interface ListFaceProps {
  readonly store: ListStore;
  readonly actions: ListActions;
}

/** Why there are no rows: first use, nothing found, failed or denied; each with its next step. */
export const ListFace = observer(function ListFace({ store, actions }: ListFaceProps) {
  if (store.status === "denied") {
    return (
      <StateFace
        kind="denied"
        title={messages.states.deniedTitle}
        text={messages.states.deniedText(store.plan.title)}
        reason={store.error}
      >
        <Button onClick={() => store.services.navigate("/")}>{messages.states.backHome}</Button>
      </StateFace>
    );
  }
  if (store.status === "error") {
    return (
      <StateFace
        kind="error"
        title={messages.states.errorTitle}
        text={messages.states.errorText(store.error?.message ?? "")}
        reason={store.error}
      >
        <Button type="primary" icon={iconOf("ReloadOutlined")} onClick={() => void store.load()}>
          {messages.states.retry}
        </Button>
      </StateFace>
    );
  }
  if (store.filterCount > 0) {
    return (
      <StateFace
        kind="noResult"
        title={messages.states.noResultTitle}
        text={messages.states.noResultText(store.filterCount)}
      >
        <Button onClick={() => void store.clearFilters()}>{messages.states.clearFilters}</Button>
      </StateFace>
    );
  }
  return <EmptyFace store={store} actions={actions} />;
});

function EmptyFace({ store, actions }: ListFaceProps) {
  const buttons = actions
    .shown(store.plan.toolbar)
    .filter((button) => button.preset === "add" || button.preset === "import");
  const canAdd = buttons.some((button) => button.preset === "add");
  const text = !canAdd
    ? messages.states.emptyText
    : buttons.length > 1
      ? messages.states.emptyWithAddAndImport
      : messages.states.emptyWithAdd;
  return (
    <StateFace kind="empty" title={messages.states.emptyTitle(store.plan.model.title)} text={text}>
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
    </StateFace>
  );
}
