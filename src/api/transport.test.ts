// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sendOverXhr, type TransportRequest } from "./transport.ts";

/** The browser's XMLHttpRequest, as far as the transport uses it, driven by the test. */
class FakeXhr {
  static last: FakeXhr | undefined;
  readonly sentHeaders: Record<string, string> = {};
  readonly upload: { onprogress?: (event: object) => void } = {};
  method = "";
  url = "";
  body: unknown;
  status = 0;
  response: unknown = "";
  timeout = 0;
  responseType = "";
  onload = () => {};
  onerror = () => {};
  ontimeout = () => {};
  onabort = () => {};
  onloadend = () => {};
  onprogress: ((event: object) => void) | undefined;

  constructor() {
    FakeXhr.last = this;
  }
  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.sentHeaders[name] = value;
  }
  getResponseHeader(name: string) {
    return name === "content-type" ? "application/json" : null;
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort();
    this.onloadend();
  }
}

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", FakeXhr);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function send(request: Partial<TransportRequest> = {}) {
  const answer = sendOverXhr({
    method: "GET",
    url: "/api/a",
    params: undefined,
    headers: {},
    data: undefined,
    responseType: "text",
    timeoutMs: 900_000,
    signal: undefined,
    onProgress: undefined,
    ...request,
  });
  const xhr = FakeXhr.last;
  if (!xhr) throw new Error("nothing was sent");
  return { answer, xhr };
}

it("parameters become a query; lists repeat their name, empty ones are left out", () => {
  const { xhr } = send({ params: { name: "张 三&", ids: [1, 2], none: undefined, nothing: null, zero: 0, no: false } });
  expect(xhr.url).toBe("/api/a?name=%E5%BC%A0+%E4%B8%89%26&ids=1&ids=2&zero=0&no=false");
});

it("an object goes as JSON, a form as the browser's own type", () => {
  expect(send({ method: "POST", data: { a: 1 } }).xhr).toMatchObject({
    body: '{"a":1}',
    sentHeaders: { "Content-Type": "application/json" },
  });
  const form = new FormData();
  const { xhr } = send({ method: "POST", data: form });
  expect(xhr.body).toBe(form);
  expect(xhr.sentHeaders).toEqual({});
});

it("every HTTP status is an answer", async () => {
  const { answer, xhr } = send();
  xhr.status = 502;
  xhr.response = "<html>";
  xhr.onload();
  await expect(answer).resolves.toMatchObject({ status: 502, body: "<html>" });
});

it("the time limit, a broken line and a missing network are told apart", async () => {
  const late = send();
  late.xhr.ontimeout();
  await expect(late.answer).rejects.toMatchObject({ fault: "timeout" });
  const broken = send();
  broken.xhr.onerror();
  await expect(broken.answer).rejects.toMatchObject({ fault: "unreachable" });
  const offline = send();
  vi.stubGlobal("navigator", { onLine: false });
  offline.xhr.onerror();
  await expect(offline.answer).rejects.toMatchObject({ fault: "offline" });
});

it("cancelling ends a call under way, and keeps one from starting", async () => {
  const controller = new AbortController();
  const { answer } = send({ signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ fault: "cancelled" });
  FakeXhr.last = undefined;
  await expect(
    sendOverXhr({ ...({} as TransportRequest), method: "GET", url: "/a", signal: controller.signal }),
  ).rejects.toMatchObject({ fault: "cancelled" });
  expect(FakeXhr.last).toBeUndefined();
});

it("progress is the share sent while there is a body, and the share received otherwise", () => {
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  send({ method: "POST", data: new FormData(), onProgress }).xhr.upload.onprogress?.({ loaded: 1, total: 4 });
  send({ onProgress }).xhr.onprogress?.({ loaded: 3, total: 4 });
  send({ onProgress }).xhr.onprogress?.({ loaded: 3, total: 0 });
  expect(shares).toEqual([0.25, 0.75]);
});
