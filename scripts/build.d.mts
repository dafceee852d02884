export function buildStale(
  names: readonly ("console" | "server")[],
  options?: { readonly force?: boolean },
): Promise<void>;
