import { Checkbox } from "antd";
import { Link } from "react-router-dom";
import { messages } from "../messages/messages.ts";

interface LoginOptionsProps {
  readonly remember: boolean;
  readonly onRemember: (remember: boolean) => void;
  readonly disabled: boolean;
}

const { login: texts } = messages;

/** The line above the button: staying signed in, and the way out for who forgot their password. */
export function LoginOptions({ remember, onRemember, disabled }: LoginOptionsProps) {
  return (
    <div className="sc-line sc-airy sc-ends">
      <Checkbox checked={remember} disabled={disabled} onChange={(event) => onRemember(event.target.checked)}>
        {texts.remember}
      </Checkbox>
      <Link to="/user/alteration">{texts.forgotten}</Link>
    </div>
  );
}
