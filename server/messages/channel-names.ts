import { type MessageType, messageTypes } from "./message-queue.ts";

/** As messages name them. */
export const channelNames: Readonly<Record<MessageType, string>> = {
  [messageTypes.sms]: "短信",
  [messageTypes.mail]: "邮件",
  [messageTypes.wechat]: "微信",
  [messageTypes.system]: "系统消息",
};
