import { Button } from "antd";
import { useEffect, useState } from "react";
import { secondFactorMessages as texts } from "../messages/second-factor.ts";
import { useConsole } from "../stores/console.ts";
import type { KnownBrowser, ProfileCalls } from "./profile.ts";

/** Browsers whose sign-ins need no code, each with the way to ask for it again; nothing where there are none. */
export function KnownBrowsers({ calls: { secondFactor } }: { readonly calls: ProfileCalls }) {
  const { feedback } = useConsole();
  const [browsers, setBrowsers] = useState<readonly KnownBrowser[]>([]);
  const [leaving, setLeaving] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    // A list that does not come takes nothing else along.
    secondFactor.browsers().then(
      (found) => isCurrent && setBrowsers(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [secondFactor]);
  if (browsers.length === 0) return null;

  async function forget(id: string): Promise<void> {
    setLeaving(id);
    try {
      await secondFactor.forget(id);
      setBrowsers(browsers.filter((one) => one.id !== id));
      feedback.notify("success", texts.forgotten);
    } catch (error) {
      feedback.notify("error", error instanceof Error ? error.message : texts.failed);
    } finally {
      setLeaving(undefined);
    }
  }

  return (
    <section className="sc-boxes">
      <h4>{texts.browsers}</h4>
      <ul className="sc-ruled">
        {browsers.map(({ id, device, ip, usedTime }) => (
          <li key={id} className="sc-line sc-ends">
            <div className="sc-grow">
              <div className="sc-cut">{device}</div>
              <small>{texts.usedAt(usedTime.slice(0, 16), ip)}</small>
            </div>
            <Button
              type="link"
              style={{ paddingInline: 0 }}
              aria-label={texts.forgetOf(device)}
              loading={leaving === id}
              disabled={leaving !== undefined && leaving !== id}
              onClick={() => void forget(id)}
            >
              {texts.forget}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
