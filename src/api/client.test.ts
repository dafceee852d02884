import { describe, expect, it } from "vitest";
import { RequestError } from "../../runtime/react/services.ts";
import { type ClientContext, createClient } from "./client.ts";
import type { Failure } from "./failures.ts";
import { TransportError, type TransportRequest } from "./transport.ts";

interface Reply {
  readonly status?: number;
  readonly data: string | Blob;
  readonly headers?: Readonly<Record<string, string>>;
}

const okBody = '{"success":true,"code":0,"message":"","result":{"a":1},"timestamp":1}';

/** A client whose network is replaced: it records what was sent and answers with the reply, or fails. */
function aClient(reply: Reply | TransportError = { data: okBody }, more: Partial<ClientContext> = {}) {
  const sent: TransportRequest[] = [];
  const failures: Failure[] = [];
  const context: ClientContext = {
    baseUrl: "/api",
    token: () => "t1",
    tenantId: () => "7",
    onFailure: (failure) => failures.push(failure),
    ...more,
  };
  const client = createClient(context, async (request) => {
    sent.push(request);
    if (reply instanceof TransportError) throw reply;
    return { status: reply.status ?? 200, body: reply.data, header: (name) => reply.headers?.[name] ?? "" };
  });
  return { client, sent, failures };
}

describe("ERR-01 what every call carries", () => {
  it("token, tenant and the long time limit", async () => {
    const { client, sent } = aClient();
    await client.request({ method: "POST", url: "/a", data: {} });
    expect(sent[0]?.url).toBe("/api/a");
    expect(sent[0]?.headers).toEqual({
      "Accept-Language": "zh-CN",
      "X-Client": "schema-console",
      "X-Access-Token": "t1",
      tenant_id: "7",
    });
    expect(sent[0]?.timeoutMs).toBe(900_000);
  });

  it("a look-up is given up after 15 seconds", async () => {
    const { client, sent } = aClient();
    await client.request({ method: "GET", url: "/a", isLookUp: true });
    expect(sent[0]?.timeoutMs).toBe(15_000);
  });

  it("no token header while nobody is signed in", async () => {
    const { client, sent } = aClient({ data: okBody }, { token: () => undefined });
    await client.request({ method: "GET", url: "/a" });
    expect(sent[0]?.headers).toEqual({ "Accept-Language": "zh-CN", "X-Client": "schema-console", tenant_id: "7" });
  });

  it("a token of another session, in the tenant of that session", async () => {
    const { client, sent } = aClient({ data: okBody });
    await client.request({ method: "POST", url: "/sys/logout", token: "t2" });
    expect(sent[0]?.headers).toMatchObject({ "X-Access-Token": "t2", tenant_id: "0" });
  });

  it("a GET carries _t beside its own parameters", async () => {
    const { client, sent } = aClient();
    await client.request({ method: "GET", url: "/a", params: { pageNo: 1 } });
    expect(sent[0]?.params).toEqual({ pageNo: 1, _t: expect.any(Number) });
  });

  it("a GET for dictionary items carries no _t", async () => {
    const { client, sent } = aClient();
    await client.request({ method: "GET", url: "/sys/dict/getDictItems/sex" });
    expect(sent[0]?.params).toBeUndefined();
  });

  it("the idempotency key of an add", async () => {
    const { client, sent } = aClient();
    await client.request({ method: "POST", url: "/a", data: {}, idempotencyKey: "k-1" });
    expect(sent[0]?.headers["X-Idempotency-Key"]).toBe("k-1");
  });
});

describe("ERR-06 answers", () => {
  it("a success resolves with its result", async () => {
    await expect(aClient().client.request({ method: "GET", url: "/a" })).resolves.toEqual({ a: 1 });
  });

  it("a conflict rejects with the status and the row that is there now", async () => {
    const data =
      '{"success":false,"code":409,"message":"数据已被他人修改","result":{"current":{"version":3}},"timestamp":1}';
    const { client, failures } = aClient({ status: 409, data });
    const error = await client.request({ method: "PUT", url: "/a" }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ status: 409, envelope: { result: { current: { version: 3 } } } });
    expect(failures).toEqual([]);
  });

  it("a refused call that explains itself elsewhere raises no notice", async () => {
    const { client, failures } = aClient({ status: 404, data: "" });
    await expect(client.request({ method: "GET", url: "/a", quiet: "all" })).rejects.toThrow("很抱歉，资源未找到!");
    expect(failures).toEqual([]);
  });

  it("no connection reads as a failure with status 0 and a way out", async () => {
    const { client, failures } = aClient(new TransportError("unreachable"));
    const error = await client.request({ method: "GET", url: "/a" }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 0, message: "无法连接服务器，请稍后重试" });
    expect(failures).toHaveLength(1);
  });

  it("a call that was cancelled rejects without a notice", async () => {
    const { client, failures } = aClient(new TransportError("cancelled"));
    await expect(client.request({ method: "GET", url: "/a" })).rejects.toThrow("已取消");
    expect(failures).toEqual([]);
  });
});

