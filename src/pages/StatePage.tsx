import { Link } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import type { IllustrationKind } from "./Illustration.tsx";
import { PageFrame } from "./PageFrame.tsx";
import { StateView } from "./StateView.tsx";

interface StatePageContent {
  readonly kind: IllustrationKind;
  readonly title: string;
  readonly text: string;
}

const { state } = messages;

/** The exception pages by address. */
export const statePages: Readonly<Record<string, StatePageContent>> = {
  "/403": { kind: "denied", title: state.forbiddenTitle, text: state.forbiddenText },
  "/404": { kind: "nothingFound", title: state.notFoundTitle, text: state.notFoundText },
  "/500": { kind: "error", title: state.errorTitle, text: state.serverErrorText },
};

export function StatePage({ page }: { readonly page: StatePageContent }) {
  return (
    <PageFrame title={page.title} crumbs={[]}>
      <div className="page-card">
        <StateView {...page}>
          <Link className="console-button" to={homePath}>
            {state.backHome}
          </Link>
        </StateView>
      </div>
    </PageFrame>
  );
}
