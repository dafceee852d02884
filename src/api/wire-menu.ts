import type { PermissionMark } from "../../runtime/permission/page-rights.ts";

/** A menu node as the permission payload sends it; everything is optional because administrators write menus. */
export interface WireMenu {
  readonly id?: string;
  readonly path?: string;
  readonly name?: string;
  readonly route?: string;
  readonly redirect?: string | null;
  readonly component?: string | null;
  readonly hidden?: boolean;
  readonly alwaysShow?: boolean;
  readonly meta?: {
    readonly title?: string;
    readonly icon?: string | null;
    readonly url?: string | null;
    readonly keepAlive?: boolean;
    readonly internalOrExternal?: boolean;
    readonly componentName?: string | null;
    readonly hideMenu?: boolean;
    readonly hideTab?: boolean;
    /** The person's own entries of type "2" for buttons of this page. */
    readonly permissionList?: readonly PermissionMark[] | null;
  };
  readonly children?: readonly WireMenu[] | null;
}
