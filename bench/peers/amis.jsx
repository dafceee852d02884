import "../pages/page.css";
import { render } from "amis";
import "./node_modules/amis-ui/lib/themes/antd.css";
import "./node_modules/amis/lib/helper.css";
import { createRoot } from "react-dom/client";

const environment = {
  fetcher: async () => ({ status: 200, data: { status: 0, msg: "", data: {} } }),
  isCancel: () => false,
  notify: () => undefined,
  alert: () => undefined,
  copy: () => undefined,
  theme: "antd",
  locale: "zh-CN",
};

/** Draws an amis document over data in memory. */
export function mountAmis(element, document, data = {}) {
  createRoot(element).render(render(document, { data, locale: "zh-CN", theme: "antd" }, environment));
}
