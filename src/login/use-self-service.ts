import { useMemo } from "react";
import { useConsole } from "../stores/console.ts";
import { createSelfService, type SelfService } from "../stores/self-service.ts";

/** The verbs of a person who cannot sign in yet; fetched with the pages that need them, not with the console. */
export function useSelfService(): SelfService {
  const { client } = useConsole();
  return useMemo(() => createSelfService(client), [client]);
}
