import { type ActionRunner, ActionsStopped } from "../../../runtime/react/run-actions.ts";

export const UploadAction: ActionRunner<"upload"> = async ({ biz = "upload", accept, multiple = false }, host) => {
  const files = (await host.pickFiles?.({ accept, multiple })) ?? [];
  if (files.length === 0) throw new ActionsStopped();
  for (const file of files) await host.services.upload(file, { biz });
};
