import { Outlet, useNavigation } from "react-router-dom";
import { FeedbackHost } from "../feedback/FeedbackHost.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";

/** Around every page: progress during navigation, notices and questions. */
export function Root() {
  const { state } = useNavigation();
  return (
    <>
      {state !== "idle" && <ProgressBar />}
      <Outlet />
      <FeedbackHost />
    </>
  );
}
