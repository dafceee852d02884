import { subscriptionJob } from "../../reports/subscription-job.ts";
import type { JobHandler } from "../job-handler.ts";

/** Sends the report subscription whose id is the parameter. */
export const job: JobHandler = {
  name: subscriptionJob,
  run: ({ parameter, sendSubscription }) => sendSubscription(parameter),
};
