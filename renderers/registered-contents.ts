import { type ComponentType, createContext } from "react";
import type { ViewPlan } from "../runtime/compile/view-plan.ts";
import type { RowGuard } from "../runtime/react/list-query.ts";
import type { ConsoleServices } from "../runtime/react/services.ts";

/** What a registered content is given; it draws its own frame (`ViewFrame`), because only it knows its footer. */
export interface ContentProps {
  /** The document's `params`, expressions evaluated. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly services: ConsoleServices;
  readonly frame: {
    readonly as: Exclude<ViewPlan["as"], "inline">;
    readonly title: string;
    readonly label: string;
    readonly width: number | undefined;
  };
  onClose(): void;
  /** In a card: says what is not saved, so that leaving the row asks first; the answer ends it. */
  guard?(unsaved: RowGuard): () => void;
}

/** Contents of views by the name that documents write under `content.component`. */
export type RegisteredContents = Readonly<Record<string, ComponentType<ContentProps>>>;

/** Given by the console; a test or a preview may leave it out. */
export const ContentsContext = createContext<RegisteredContents>({});
