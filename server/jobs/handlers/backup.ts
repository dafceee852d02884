import { Backups } from "../../files/backup/backups.ts";
import { type JobHandler, readCount } from "../job-handler.ts";

/** Makes a backup and keeps as many as the parameter says; default 7. */
export const job: JobHandler = {
  name: "backup",
  async run({ db, files, dataDir, clock, parameter }) {
    const count = readCount(parameter, { least: 1, most: 365, otherwise: 7 });
    const backups = new Backups({ db, files, dataDir, clock, timeZone: process.env.APP_TZ ?? "Asia/Shanghai" });
    const { name, summary } = await backups.create();
    const removed = await backups.keep(count);
    const text = `${name}：${summary.tables} 个表、${summary.rows} 行、${summary.files} 个文件`;
    return removed > 0 ? `${text}；删除旧备份 ${removed} 个` : text;
  },
};
