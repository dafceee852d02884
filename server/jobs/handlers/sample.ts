import type { JobHandler } from "../job-handler.ts";

/** Shows that the schedule works: tells its parameter. */
export const job: JobHandler = {
  name: "sample",
  run: async ({ parameter }) => (parameter === "" ? "示例任务已执行" : `示例任务已执行，参数：${parameter}`),
};
