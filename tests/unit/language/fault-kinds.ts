import type { Node } from "jsonc-parser";
import {
  added,
  besideOf,
  inside,
  type Kind,
  key,
  missing,
  type Part,
  partsAt,
  replaced,
  rewritten,
  textOf,
  value,
  writtenOf,
} from "./planting.ts";

const expressions = { model: "model /**/*", screen: "screen /**/*" };
const columns = "screen /**/columns/*|/**/columns/*/field";
const items = "screen /views/*/**/items/*|/views/*/**/items/*/field|/view/**/items/*|/view/**/items/*/field";

const quotedText = (part: Part) => (part.value.type === "string" ? writtenOf(part) : undefined);

/** What an earlier document has already, its table or its address: the later one is to blame. */
const claimedTwice =
  (where: string): Kind =>
  (documents) => {
    const claims = partsAt(documents, where).sort((a, b) => (a.file < b.file ? -1 : 1));
    return claims.flatMap((part, index) => {
      const other = claims[Math.floor(index / 2)];
      return other && other !== part ? replaced(where, () => writtenOf(other))([[part]]) : [];
    });
  };

/** An entry of a list once more, behind itself. */
const twice = (where: string, isMeant: (part: Part) => boolean = () => true): Kind =>
  added("behind", where, (part) => (isMeant(part) ? `, ${writtenOf(part)}` : undefined));

interface Misspelling {
  readonly word: string;
  readonly wrong: string;
  /** What a page has to have for the word to be right. */
  readonly offers?: string;
}

/** What is granted beside the page, put in before its menu. */
const access =
  (role: string, words: string, { word, wrong, offers = "" }: Misspelling): Kind =>
  (documents) =>
    partsAt(documents, "screen /menu").flatMap((part) => {
      if (!part.text.includes(offers)) return [];
      const text = `"access": { "${role}": ${words} }, `;
      if (besideOf(part, "model") === undefined || besideOf(part, "access") !== undefined) return [];
      const start = text.indexOf(wrong);
      return added("before", "screen /menu", () => text, {
        word: () => word,
        at: ({ property }) => (property?.offset ?? 0) + start - (text[start - 1] === '"' ? 1 : 0),
      })([[part]]);
    });

/** Behind the quote after a text that lost its own; the text itself where its line has no other. */
function nextQuote({ text, value: node }: Part): number {
  const end = node.offset + node.length;
  const found = text.slice(end, text.indexOf("\n", end)).indexOf('"');
  return found < 0 ? node.offset : end + found;
}

