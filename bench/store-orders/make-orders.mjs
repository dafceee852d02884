import { signIn, startServer } from "../console-server.mjs";
import { importSource } from "../import-source.mjs";
import { round } from "../measure.mjs";

/**
 * Brings a database to `rows` orders, once: a first start with demonstration data, the copies, a start that makes the
 * indexes, a vacuum. Notes the seconds of the indexes in the subject.
 */
export async function makeOrders(subject, rows) {
  const prepare = await importSource(new URL("prepare.ts", import.meta.url));
  const first = await startServer(subject.env);
  const headers = await signIn(first.url, "admin");
  const answer = await fetch(`${first.url}/api/store/storeOrder/list?pageNo=1`, { headers });
  const { total } = (await answer.json()).result;
  await first.stop();
  if (total >= rows) return;
  await prepare.fillOrders(subject.location, rows);
  const indexing = await startServer(subject.env);
  subject.indexSeconds = round(indexing.readyMs / 1000, 1);
  await indexing.stop();
  await prepare.vacuumOrders(subject.location);
}