describe("ERR-06 downloads", () => {
  it("give the bytes and the file name the server chose", async () => {
    const headers = {
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=x.xlsx; filename*=UTF-8''%E4%BC%9A%E5%91%98.xlsx",
    };
    const { client } = aClient({ data: new Blob(["abc"]), headers });
    const file = await client.download({ method: "GET", url: "/member/exportXls" });
    expect(file.fileName).toBe("会员.xlsx");
    await expect(file.blob.text()).resolves.toBe("abc");
  });

  it("ERR-03 a refusal that arrives as a blob is read like any other", async () => {
    const data = new Blob([
      '{"success":false,"code":500,"message":"Token失效，请重新登录","result":null,"timestamp":1}',
    ]);
    const { client, failures } = aClient({ status: 500, data, headers: { "content-type": "application/json" } });
    await expect(client.download({ method: "GET", url: "/a" })).rejects.toThrow("很抱歉，登录已过期，请重新登录");
    expect(failures.map(({ action }) => action)).toEqual(["expired"]);
  });

  it("a failure carries the number under which the server knows the call", async () => {
    const headers = { "x-request-id": "00ff" };
    const data = '{"success":false,"code":500,"message":"操作失败","result":null,"timestamp":1}';
    const reasons: (string | undefined)[] = [];
    const { client } = aClient(
      { status: 500, data, headers },
      { onFailure: (_, reason) => reasons.push(reason.requestId) },
    );
    await expect(client.request({ method: "GET", url: "/a" })).rejects.toMatchObject({ requestId: "00ff" });
    expect(reasons).toEqual(["00ff"]);
  });

  it("a file name cannot lead out of its folder", async () => {
    const headers = { "content-disposition": 'attachment; filename="..%2F..%2Fetc%2Fpasswd"' };
    const { client } = aClient({ data: new Blob(["x"]), headers });
    expect((await client.download({ method: "GET", url: "/a" })).fileName).toBe("passwd");
  });
});

describe("an ended session", () => {
  const ended = '{"success":false,"code":401,"message":"Token失效，请重新登录","result":null,"timestamp":1}';

  /** Answers 200 to one token, usually the renewed one, and 401 to any other. */
  function aRenewingClient(recover: (renew: () => void) => Promise<boolean>, accepted = "new") {
    let token: string | undefined = "old";
    const tokens: (string | undefined)[] = [];
    const failures: Failure[] = [];
    const context: ClientContext = {
      baseUrl: "/api",
      token: () => token,
      tenantId: () => "0",
      onFailure: (failure) => failures.push(failure),
      recover: () =>
        recover(() => {
          token = "new";
        }),
    };
    const client = createClient(context, async ({ headers }) => {
      tokens.push(headers["X-Access-Token"]);
      const isAccepted = headers["X-Access-Token"] === accepted;
      return { status: isAccepted ? 200 : 401, body: isAccepted ? okBody : ended, header: () => "application/json" };
    });
    return { client, tokens, failures };
  }

  it("ERR-03: the failed call is repeated with the new token, downloads too, and nobody hears of a failure", async () => {
    const made = aRenewingClient(async (renew) => {
      renew();
      return true;
    });
    expect(await made.client.request({ method: "POST", url: "/a", data: { typed: 1 } })).toEqual({ a: 1 });
    expect(made.tokens).toEqual(["old", "new"]);
    const other = aRenewingClient(async (renew) => {
      renew();
      return true;
    });
    await expect(other.client.download({ method: "GET", url: "/f" })).resolves.toBeDefined();
    expect(other.failures).toEqual([]);
  });

  it("ERR-03: whoever does not sign in again gets the refusal, once", async () => {
    const made = aRenewingClient(async () => false);
    await expect(made.client.request({ method: "POST", url: "/a" })).rejects.toBeInstanceOf(RequestError);
    expect(made.tokens).toEqual(["old"]);
  });

  it.each(["request", "download"] as const)(
    "ERR-03: a %s that is refused after the renewal is not sent again",
    async (kind) => {
      let asked = 0;
      const made = aRenewingClient(async (renew) => {
        asked += 1;
        renew();
        return asked < 4; // ends a client that would go on for ever
      }, "another");
      await expect(made.client[kind]({ method: "GET", url: "/a" })).rejects.toBeInstanceOf(RequestError);
      expect(made.tokens).toEqual(["old", "new"]);
    },
  );

  it("ERR-03: a call that was on its way while another renewed the session is repeated without asking", async () => {
    let asked = 0;
    const made = aRenewingClient(async (renew) => {
      asked += 1;
      renew();
      return true;
    });
    await Promise.all([1, 2, 3].map(() => made.client.request({ method: "GET", url: "/a" })));
    expect(asked).toBe(1);
    expect(made.tokens.filter((token) => token === "new")).toHaveLength(3);
  });
});

describe("two-step verification that the server wants", () => {
  const wants = (kind: string) =>
    `{"success":false,"code":403,"message":"动态码","result":{"secondFactorWanted":"${kind}"},"timestamp":1}`;

  it("a code is asked for once, and the call goes out again when it was right", async () => {
    const asked: string[] = [];
    const reply = { status: 403, data: wants("code") };
    const { client, sent, failures } = aClient(reply, {
      verify: async (wanted) => {
        asked.push(wanted);
        Object.assign(reply, { status: 200, data: okBody });
        return true;
      },
    });
    expect(await client.request({ method: "POST", url: "/grant", data: { a: 1 }, quiet: "all" })).toEqual({ a: 1 });
    expect(asked).toEqual(["code"]);
    expect(sent.map(({ url, data }) => [url, data])).toEqual([
      ["/api/grant", { a: 1 }],
      ["/api/grant", { a: 1 }],
    ]);
    expect(failures).toEqual([]);
  });

  it("given up, the call fails with what the server said, and nothing is sent again", async () => {
    const { client, sent } = aClient({ status: 403, data: wants("code") }, { verify: async () => false });
    await expect(client.request({ method: "POST", url: "/grant", data: {} })).rejects.toThrow("动态码");
    expect(sent.length).toBe(1);
  });

  it("one that has to be set up is told as such", async () => {
    const asked: string[] = [];
    const { client } = aClient(
      { status: 403, data: wants("setUp") },
      { verify: async (wanted) => asked.push(wanted) < 0 },
    );
    await expect(client.request({ method: "GET", url: "/a" })).rejects.toBeInstanceOf(RequestError);
    expect(asked).toEqual(["setUp"]);
  });
});
