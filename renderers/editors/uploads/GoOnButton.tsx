import CaretRightOutlined from "@ant-design/icons/CaretRightOutlined";
import PauseOutlined from "@ant-design/icons/PauseOutlined";
import ReloadOutlined from "@ant-design/icons/ReloadOutlined";
import { Button } from "antd";
import type { ReactNode } from "react";
import { uploadCellMessages as texts } from "../../upload-messages.ts";
import type { UploadList, UploadTile } from "./upload-list.ts";

interface Step {
  readonly title: string;
  label(name: string): string;
  readonly icon: ReactNode;
  run(list: UploadList, key: string): void;
}

const goOn: Step = {
  title: texts.goOn,
  label: texts.goOnOne,
  icon: <CaretRightOutlined aria-hidden="true" />,
  run: (list, key) => list.retry(key),
};
const pause: Step = {
  title: texts.pause,
  label: texts.pauseOne,
  icon: <PauseOutlined aria-hidden="true" />,
  run: (list, key) => list.pause(key),
};
const again: Step = {
  title: texts.field.retry,
  label: texts.field.retryOne,
  icon: <ReloadOutlined aria-hidden="true" />,
  run: (list, key) => list.retry(key),
};

/** What can be done with a file that is not stored: pause it, go on with it, or send it again. */
export function stepOf({ status, inParts }: UploadTile): Step | undefined {
  const steps = {
    done: undefined,
    paused: goOn,
    uploading: inParts ? pause : undefined,
    error: inParts ? goOn : again,
  };
  return steps[status];
}

export function GoOnButton({ tile, list }: { readonly tile: UploadTile; readonly list: UploadList }) {
  const step = stepOf(tile);
  if (!step) return null;
  return (
    <Button
      type="text"
      size="small"
      aria-label={step.label(tile.name)}
      title={step.title}
      icon={step.icon}
      onClick={() => step.run(list, tile.key)}
    />
  );
}
