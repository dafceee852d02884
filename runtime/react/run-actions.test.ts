import { expect, test, vi } from "vitest";
import { registerRenderers } from "../registry/registry.ts";
import "../../renderers/actions/index.gen.ts";
import type { Actions } from "../schema/types.gen.ts";
import { type ActionHost, runActions } from "./run-actions.ts";
import { type ConsoleServices, RequestError } from "./services.ts";

function recordingHost(options: { readonly says?: boolean; readonly fails?: boolean } = {}) {
  const log: string[] = [];
  const services = {
    request: async (request: { method: string; url: string; params?: unknown; data?: unknown }) => {
      log.push(`${request.method} ${request.url} ${JSON.stringify(request.params ?? request.data ?? {})}`);
      if (options.fails) throw new RequestError("refused", 500, undefined);
    },
    notify: (level: string, text: string) => log.push(`${level}: ${text}`),
    confirm: async ({ title }: { title: string }) => {
      log.push(`ask: ${title}`);
      return options.says ?? true;
    },
    navigate: (to: string) => log.push(`go: ${to}`),
  } as unknown as ConsoleServices;
  const host: ActionHost = {
    services,
    scope: () => ({ row: { id: "7", name: "江 店", memberId: "m1" }, selection: { keys: ["1", "2"] } }),
    open: (view, params) => log.push(`open ${view} ${JSON.stringify(params)}`),
    close: () => log.push("close"),
    reload: async () => void log.push("reload"),
    transition: async (name, ids) => void log.push(`transition ${name} ${ids.join("+")}`),
    setValue: (field, value) => log.push(`set ${field} ${JSON.stringify(value)}`),
  };
  return { host, log };
}

test("actions run one after the other with their expressions filled in", async () => {
  const { host, log } = recordingHost();
  const actions: Actions = [
    { type: "request", method: "POST", url: "/x", data: { id: "{{ row.id }}", fixed: 1 } },
    { type: "message", level: "success", text: "已处理 {{ row.name }}" },
    { type: "setValue", field: "done", value: true },
    { type: "reload" },
  ];
  expect(await runActions(actions, host)).toBe(true);
  expect(log).toEqual(['POST /x {"id":"7","fixed":1}', "success: 已处理 江 店", "set done true", "reload"]);
});

test("a declined question ends the list without an error", async () => {
  const { host, log } = recordingHost({ says: false });
  const actions: Actions = [{ type: "confirm", text: "确定吗？" }, { type: "reload" }];
  expect(await runActions(actions, host)).toBe(false);
  expect(log).toEqual(["ask: 确定吗？"]);
});

test("a failed request ends the list with its error", async () => {
  const { host, log } = recordingHost({ fails: true });
  await expect(runActions([{ type: "request", method: "GET", url: "/x" }, { type: "reload" }], host)).rejects.toThrow(
    "refused",
  );
  expect(log).toEqual(["GET /x {}"]);
});

test("a transition takes the selected ids, or the row's own", async () => {
  const { host, log } = recordingHost();
  await runActions([{ type: "transition", transition: "audit", ids: "{{ selection.keys }}" }], host);
  await runActions([{ type: "transition", transition: "audit" }], host);
  expect(log).toEqual(["transition audit 1+2", "transition audit 7"]);
});

test("a condition chooses between two lists", async () => {
  const { host, log } = recordingHost();
  const choose = (test: string): Actions => [
    { type: "if", test, then: [{ type: "close" }], else: [{ type: "reload" }] } as Actions[number],
  ];
  await runActions(choose("{{ row.id == '7' }}"), host);
  await runActions(choose("{{ row.id == '8' }}"), host);
  expect(log).toEqual(["close", "reload"]);
});

test("another screen is opened at its address with its parameters", async () => {
  const { host, log } = recordingHost();
  await runActions([{ type: "open", screen: "member/member", params: { id: "{{ row.memberId }}" } }], host);
  await runActions([{ type: "navigate", to: "/a", query: { q: "{{ row.name }}", none: null } }], host);
  expect(log).toEqual(["go: /member/member?id=m1", "go: /a?q=%E6%B1%9F+%E5%BA%97"]);
});

test("a value in an address stays one part of it", async () => {
  const { host, log } = recordingHost();
  await runActions([{ type: "navigate", to: "/test/{{ row.id }}/{{ '../a?b#c' }}" }], host);
  await runActions([{ type: "navigate", to: "https://example.test/{{ row.name }}" }], host);
  expect(log).toEqual(["go: /test/7/..%2Fa%3Fb%23c", "go: https://example.test/%E6%B1%9F%20%E5%BA%97"]);
});

test("AUT-03 an action that fails, and one that nobody registered, end the list, are told and named in the log", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fail = () => {
    throw new Error("broken");
  };
  registerRenderers("action", { "acme:fails": { fetch: async () => fail } });
  for (const type of ["acme:fails", "acme:unknown"]) {
    const { host, log } = recordingHost();
    expect(await runActions([{ type }, { type: "reload" }] as unknown as Actions, host)).toBe(false);
    expect(log).toEqual([`error: 操作没有完成：动作“${type}”出错，请联系管理员。`]);
    expect(logged.mock.calls.map(([said]) => said)).toContain(`action "${type}" failed`);
  }
  logged.mockRestore();
});
