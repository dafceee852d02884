// Generated from the renderers' folders whenever something is built; do not edit.

import { ListScreen } from "./list/ListScreen.tsx";
import { registerRenderers } from "../../runtime/registry/registry.ts";

registerRenderers("screen", {
  dashboard: { fetch: async () => (await import("./dashboard/DashboardScreen.tsx")).DashboardScreen },
  detail: { fetch: async () => (await import("./record/DetailScreen.tsx")).DetailScreen },
  "erp-list": { fetch: async () => (await import("./erp-list/ErpListScreen.tsx")).ErpListScreen },
  form: { fetch: async () => (await import("./record/FormScreen.tsx")).FormScreen },
  "inner-list": { fetch: async () => (await import("./inner-list/InnerListScreen.tsx")).InnerListScreen },
  list: { component: ListScreen },
  page: { fetch: async () => (await import("./dashboard/DashboardScreen.tsx")).DashboardScreen },
  report: { fetch: async () => (await import("./report/ReportScreen.tsx")).ReportScreen },
  "tab-list": { component: ListScreen },
  "tree-list": { fetch: async () => (await import("./tree-list/TreeListScreen.tsx")).TreeListScreen },
});
