import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Outlet, useNavigation } from "react-router-dom";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../renderers/layouts/ProgressBar.tsx";
import { whenIdle } from "../../renderers/layouts/when-idle.ts";
import { lazyPart, retryParts } from "../../runtime/react/lazy-part.ts";
import { Boundary } from "../feedback/Boundary.tsx";
import { OverPage } from "../feedback/OverPage.tsx";
import { PlainFeedback } from "../feedback/PlainFeedback.tsx";
import { LockScreen } from "../login/LockScreen.tsx";
import { useConsole } from "../stores/console.ts";

const FeedbackHost = lazyPart(async () => ({ default: (await import("../feedback/FeedbackHost.tsx")).FeedbackHost }));

const SecondFactorDialog = lazyPart(async () => ({
  default: (await import("../login/SecondFactorDialog.tsx")).SecondFactorDialog,
}));

/**
 * Around every page: progress during navigation, notices, questions, signing in again, and the locked screen. The last comes
 * with the console: it covers the page from the first moment. The others follow the first page, as long as the network is there.
 */
export const Root = observer(function Root() {
  const { lock, session } = useConsole();
  const { state } = useNavigation();
  useEffect(() => lock.watch(), [lock]);
  useEffect(() => whenIdle(() => void FeedbackHost.preload()), []);
  const isLocked = lock.isLocked && session.token !== undefined;
  return (
    <>
      {state !== "idle" && <ProgressBar />}
      <Outlet />
      {/* Questions and notices wait: nothing of the person's work stands over a locked screen. */}
      {!isLocked && <FeedbackWhenWanted />}
      {isLocked && <LockScreen />}
      <CodeWhenAsked />
    </>
  );
});

/** Also over a locked screen: unlocking it is a sign-in. */
const CodeWhenAsked = observer(function CodeWhenAsked() {
  const { secondFactor } = useConsole();
  if (secondFactor.purpose === undefined) return null;
  return (
    <OverPage onFailed={() => secondFactor.cancel()}>
      <SecondFactorDialog />
    </OverPage>
  );
});

/** Nothing is fetched for a page that has nothing to say yet. What did not arrive is asked for again by the next word. */
const FeedbackWhenWanted = observer(function FeedbackWhenWanted() {
  const { feedback, renewal } = useConsole();
  if (feedback.notices.length + feedback.confirms.length === 0 && !renewal.isOpen) return null;
  return (
    <Boundary onError={retryParts} fallback={<PlainFeedback />}>
      <LazyBoundary fallback={null}>
        <FeedbackHost />
      </LazyBoundary>
    </Boundary>
  );
});