/** Name → where a fault of the kind can be planted and how; the place and the word that are to be told come with it. */
export const readableKinds: Readonly<Record<string, Kind>> = {
  // Words of the language, as keys.
  "key of a screen": key("screen /*"),
  "key of a model": key("model /*"),
  "key of a field": key("model /fields/*/*"),
  "key of a relation": key("model /relations/*/*"),
  "key of a transition": key("model /states/transitions/*/*"),
  "key of a post": key("model /states/transitions/*/post/*/*"),
  "key of an index": key("model /indexes/*/*"),
  "key of a column": key("screen /**/columns/*/*"),
  "key of a query item": key("screen /query/items/*/*"),
  "key of a form item": key("screen /views/*/items/*/*|/views/*/items/*/items/*/*"),
  "key of a view": key("screen /views/*/*"),
  "key of a button": key("screen /toolbar/*/*|/rowActions/items/*/*"),
  "key of an action": key("screen /**/do/*/*"),
  "key of a panel": key("screen /panels/*/*"),
  "key of a source": key("screen /**/source/*"),
  "key of a menu": key("screen /menu/*"),
  "key of a step": key("screen.test /cases/*/steps/*/*"),
  "key of an expectation": key("screen.test /cases/*/expect/*/*"),
  "key of a data document": key("data /*"),

  // Words of the language, as values.
  "kind of a screen": value("screen /kind"),
  "type of a field": value("model /fields/*/type"),
  "kind of a relation": value("model /relations/*/kind"),
  "type of a post": value("model /states/transitions/*/post/*/type"),
  "type of a cell in a model": value("model /fields/*/cell/type"),
  "type of a cell in a screen": value("screen /**/cell/type"),
  "type of an editor": value("model /fields/*/widget/type"),
  "type of a panel": value("screen /panels/*/type"),
  "type of an action": value("screen /**/do/*/type"),
  "type of a source": value("screen /**/source/type"),
  "preset of a button": value("screen /**/preset"),
  "operator of a condition": value("screen /query/items/*/op"),
  "operator of a measure": value("screen /**/measures/*/op"),
  "shape of a view": value("screen /views/*/as"),
  "fixed, align, selection": value("screen /**/fixed|/**/align|/**/selection"),
  "kind of an expectation": value("screen.test /cases/*/expect/*/check"),
  "kind of a step": value("screen.test /cases/*/steps/*/do"),
  "type of sample values": value("model /sample/fields/*/type"),
  "direction of a sort": value("model /sort/*/order|screen /**/sort/order"),

  // Names of fields.
  "field of a column": value(columns),
  "field of a query item": value("screen /query/items/*|/query/items/*/field"),
  "field of a form item": value(items),
  "field of a total": value("screen /table/totals/*"),
  "field of an override": key("screen /table/override/*|/query/override/*|/views/*/override/*"),
  "field of an index": value("model /indexes/*/fields/*"),
  "field of a sort": value("model /sort/*/field"),
  "title field": value("model /titleField"),
  "foreign key": value("model /relations/*/foreignKey"),
  "field of a roll-up": value("model /fields/*/rollup/field|/fields/*/rollup/foreignKey"),
  "field of a snapshot": value("model /fields/*/snapshot/field"),
  "source of a snapshot": value("model /fields/*/snapshot/from"),
  "field of a rule": value("model /rules/*/field|/groupRules/*/field|/groupRules/*/by/*"),
  "field of a lock": value("model /states/locks/*/except/*|/states/locks/*/fields/*"),
  "field that a transition sets": key("model /states/transitions/*/set/*"),
  "field that a post writes": key("model /states/transitions/*/post/*/values/*"),
  "field of a post's condition": key("model /states/transitions/*/post/*/where/*"),
  "field of a sample": key("model /sample/fields/*"),
  "field of a subtitle": value("model /reference/*/*"),
  "shown field of a dictionary": value("model /fields/*/dict/text|/fields/*/dict/value"),
  "field of a condition of a dictionary": key("model /fields/*/dict/where/*"),
  "field of the states": value("model /states/field"),
  "group of an aggregate": value("screen /**/groupBy/*|/**/groupBy/*/field"),
  "field of a measure": value("screen /**/measures/*/field"),
  "field of a condition of a source": key("screen /**/source/where/*|/panels/*/items/*/where/*"),
  "axis of a chart": value("screen /panels/*/x|/panels/*/y/*"),
  "name and value of a chart": value("screen /panels/*/name|/panels/*/value|/panels/*/trend"),
  "field of a step": value("screen.test /cases/*/steps/*/field|/cases/*/expect/*/field"),
  "field of a shipped row": key("data /rows/*/*"),
  "field of a shipped sub-row": key("data /rows/*/*/*/*", ({ owner }) => owner.type === "object"),
  "field in the key of a reference": key("data /rows/*/*/key/*"),

  // Names inside expressions.
  "field in a guard": inside("model /**/guards/*/expr", /\brow\.(\w+)/),
  "field in a condition of a field": inside("model /fields/*/when|/fields/*/required", /\brow\.(\w+)/),
  "field in a computed value": inside("model /fields/*/value", /\brow\.(\w+)/),
  "field in a rule": inside("model /rules/*/expr|/fields/*/rules/*/expr", /\brow\.(\w+)/),
  "field in a text": inside("model /**/confirm|screen /**/confirm|/**/title", /\brow\.(\w+)/),
  "field in what a post writes": inside("model /**/post/*/values/*", /\brow\.(\w+)/),
  "field in a visible button": inside("screen /**/visible|/**/disabled", /\b(?:row|form)\.(\w+)/),
  "field in an action": inside("screen /**/do/*/data/*|/**/do/*/params/*", /\b(?:row|form)\.(\w+)/),
  "field in samples": inside("model /sample/fields/*/when|/sample/fields/*/value", /\brow\.(\w+)/),
  "row that a post reads": inside("model /**/post/*/**/*", /\b(item|user|form|row)\./),
  "root of an expression": inside(expressions.screen, /[ (!](row|form|master|selection|user)\./),
  "function in a model": inside(expressions.model, /\b([a-z]\w+)\(/),
  "function in a screen": inside(expressions.screen, /\b([a-z]\w+)\(/),
  "member of the user": inside(expressions.model, /\buser\.(\w+)/),
  "member of the selection": inside(expressions.screen, /\bselection\.(\w+)/),
  "mode that is none": inside(expressions.screen, /\bmode [!=]= '(\w+)'/),
  "permission that is asked for": inside(expressions.screen, /hasPerm\('([\w:]+)'\)/),
  "brace that is not closed": rewritten(expressions.model, /\)([^()]*)$/, "$1"),
  "operator without a value": rewritten(expressions.model, / (==|!=|&&|\|\||>|<) /, " $1 $1 "),
  "text in the place of a number": rewritten(
    "model /rules/*/expr|/fields/*/rules/*/expr",
    /\brow\.(\w*[aA]mount|\w*[cC]ount) (==|!=) (\d+)/,
    "row.$1 $2 '$3'",
  ),
  "number in the place of a text": rewritten(
    expressions.model,
    /row\.(\w*[sS]tatus|\w*Type) (==|!=) '(\d)'/,
    "row.$1 $2 $3",
  ),
  "dictionary value in a comparison": inside(expressions.model, /\brow\.\w*[tT]ype [!=]= '([a-z]\w+)'/),
  "dictionary code that is short in a comparison": rewritten(
    expressions.model,
    /row\.(\w*[sS]tatus|\w*Type) (==|!=) '\d'/,
    "row.$1 $2 '77'",
  ),

  // Names of other things.
  "model of a screen": value("screen /model"),
  "model of a relation": value("model /relations/*/model"),
  "model of a dictionary": value("model /fields/*/dict/model"),
  "model of a source": value("screen /**/source/model"),
  "model of a post": value("model /states/transitions/*/post/*/model"),
  "model of shipped rows": value("data /model"),
  "model of a reference": value("data /rows/*/*/ref"),
  "role of a grant": value("data /rows/*/roleId/key/roleCode"),
  "page of a grant": value("data /rows/*/permissionId/key/id", isPlain),
  "code of a grant": value("data /rows/*/permissionId/key/perms"),
  "name of a row that is read": value(
    "model /states/transitions/*/post/*/as|/states/transitions/*/read/*/as",
    isReadTwice,
  ),
  "field in an address": inside("screen /**/to", /\brow\.(\w+)/),
  "relation of a table": value("screen /**/relation"),
  "transition of a button": value("screen /**/transition"),
  "view of a button": value("screen /toolbar/*/view|/rowActions/items/*/view"),
  "view of an action": value("screen /**/do/*/view"),
  "screen of an action": value("screen /**/do/*/screen|/**/content/screen"),
  "screen of a test": value("screen.test /screen"),
  "button of a test": value("screen.test /cases/*/steps/*/button|/cases/*/expect/*/button"),
  "view of a test": value("screen.test /cases/*/steps/*/view"),
  "parent in the menu": value("screen /menu/parent"),
  "code of a dictionary": value("model /fields/*/dict"),
  "default of a field": value("model /fields/*/default", (part) => typeof besideOf(part, "dict") === "string"),
  "default of another dictionary": replaced("model /fields/*/default", (part) =>
    typeof besideOf(part, "dict") === "string" ? '"77"' : undefined,
  ),
  "state that a transition comes from": replaced("model /states/transitions/*/from/*", () => '"77"'),
  "state that a transition leads to": replaced("model /states/transitions/*/to", () => '"77"'),
  "value of a tab": replaced("screen /tabs/values/*|/views/*/steps/values/*", () => '"77"'),
  "rule that fills": value("model /fields/*/fill/rule"),
  // A code that nothing else names is its own declaration.
  "permission of a button": value("screen /**/permission", (part) => besideOf(part, "key") === undefined),
  "column of a data rule": value("data /rows/*/ruleColumn"),
  "condition of a data rule": value("data /rows/*/ruleConditions"),
  "variable of a data rule": replaced(
    "data /rows/*/ruleValue",
    (part) =>
      textOf(part).startsWith("#{sys_org_code}") ? quotedText(part)?.replace("org_code", "org_cod") : undefined,
    { word: () => "sys_org_code" },
  ),
  "role of an access block": access("registred", '{ "do": [ "*" ] }', { word: "registered", wrong: "registred" }),
  "button of an access block": access("registered", '{ "do": [ "exprt" ] }', {
    word: "export",
    wrong: "exprt",
    offers: '"preset": "export"',
  }),

  // What is claimed twice, or stands twice.
  "id unlike the place of a screen": value("screen /id"),
  "id unlike the place of a model": value("model /id"),
  "table of another": claimedTwice("model /table"),
  "path of another model": claimedTwice("model /base"),
  "menu path of another": claimedTwice("screen /menu/path"),
  "column twice": twice("screen /table/columns/*"),
  "query item twice": twice("screen /query/items/*"),
  "form item twice": twice("screen /views/*/items/*"),
  "button twice": added("behind", "screen /toolbar/*|/rowActions/items/*", (part) =>
    /^\{ "preset": "(add|delete|deleteBatch|detail|export|edit)" \}$/.test(writtenOf(part))
      ? `, ${writtenOf(part)}`
      : undefined,
  ),
  "row of a data document twice": twice("data /rows/*"),
  "value of a dictionary twice": twice("data /rows/*/items/*", (part) =>
    (part.value.children ?? []).some((one) => one.children?.[0]?.value === "itemValue"),
  ),

  // What cannot be meant.
  "limits that nothing meets": replaced("model /fields/*/minimum", (part) =>
    typeof besideOf(part, "maximum") === "number" ? "99999999" : undefined,
  ),
  "pattern that is none": replaced("model /fields/*/rules/*/pattern", () => '"^(a"'),
  "pattern that takes for ever": replaced("model /fields/*/rules/*/pattern", () => '"^(a+)+$"'),
  "default of the wrong type": replaced("model /fields/*/default", (part) =>
    ["integer", "money", "number"].includes(String(besideOf(part, "type"))) ? '"viel"' : undefined,
  ),
  "view that nothing opens": added("before", "screen /views/*", () => '"spare": { "as": "modal", "items": [] }, '),
  "menu id with a slash": replaced(
    "data /rows/*/permissionId/key/id",
    (part) =>
      textOf(part).includes(".") && !textOf(part).includes("#") ? quotedText(part)?.replace(".", "/") : undefined,
    { word: textOf },
  ),
  "number of a shipped row as text": replaced("data /rows/*/*", (part) =>
    part.value.type === "number" ? `"${writtenOf(part)}"` : undefined,
  ),
  "field that waits for itself": replaced("model /fields/*/value", (part) => `"{{ row.${part.path.split("/")[2]} }}"`),
};

/** Faults after which nobody knows what the document says, so that what refers to it is not looked into. */
export const unreadableKinds: Readonly<Record<string, Kind>> = {
  // Shapes.
  "text in the place of a number, as JSON": replaced(
    "screen /**/width|/**/span|/menu/sort|model /fields/*/maxLength",
    (part) => (part.value.type === "number" ? `"${writtenOf(part)}"` : undefined),
  ),
  "maximum as text": replaced(
    "model /fields/*/maxLength|/fields/*/minimum|/fields/*/maximum",
    (part) => `"${writtenOf(part)}"`,
  ),
  "text in the place of true": replaced("model /fields/*/required|/fields/*/readOnly|/fields/*/index", (part) =>
    part.value.type === "boolean" ? `"${writtenOf(part)}"` : undefined,
  ),
  "object in the place of a list": replaced("screen /toolbar|/**/items|/**/columns|/**/do", (part) =>
    part.value.type === "array" ? "{}" : undefined,
  ),
  "list in the place of an object": replaced("screen /query|/table|/rowActions|/menu", () => "[]"),
  "number in the place of text": replaced("model /title|/fields/*/title", () => "7"),
  "missing base of a model": missing("model /base"),
  "missing type of a field": missing("model /fields/*/type"),
  "missing title of a field": missing("model /fields/*/title"),
  "missing foreign key": missing("model /relations/*/foreignKey"),
  "missing text of a rule": missing("model /rules/*/message|/**/guards/*/message"),
  "missing path of a menu": missing("screen /menu/path"),
  "missing type of a panel": missing("screen /panels/*/type"),
  "missing kind of a screen": missing("screen /kind"),
  "missing title of a test": missing("screen.test /cases/*/title"),
  "missing rows of a data document": missing("data /rows"),
  "number out of range": replaced("screen /**/span|/views/*/columns", (part) =>
    part.value.type === "number" ? "99" : undefined,
  ),
  "length below one": replaced("model /fields/*/maxLength", (part) =>
    besideOf(part, "type") === "string" ? "0" : undefined,
  ),
  "name of a table that is none": replaced("model /table", (part) => `"${textOf(part).toUpperCase()}"`),
  "name of a permission that is none": replaced(
    "model /permissionPrefix",
    (part) => `"${textOf(part).replace(":", " ")}"`,
  ),
  "expression without braces": replaced("model /fields/*/value|/fields/*/when", (part) =>
    quotedText(part)?.replace(/\{\{ ?| ?\}\}/g, ""),
  ),
  "expression in a plain text": replaced("screen /**/label", () => '"{{ row.id }}"'),
  "empty list": replaced("model /indexes/*/fields|/states/transitions/*/from", () => "[]"),
  "version that is none": replaced("model /schemaVersion|screen /schemaVersion", () => "2"),

  // What is no JSON.
  "comma too many in a list": added("behind", "screen /**/columns/*|/**/items/*", (part) =>
    part.owner.children?.at(-1) === part.value ? "," : undefined,
  ),
  "comma too many in an object": added("behind", "model /fields/*/*", (part) =>
    part.owner.children?.at(-1) === part.property ? "," : undefined,
  ),
  comment: added("before", "screen /**/items/*|/**/columns/*", () => "/* later */ "),
  // The text ends at the next quote; what stands behind that no longer reads.
  "quote that is not closed": replaced("model /fields/*/title", (part) => quotedText(part)?.slice(0, -1), {
    at: nextQuote,
  }),
  "single quotes": replaced("screen /menu/icon|/**/field", (part) => `'${textOf(part)}'`),
  "key written twice": added(
    "behind",
    "model /fields/*/*",
    (part) =>
      `, ${part.text.slice(part.property?.offset, (part.property?.offset ?? 0) + (part.property?.length ?? 0))}`,
  ),
  "forbidden key": added("before", "model /fields/*/title", () => '"__proto__": {}, '),
};

/** A menu's id; those of its buttons carry a code. */
function isPlain(part: Part): boolean {
  return !textOf(part).includes("#");
}

/** Of a row that is read once, nobody knows which of the two names is the slip. */
function isReadTwice(part: Part): boolean {
  const around = transitionOf(part);
  return around.split(`${textOf(part)}.`).length > 2;
}

/** The text of the transition that a part is in. */
function transitionOf({ text, value: node }: Part): string {
  let around: Node = node;
  for (let steps = 0; steps < 6 && around.parent; steps++) around = around.parent;
  return text.slice(around.offset, around.offset + around.length);
}
