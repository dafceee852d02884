import { observer } from "mobx-react-lite";
import { Suspense, useEffect } from "react";
import { Outlet, useNavigation } from "react-router-dom";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { FeedbackHost } from "../feedback/FeedbackHost.tsx";
import { useConsole } from "../stores/console.ts";
import { ProgressBar } from "../ui/ProgressBar.tsx";

const LockScreen = lazyPart(async () => ({ default: (await import("../login/LockScreen.tsx")).LockScreen }));
const RenewalDialog = lazyPart(async () => ({ default: (await import("../login/RenewalDialog.tsx")).RenewalDialog }));

/** Around every page: progress during navigation, notices, questions, signing in again, and the locked screen. */
export const Root = observer(function Root() {
  const { renewal, lock, session } = useConsole();
  const { state } = useNavigation();
  useEffect(() => lock.watch(), [lock]);
  const isLocked = lock.isLocked && session.token !== undefined;
  return (
    <>
      {state !== "idle" && <ProgressBar />}
      <Outlet />
      {/* Questions and notices wait: nothing of the person's work stands over a locked screen. */}
      {!isLocked && <FeedbackHost />}
      {!isLocked && renewal.isOpen && (
        <Suspense fallback={null}>
          <RenewalDialog />
        </Suspense>
      )}
      {isLocked && (
        <Suspense fallback={<div className="lock-cover" />}>
          <LockScreen />
        </Suspense>
      )}
    </>
  );
});
