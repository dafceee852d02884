import { Button } from "antd";
import { Link } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { Icon } from "./Icon.tsx";
import { loginIcons } from "./login-icons.ts";

const { login: texts } = messages;
const ways = [
  { name: texts.ways.wechatWork, icon: loginIcons.wechatWork },
  { name: texts.ways.dingtalk, icon: loginIcons.dingtalk },
  { name: texts.ways.wechat, icon: loginIcons.wechat },
  { name: "GitHub", icon: loginIcons.github },
];

/** Below the form: other providers, which stay grey until one is set up, and the way to an account. */
export function OtherWays() {
  return (
    <>
      <p className="login-divider">{texts.otherWays}</p>
      <div className="login-ways">
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
