import { Button } from "antd";
import { Link } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { Icon } from "./Icon.tsx";
import { wayIcons } from "./way-icons.ts";

const { login: texts } = messages;
const ways = [
  { name: texts.ways.wechatWork, icon: wayIcons.wechatWork },
  { name: texts.ways.dingtalk, icon: wayIcons.dingtalk },
  { name: texts.ways.wechat, icon: wayIcons.wechat },
  { name: "GitHub", icon: wayIcons.github },
];

/** Below the form: other providers, which stay grey until one is set up, and the way to an account. */
export function OtherWays() {
  return (
    <>
      <p className="login-divider sc-line sc-airy sc-hint">{texts.otherWays}</p>
      <div className="login-ways sc-line">
        {ways.map(({ name, icon }) => (
          <Button
            key={name}
            shape="circle"
            size="middle"
            disabled
            aria-label={name}
            title={texts.otherWaysNone}
            icon={<Icon shape={icon} size={18} />}
          />
        ))}
      </div>
      <p className="login-join">
        {texts.noAccount}
        <Link to="/user/register">{texts.register}</Link>
      </p>
    </>
  );
}
