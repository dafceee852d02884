import FilterOutlined from "@ant-design/icons/FilterOutlined";
import SlidersOutlined from "@ant-design/icons/SlidersOutlined";
import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { messages } from "../messages.ts";
import type { BuilderGroup } from "./builder-tree.ts";

/** The builder comes with the first press. */
const SuperQueryDialog = lazyPart(() =>
  import("./SuperQueryDialog.tsx").then((module) => ({ default: module.SuperQueryDialog })),
);

/** The button of a query in force, with its conditions; most lists open without one. */
const AppliedQuery = lazyPart(() => import("./AppliedQuery.tsx").then((module) => ({ default: module.AppliedQuery })));

export interface SuperQueryButtonProps {
  readonly store: ListStore;
  readonly dictionaries: DictionaryCache;
  readonly columns: readonly string[];
  /** On a phone: the sign alone, without the conditions. */
  readonly compact?: boolean;
  onColumns(columns: readonly string[]): void;
}

/** QRY-02: closed, open, applied (the button is tinted and has a cross), reset. */
export const SuperQueryButton = observer(function SuperQueryButton(props: SuperQueryButtonProps) {
  const { store, dictionaries, columns, compact = false, onColumns } = props;
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<BuilderGroup | undefined>(undefined);
  const { superQuery } = store;
  const open = () => setOpen(true);
  // On a phone the funnel beside it opens the plain conditions: two of them side by side say nothing.
  const Icon = compact ? SlidersOutlined : FilterOutlined;
  const label = messages.list.superQuery;
  const plain = (
    <Button
      size={compact ? "large" : "middle"}
      icon={<Icon aria-hidden="true" />}
      {...(compact ? { "aria-label": label } : {})}
      onClick={open}
    >
      {compact ? "" : label}
    </Button>
  );
  return (
    <>
      {superQuery ? (
        <LazyBoundary fallback={plain}>
          <AppliedQuery
            store={store}
            query={superQuery}
            dictionaries={dictionaries}
            compact={compact}
            onOpen={open}
            onClear={() => {
              setDraft(undefined);
              void store.setSuperQuery(undefined);
            }}
          />
        </LazyBoundary>
      ) : (
        plain
      )}
      {isOpen ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <SuperQueryDialog
            store={store}
            dictionaries={dictionaries}
            columns={columns}
            draft={superQuery ? undefined : draft}
            onColumns={onColumns}
            onClose={(next) => {
              setDraft(next);
              setOpen(false);
            }}
          />
        </LazyBoundary>
      ) : null}
    </>
  );
});
