import { useEffect, useState } from "react";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { UploadKind } from "../../../runtime/wire/upload-kind.ts";

type Services = Pick<ConsoleServices, "lookUp">;

/** Asked once for a page; what an administrator changes meanwhile is the server's to say. */
const asked = new WeakMap<object, Promise<readonly UploadKind[]>>();

/** @returns undefined for a use that is not known, or when nobody answers: the server decides */
export async function loadUploadKind(services: Services, use: string): Promise<UploadKind | undefined> {
  const loading =
    asked.get(services) ?? services.lookUp<readonly UploadKind[]>({ method: "GET", url: "/sys/common/upload/kinds" });
  asked.set(services, loading);
  try {
    const kinds = await loading;
    return Array.isArray(kinds) ? kinds.find(({ code }) => code === use) : undefined;
  } catch {
    asked.delete(services);
    return undefined;
  }
}

/** The use of a field's files; undefined until it is known, and for files that another service takes. */
export function useUploadKind(services: Services, use: string | undefined): UploadKind | undefined {
  const [kind, setKind] = useState<UploadKind | undefined>();
  useEffect(() => {
    if (use === undefined) return undefined;
    let isGone = false;
    void loadUploadKind(services, use).then((found) => {
      if (!isGone) setKind(found);
    });
    return () => {
      isGone = true;
    };
  }, [services, use]);
  return kind;
}
