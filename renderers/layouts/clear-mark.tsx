import CloseCircleFilled from "@ant-design/icons/CloseCircleFilled";
import { messages } from "../messages.ts";

/** For `allowClear` of antd's controls: the mark that empties a box says what it does. */
export const clearMark = {
  label: messages.list.clear,
  clearIcon: <CloseCircleFilled aria-label={messages.list.clear} />,
};
