/**
 * How our own console says what it is. Clients of the contract say nothing of themselves, and get menus with the pages
 * of their console.
 */
export const clientHeader = "X-Client";
export const consoleName = "schema-console";
