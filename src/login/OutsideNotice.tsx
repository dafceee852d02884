import { LoadingOutlined } from "@ant-design/icons";
import { Alert } from "antd";
import { messages } from "../messages/messages.ts";

interface OutsideNoticeProps {
  /** Undefined while the session is being opened. */
  readonly problem: string | undefined;
  onClose(): void;
}

/** Above the form: that somebody comes back from a provider, or why that did not work. */
export function OutsideNotice({ problem, onClose }: OutsideNoticeProps) {
  if (problem === undefined) {
    return <Alert type="info" showIcon icon={<LoadingOutlined />} title={messages.login.outsideBusy} />;
  }
  return <Alert type="error" showIcon closable={{ onClose }} title={problem} />;
}
