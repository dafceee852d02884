import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configSchema } from "../../server/config/config-schema.ts";

const known = new Set(Object.keys(configSchema.properties));

/** Names in `text` that `pattern` finds, its first group. */
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);

it("the image and the compose file set settings that the server knows", () => {
  const image = readFileSync("Dockerfile", "utf8");
  const compose = readFileSync("compose.yaml", "utf8");
  const [servers = ""] = compose.split("services:");
  const named = [
    ...namesIn(image.match(/^ENV .*$/m)?.[0] ?? "", /([A-Z_]+)=/g),
    ...namesIn(servers, /^ {4}([A-Z_]+): /gm),
  ];
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((name) => name !== "NODE_ENV" && !known.has(name))).toEqual([]);
});

it("the image runs a Node that the package asks for", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
  const [oldest = 0] = namesIn(engines.node, />=(\d+)/g).map(Number);
  const majors = namesIn(readFileSync("Dockerfile", "utf8"), /^FROM node:(\d+)/gm).map(Number);
  expect(majors).toHaveLength(2);
  for (const major of majors) expect(major).toBeGreaterThanOrEqual(oldest);
});

it("the balancer asks the address that says whether a server takes calls", () => {
  const balancer = readFileSync("deploy/haproxy.cfg", "utf8");
  expect(balancer).toContain("option httpchk GET /api/health/ready");
  const servers = namesIn(balancer, /^ {2}server (\S+) \1:3000$/gm);
  const services = namesIn(readFileSync("compose.yaml", "utf8"), /^ {2}(console-\d+):/gm);
  expect(servers).toEqual(services);
});
