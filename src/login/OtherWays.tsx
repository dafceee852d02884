import { Button } from "antd";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { signInWays, wayAddress } from "../api/sign-in-ways.ts";
import { messages } from "../messages/messages.ts";
import { Icon } from "./Icon.tsx";
import { wayIcons } from "./way-icons.ts";

const { login: texts } = messages;

interface OtherWaysProps {
  readonly remember: boolean;
}

/** Below the form: the providers that are set up, if any, and the way to an account. */
export function OtherWays({ remember }: OtherWaysProps) {
  const [ways] = useState(() => signInWays());
  const [pressed, setPressed] = useState<string>();
  const [query] = useSearchParams();
  return (
    <>
      {ways.length > 0 && (
        <>
          <p className="login-divider sc-line sc-airy sc-hint">{texts.otherWays}</p>
          <div className="login-ways sc-line sc-wrap">
            {ways.map(({ code, name, icon }) => (
              <Button
                key={code}
                size="middle"
                href={wayAddress(code, query.get("redirect"), remember)}
                loading={pressed === code}
                icon={<Icon shape={iconOf(icon)} size={16} />}
                onClick={() => setPressed(code)}
              >
                {name}
              </Button>
            ))}
          </div>
        </>
      )}
      <p className="login-join">
        {texts.noAccount}
        <Link to="/user/register">{texts.register}</Link>
      </p>
    </>
  );
}

const iconOf = (name: string) => wayIcons[name as keyof typeof wayIcons] ?? wayIcons.key;
