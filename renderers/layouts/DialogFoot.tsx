import { Button } from "antd";
import type { ReactNode } from "react";
import { messages } from "../messages.ts";

interface DialogFootProps {
  readonly okText: string;
  /** Its work runs: neither button does anything meanwhile. */
  readonly isBusy?: boolean;
  /** Why it cannot be confirmed as it is. */
  readonly problem?: string | undefined;
  /** Another way, at the beginning of the foot. */
  readonly extra?: ReactNode;
  onOk(): void;
  /** Left out where there is nothing to give up. */
  onCancel?(): void;
}

/** Cancel and confirm, at the end of the foot. */
export function DialogFoot({ okText, isBusy = false, problem, extra, onOk, onCancel }: DialogFootProps) {
  return (
    <div className="sc-frame-foot sc-line sc-wrap">
      {extra}
      <span className="sc-grow" />
      {onCancel ? (
        <Button disabled={isBusy} onClick={onCancel}>
          {messages.form.cancel}
        </Button>
      ) : null}
      <Button type="primary" loading={isBusy} disabled={problem !== undefined} title={problem} onClick={onOk}>
        {okText}
      </Button>
    </div>
  );
}
