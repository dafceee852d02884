import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface TestUpstream {
  readonly port: number;
  readonly url: string;
  readonly calls: ReceivedCall[];
  close(): Promise<void>;
}

type Answer = (call: ReceivedCall, response: ServerResponse) => void;

/** A service on a port of its own that notes what it gets; answers `ok` unless told otherwise. */
export async function startUpstream(answer: Answer = (_call, response) => response.end("ok")): Promise<TestUpstream> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
    calls.push(call);
    answer(call, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
