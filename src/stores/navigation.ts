import { computed, makeObservable } from "mobx";
import { buildNavigation, type Navigation } from "../router/menu-routes.ts";
import type { PermissionStore } from "./permissions.ts";

/** Addresses and side menu of the signed-in user; follows the permission list. */
export class NavigationStore {
  private readonly permissions: PermissionStore;

  constructor(permissions: PermissionStore) {
    this.permissions = permissions;
    makeObservable(this, { current: computed });
  }

  get current(): Navigation {
    return buildNavigation(this.permissions.menu);
  }
}
