import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { TcpGate } from "../support/tcp-gate.ts";
import { until } from "../support/until.ts";

it("a server that accepts and never answers is unavailable within seconds", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
  await expect(openDatabase({ url })).rejects.toMatchObject({ failure: "unavailable" });
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const server = process.env.TEST_DATABASE_URL;

if (server) {
  describe("a PostgreSQL server that stops and comes back", () => {
    it("fails calls as unavailable meanwhile, then answers again, listeners included", async () => {
      const url = new URL(server);
      const gate = new TcpGate(url.hostname, Number(url.port || 5432));
      await gate.open();
      url.port = String(gate.port);
      const db = await openDatabase({ url: url.href });
      const heard: string[] = [];
      await db.listen("gate", (payload) => heard.push(payload));

      const inFlight = sql`select pg_sleep(120)`.execute(db.kysely);
      inFlight.catch(() => {}); // judged below
      await db.ping();
      await gate.shut();
      await expect(inFlight).rejects.toMatchObject({ failure: "unavailable" });
      await expect(db.ping()).rejects.toMatchObject({ failure: "unavailable" });
      await expect(db.transaction((trx) => sql`select 1`.execute(trx))).rejects.toMatchObject({
        failure: "unavailable",
      });

      await gate.open();
      await until(() => db.ping());
      await until(async () => {
        await db.notify("gate", "again");
        expect(heard).toContain("again");
      });
      await db.close();
      await gate.shut();
    });
  });
}
