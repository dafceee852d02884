import { expect, test } from "vitest";
import type { ConsoleServices, RequestOptions } from "../../runtime/react/services.ts";
import { previewServices } from "./preview-services.ts";
import type { StudioPageAnswer } from "./studio-types.ts";

test("a preview reads rows and figures, and writes nothing", async () => {
  const asked: string[] = [];
  const services = {
    request: async ({ method, url }: RequestOptions) => void asked.push(`${method} ${url}`),
  } as unknown as ConsoleServices;
  const { request } = previewServices(services, { id: "x/y" } as StudioPageAnswer, undefined);
  await request({ method: "GET", url: "/store/order/list" });
  await request({ method: "POST", url: "/lowcode/aggregate", data: {} });
  await expect(request({ method: "POST", url: "/store/order/add", data: {} })).rejects.toThrow("这是预览，不保存数据");
  expect(asked).toEqual(["GET /store/order/list", "POST /lowcode/aggregate"]);
});
