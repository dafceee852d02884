import { Button } from "antd";
import { EmptyState, type StateKind } from "../../renderers/layouts/EmptyState.tsx";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { LinkButton } from "../router/LinkButton.tsx";
import { PageFrame } from "./PageFrame.tsx";

interface StatePageContent {
  readonly kind: StateKind;
  readonly title: string;
  readonly text: string;
}

const { state } = messages;

/** The exception and result pages by address. */
export const statePages: Readonly<Record<string, StatePageContent>> = {
  "/403": { kind: "denied", title: state.forbiddenTitle, text: state.forbiddenText },
  "/404": { kind: "noResult", title: state.notFoundTitle, text: state.notFoundText },
  "/500": { kind: "error", title: state.errorTitle, text: state.serverErrorText },
  "/result/success": { kind: "success", title: state.successTitle, text: state.successText },
  "/result/fail": { kind: "error", title: state.failTitle, text: state.failText },
};

export function StatePage({ page }: { readonly page: StatePageContent }) {
  return (
    <PageFrame title={page.title} crumbs={[]}>
      <div className="sc-card">
        <EmptyState {...page}>
          {page.kind === "error" && <Button onClick={() => window.history.back()}>{state.back}</Button>}
          <LinkButton to={homePath}>{state.backHome}</LinkButton>
        </EmptyState>
      </div>
    </PageFrame>
  );
}
