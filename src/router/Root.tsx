import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Outlet, useNavigation } from "react-router-dom";
import { FeedbackHost } from "../feedback/FeedbackHost.tsx";
import { LockScreen } from "../login/LockScreen.tsx";
import { RenewalDialog } from "../login/RenewalDialog.tsx";
import { useConsole } from "../stores/console.ts";
import { ProgressBar } from "../ui/ProgressBar.tsx";

/**
 * Around every page: progress during navigation, notices, questions, signing in again, and the locked screen. The last two
 * come with the console: they are wanted when the network is away or its files are those of a version that is gone.
 */
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
      {!isLocked && renewal.isOpen && <RenewalDialog />}
      {isLocked && <LockScreen />}
    </>
  );
});
