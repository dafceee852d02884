import { observer } from "mobx-react-lite";
import { lazy, Suspense } from "react";
import { Outlet, useNavigation } from "react-router-dom";
import { FeedbackHost } from "../feedback/FeedbackHost.tsx";
import { useConsole } from "../stores/console.ts";
import { ProgressBar } from "../ui/ProgressBar.tsx";

const RenewalDialog = lazy(async () => ({ default: (await import("../login/RenewalDialog.tsx")).RenewalDialog }));

/** Around every page: progress during navigation, notices, questions, and signing in again. */
export const Root = observer(function Root() {
  const { renewal } = useConsole();
  const { state } = useNavigation();
  return (
    <>
      {state !== "idle" && <ProgressBar />}
      <Outlet />
      <FeedbackHost />
      {renewal.isOpen && (
        <Suspense fallback={null}>
          <RenewalDialog />
        </Suspense>
      )}
    </>
  );
});
