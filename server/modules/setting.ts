import { settingsChannel, settingsId } from "../config/settings/site-settings.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { findFile } from "../files/file-records.ts";
import { isStoredPath } from "../files/file-store.ts";
import { fileTypes } from "../files/file-types.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import type { ModelHooks } from "../models/hooks.ts";

/** The two pictures that are shown before anybody has signed in; no other file is reached this way. */
export const routes: RouteModule = (api, { db, files, settings }) => {
  api.get<{ Params: { name: string } }>(
    "/sys/setting/picture/:name",
    { config: { permission: "public" } },
    async (request, reply) => {
      const { logo, loginPicture } = await settings.current();
      const url = { logo, login: loginPicture }[request.params.name] ?? "";
      const file = isStoredPath(url) ? await findFile(db.kysely, url) : undefined;
      const isPicture = fileTypes.some((type) => type.inline && type.mimeType === file?.mimeType);
      const size = file && isPicture ? await files.size(file.object) : undefined;
      if (!file || size === undefined) throw new AppError("FILE_NOT_FOUND");
      return reply
        .type(file.mimeType)
        .header("Content-Length", size)
        .header("Cache-Control", "public, max-age=300")
        .header("X-Content-Type-Options", "nosniff")
        .send(files.read(file.object));
    },
  );
};

const settingHooks: ModelHooks = {
  beforeSave(draft, { before }) {
    if (before === undefined || draft.id !== settingsId) throw refuse("系统设置只有一份，不能新增");
  },
  afterSave: (_row, { trx }) => notifyOnCommit(trx, settingsChannel),
  beforeDelete() {
    throw refuse("系统设置不能删除");
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/setting": settingHooks };
