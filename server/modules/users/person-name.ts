import type { Row } from "../../../runtime/model/resolved-model.ts";

/** A user in the words of the log, for example `周舟（zhou）`. */
export const personName = ({ realname, username }: Row): string => `${realname || username}（${username}）`;
