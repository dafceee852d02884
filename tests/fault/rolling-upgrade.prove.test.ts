import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { databaseServer, type OwnDatabase } from "../support/database-server.ts";
import { copyStartedDatabase } from "../support/test-server.ts";
import { listen, nextRelease, Office, people } from "./server-cases/office.ts";

type Row = Readonly<Record<string, unknown>>;

/** After a server was killed nobody may be refused any longer than this, in milliseconds. */
const outage = 5_000;
/** Milliseconds of work before, between and after what is done to the servers. */
const spell = 15_000;

const told = { timeout: 25_000, interval: 50 };

if (databaseServer) {
  const postgres = databaseServer;
  describe("two servers behind a balancer", () => {
    let database: OwnDatabase;
    let balancer: Balancer;
    let release: string;
    const servers = new Set<ConsoleServer>();
    const start = async (more: Readonly<Record<string, string>> = {}) => {
      const env = { DATABASE_URL: database.url, SEED: "none", LOG_LEVEL: "error", DRAIN_SECONDS: "2", ...more };
      const server = await startConsoleServer(env);
      servers.add(server);
      balancer.add(server.url);
      await balancer.taken(server.url);
      return server;
    };
    beforeAll(async () => {
      database = await copyStartedDatabase(postgres);
      balancer = await startBalancer();
      release = nextRelease();
    });
    afterAll(async () => {
      for (const server of servers) await server.stop("SIGKILL");
      await balancer.close();
      await database.drop();
      rmSync(release, { recursive: true, force: true });
    });

    it("are exchanged for the next release under load without a failed call, and one may be killed", async () => {
      const old = [await start(), await start()];
      const office = new Office(balancer);
      await office.signIn();
      const job = {
        description: "每秒",
        jobClassName: "sample",
        cronExpression: "* * * * * ?",
        misfire: "once",
        status: 0,
      };
      const { result: added } = await office.ask<Row>("POST", "/sys/quartzJob/add", job);
      const heard = new Set<string>();
      let isOver = false;
      const listening = listen(office, balancer, heard, () => isOver);
      const atWork = [...Array.from({ length: people }, (_, number) => office.person(number)), office.announce()];

      await pause(spell);
      const next: ConsoleServer[] = [];
      for (const server of old) {
        await server.stop("SIGTERM");
        expect(server.process.exitCode).toBe(0);
        next.push(await start({ SCHEMAS_DIR: release }));
        await pause(spell);
      }
      expect(office.problems().slice(0, 5)).toEqual([]);
      const calls = office.calls.length;

      const killedAt = Date.now();
      await next[0]?.stop("SIGKILL");
      await pause(spell);
      await start({ SCHEMAS_DIR: release });
      await pause(spell);
      office.close();
      await Promise.all(atWork);
      const failed = office.problems();
      console.log(
        `${people} people, ${office.calls.length} calls (${calls} before the kill), ${office.saved.length} rows saved, ` +
          `${office.released.length} notices; failed after the kill: ${failed.length}, the last after ` +
          `${Math.max(0, ...failed.map(({ at }) => at - killedAt))} ms`,
      );
      expect(failed.filter(({ at }) => at > killedAt + outage)).toEqual([]);
      expect(failed.length).toBeLessThanOrEqual(Math.max(3, office.calls.length / 1_000));

      await expect.poll(() => office.released.filter((id) => !heard.has(id)), told).toEqual([]);
      isOver = true;
      await listening;

      const { result: found } = await office.ask<Page<Row>>("GET", "/member/member/list?realname=滚动&pageSize=1");
      expect(found.total).toBe(office.saved.length);
      expect(new Set(office.saved).size).toBe(office.saved.length);
      // Also of those that the release before added after the column was there.
      const noted = "/member/member/list?realname=滚动&careNote=无&pageSize=1";
      expect((await office.ask<Page<Row>>("GET", noted)).result.total).toBe(office.saved.length);

      await office.ask("GET", `/sys/quartzJob/pause?id=${added.id}`);
      const path = `/sys/quartzJobLog/list?jobId=${added.id}&pageSize=1000&column=dueTime&order=asc`;
      const runs = (await office.ask<Page<Row>>("GET", path)).result.records.map(({ dueTime }) => String(dueTime));
      expect(runs.length).toBeGreaterThan(5);
      expect(new Set(runs).size).toBe(runs.length);
    }, 600_000);
  });
}
