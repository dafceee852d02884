import type { Locator, Page } from "playwright-core";

/** The list or the tree that stands open at a choice. */
export const openList = (page: Page): Locator => page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)");

/** The entries in sight of the list that stands open. */
export const openOptions = (page: Page): Locator => openList(page).locator(".ant-select-item-option");

/** The entry of that very name. */
export const openOption = (page: Page, name: string): Locator =>
  openOptions(page).and(page.getByTitle(name, { exact: true }));
