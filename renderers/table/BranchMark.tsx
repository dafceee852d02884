import CaretRightFilled from "@ant-design/icons/CaretRightFilled";
import LoadingOutlined from "@ant-design/icons/LoadingOutlined";
import { messages } from "../messages.ts";
import type { BranchState } from "./table-layout.ts";

interface BranchMarkProps {
  readonly state: BranchState;
  /** What the row is called, for those who hear the page. */
  readonly name: string;
  onToggle(): void;
}

/** The caret of a row that opens. A row with nothing below keeps the room, so that names stay in line. */
export function BranchMark({ state, name, onToggle }: BranchMarkProps) {
  if (state === "leaf") return <span className="sc-branch" tabIndex={-1} />;
  const isOpen = state === "open";
  return (
    <button
      type="button"
      className="sc-branch"
      aria-expanded={isOpen}
      aria-label={isOpen ? messages.list.closeRow(name) : messages.list.openRow(name)}
      onClick={onToggle}
    >
      {state === "loading" ? (
        <LoadingOutlined aria-hidden="true" />
      ) : (
        <CaretRightFilled aria-hidden="true" className={isOpen ? "sc-branch-open" : undefined} />
      )}
    </button>
  );
}
