import type { Locator, Page } from "playwright-core";

/** The list that stands open at a choice, or the tree that antd draws at one. */
export const openList = (page: Page): Locator =>
  page.locator(".sc-choice-popup, .ant-select-dropdown:not(.ant-select-dropdown-hidden)");

/** The entries in sight of the list that stands open. */
export const openOptions = (page: Page): Locator => page.locator(".sc-choice-popup").getByRole("option");

/** The entry of that very name. */
export const openOption = (page: Page, name: string): Locator =>
  openOptions(page).and(page.getByTitle(name, { exact: true }));
