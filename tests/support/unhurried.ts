import type { Answer, TestClient } from "./test-server.ts";
import { until } from "./until.ts";

/**
 * A client that comes again when the server asks for it, as the console does: compiling documents keeps the thread for a
 * moment, and where others compute too the server refuses calls until it has caught up. A refused call has done nothing.
 */
export function unhurried(client: TestClient): TestClient {
  const patient =
    <Given extends readonly unknown[], Result>(call: (...given: Given) => Promise<Answer<Result>>) =>
    (...given: Given) =>
      until(async () => {
        const answer = await call(...given);
        if (answer.status === 503) throw new Error("the server is busy");
        return answer;
      });
  return {
    token: client.token,
    get: patient(client.get) as TestClient["get"],
    post: patient(client.post) as TestClient["post"],
    put: patient(client.put) as TestClient["put"],
    patch: patient(client.patch) as TestClient["patch"],
    delete: patient(client.delete) as TestClient["delete"],
  };
}
