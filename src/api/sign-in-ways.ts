import { readApiBase } from "./api-base.ts";

/** A provider that people may sign in at, in place of a password. */
export interface SignInWay {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
}

/** The ways that the page was served with; none when it names none. */
export function signInWays(page: Document | undefined = globalThis.document): readonly SignInWay[] {
  const content = page?.head.querySelector('meta[name="sign-in-ways"]')?.getAttribute("content") ?? "";
  try {
    const ways: unknown = JSON.parse(content || "[]");
    return Array.isArray(ways) ? ways.filter(isWay) : [];
  } catch {
    return [];
  }
}

function isWay(value: unknown): value is SignInWay {
  const { code, name } = (typeof value === "object" && value !== null ? value : {}) as Partial<SignInWay>;
  return typeof code === "string" && typeof name === "string";
}

/** Where a press leads: to the provider, and back to the sign-in page. */
export function wayAddress(code: string, place: string | null, remember: boolean): string {
  const query = new URLSearchParams({
    page: "1",
    ...(place ? { redirect: place } : {}),
    ...(remember ? {} : { remember: "0" }),
  });
  return `${readApiBase()}/sys/thirdLogin/render/${encodeURIComponent(code)}?${query}`;
}
