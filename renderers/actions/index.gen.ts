// Generated from the renderers' folders whenever something is built; do not edit.

import { CallAction } from "./call/CallAction.ts";
import { CloseAction } from "./close/CloseAction.ts";
import { ConfirmAction } from "./confirm/ConfirmAction.ts";
import { CopyAction } from "./copy/CopyAction.ts";
import { DownloadAction } from "./download/DownloadAction.ts";
import { IfAction } from "./if/IfAction.ts";
import { MessageAction } from "./message/MessageAction.ts";
import { NavigateAction } from "./navigate/NavigateAction.ts";
import { OpenAction } from "./open/OpenAction.ts";
import { PrintAction } from "./print/PrintAction.ts";
import { ReloadAction } from "./reload/ReloadAction.ts";
import { RequestAction } from "./request/RequestAction.ts";
import { SetQueryAction } from "./set-query/SetQueryAction.ts";
import { SetValueAction } from "./set-value/SetValueAction.ts";
import { SubmitAction } from "./submit/SubmitAction.ts";
import { TransitionAction } from "./transition/TransitionAction.ts";
import { UploadAction } from "./upload/UploadAction.ts";
import { registerRenderers } from "../../runtime/registry/registry.ts";

registerRenderers("action", {
  call: { component: CallAction },
  close: { component: CloseAction },
  confirm: { component: ConfirmAction },
  copy: { component: CopyAction },
  download: { component: DownloadAction },
  if: { component: IfAction },
  message: { component: MessageAction },
  navigate: { component: NavigateAction },
  open: { component: OpenAction },
  print: { component: PrintAction },
  reload: { component: ReloadAction },
  request: { component: RequestAction },
  setQuery: { component: SetQueryAction },
  setValue: { component: SetValueAction },
  submit: { component: SubmitAction },
  transition: { component: TransitionAction },
  upload: { component: UploadAction },
});
