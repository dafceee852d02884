import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { ProgressBar } from "../../renderers/layouts/ProgressBar.tsx";
import { useConsole } from "../stores/console.ts";
import { StatePage, statePages } from "./StatePage.tsx";

interface Answer {
  readonly path: string;
  readonly isPage: boolean;
}

/**
 * An address that is not among this person's: a page that others may open says so and keeps its address, so that it opens
 * once the right is there; anything else leads to /404.
 */
export function UnknownAddress({ path }: { readonly path: string }) {
  const { client } = useConsole();
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  useEffect(() => {
    const request = new AbortController();
    const tell = (isPage: boolean) => {
      if (!request.signal.aborted) setAnswer({ path, isPage });
    };
    client
      .request<boolean>({
        method: "GET",
        url: "/lowcode/pages/exists",
        params: { path },
        signal: request.signal,
        quiet: "notices",
      })
      .then(tell, () => tell(false));
    return () => request.abort();
  }, [client, path]);
  const denied = statePages["/403"];
  if (answer?.path !== path) return <ProgressBar />;
  return answer.isPage && denied ? <StatePage page={denied} /> : <Navigate to="/404" replace />;
}
