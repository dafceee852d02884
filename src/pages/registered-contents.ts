import type { RegisteredContents } from "../../renderers/registered-contents.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";

/** Contents of views that are no list, form, tree, report or dashboard; each comes with the first view that names it. */
export const registeredContents: RegisteredContents = {
  "app/phone-preview": lazyPart(() =>
    import("./PhonePreview.tsx").then((module) => ({ default: module.PhonePreview })),
  ),
  "data-log/versions": lazyPart(() =>
    import("../system/data-log/VersionsView.tsx").then((module) => ({ default: module.VersionsView })),
  ),
  "online/report-builder": lazyPart(async () => ({
    default: (await import("../online/ReportBuilder.tsx")).ReportBuilder,
  })),
  "online/form-preview": lazyPart(async () => ({
    default: (await import("../online/FormPreview.tsx")).FormPreview,
  })),
  "online/form-rules": lazyPart(async () => ({
    default: (await import("../online/rules/FormRules.tsx")).FormRules,
  })),
  "online/form-scripts": lazyPart(async () => ({
    default: (await import("../online/FormScripts.tsx")).FormScripts,
  })),
  "online/template-preview": lazyPart(async () => ({
    default: (await import("../online/FormPreview.tsx")).TemplatePreview,
  })),
  "online/report-preview": lazyPart(async () => ({
    default: (await import("../online/ReportPreview.tsx")).ReportPreview,
  })),
  "system/grants": lazyPart(() => import("./system/GrantsView.tsx").then((module) => ({ default: module.GrantsView }))),
  "system/why": lazyPart(() => import("./system/WhyView.tsx").then((module) => ({ default: module.WhyView }))),
  "system/depart-role-user": lazyPart(() =>
    import("./system/DepartRolesOfUser.tsx").then((module) => ({ default: module.DepartRolesOfUser })),
  ),
};
