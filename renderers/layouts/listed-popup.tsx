import type { ReactElement } from "react";

/** The field of a tree or of divisions says that its popup has this id; a list of entries has it of its own. */
export const listedPopup = (id: string) => (popup: ReactElement) => <div id={`${id}_list`}>{popup}</div>;
