import { useCallback, useEffect, useRef, useState } from "react";
import { useConsole } from "../stores/console.ts";

export type Captcha =
  | { readonly kind: "loading" }
  /** The server asks for none. */
  | { readonly kind: "none" }
  | { readonly kind: "picture"; readonly key: string; readonly url: string }
  | { readonly kind: "failed"; readonly message: string };

/** The captcha of the page and how to get another one. The newest request wins. */
export function useCaptcha(): readonly [Captcha, () => void] {
  const { account } = useConsole();
  const [captcha, setCaptcha] = useState<Captcha>({ kind: "loading" });
  const newest = useRef("");

  const renew = useCallback(() => {
    const key = `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
    newest.current = key;
    const settle = (next: Captcha) => {
      if (newest.current === key) setCaptcha(next);
    };
    account.fetchCaptcha(key).then(
      (url) => settle(url === null ? { kind: "none" } : { kind: "picture", key, url }),
      (error: unknown) => settle({ kind: "failed", message: error instanceof Error ? error.message : "" }),
    );
  }, [account]);

  useEffect(renew, [renew]);
  return [captcha, renew];
}
