import type { JobHandler } from "../job-handler.ts";

/** Name of the handler, as jobs state it. */
export const subscriptionJob = "report-subscription";

/** Sends the report subscription whose id is the parameter. */
export const job: JobHandler = {
  name: subscriptionJob,
  run: ({ parameter, sendSubscription }) => sendSubscription(parameter),
};
