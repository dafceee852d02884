import { englishCronMessages } from "../../../runtime/cron/cron-messages.en-US.ts";
import { chineseCronMessages } from "../../../runtime/cron/cron-messages.ts";
import { englishWords } from "../../../runtime/format/words.en-US.ts";
import { chineseWords } from "../../../runtime/format/words.ts";
import { englishJson } from "../../../runtime/json-schema/json-messages.en-US.ts";
import { chineseJson } from "../../../runtime/json-schema/json-messages.ts";
import { englishOnlineForms } from "../../../runtime/online-forms/messages.en-US.ts";
import { onlineFormMessages } from "../../../runtime/online-forms/messages.ts";
import { englishRuleMessages } from "../../../runtime/online-forms/rules/rule-messages.en-US.ts";
import { ruleMessages } from "../../../runtime/online-forms/rules/rule-messages.ts";
import { englishRecordMessages } from "../../../runtime/record/record-messages.en-US.ts";
import { chineseRecordMessages } from "../../../runtime/record/record-messages.ts";
import { englishErrors } from "../../http/errors.en-US.ts";
import { errorTable } from "../../http/errors.ts";
import { englishReasons } from "./reasons.en-US.ts";

/** Between the titles of a way through the menu. */
const step = " / ";

/** Longer messages carry other people's texts and stay as they are. */
const longest = 300;

interface Template {
  readonly pattern: RegExp;
  /** How many characters it says itself. */
  readonly own: number;
  make(parts: readonly string[]): string;
}

type Texts = ReadonlyMap<string, string>;

const plain = new Map<string, string>();
const templates: Template[] = [];

function learn(chinese: string, make: Template["make"]): void {
  const pieces = chinese.split(/\{\w*\}/);
  if (pieces.length === 1) plain.set(chinese, make([]));
  else if (pieces.some((piece) => piece !== ""))
    templates.push({ pattern: patternOf(pieces), own: pieces.join("").length, make });
}

function patternOf(pieces: readonly string[]): RegExp {
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("(.*?)")}$`, "su");
}

/** Two texts with the same `{holes}`; the English one may name them in another order. */
function learnText(chinese: string, english: string): void {
  const names = [...chinese.matchAll(/\{(\w*)\}/g)].map((match) => match[1] ?? "");
  learn(chinese, (parts) => english.replace(/\{(\w*)\}/g, (_, name: string) => parts[names.indexOf(name)] ?? ""));
}

/** A catalogue of the runtime: its texts, and its functions by what they say with holes for their parts. */
function learnCatalogue(chinese: unknown, english: unknown): void {
  if (typeof chinese === "string") learnText(chinese, String(english));
  else if (typeof chinese === "function" && typeof english === "function") {
    learn(String(chinese("{0}", "{1}", "{2}")), (parts) => String(english(...parts)));
  } else if (typeof chinese === "object" && chinese !== null) {
    const others = english as Readonly<Record<string, unknown>>;
    for (const [name, inner] of Object.entries(chinese)) learnCatalogue(inner, others[name]);
  }
}

learnCatalogue(chineseJson, englishJson);
for (const [name, { message }] of Object.entries(errorTable)) {
  learnText(message, englishErrors[name as keyof typeof errorTable]);
}
for (const [chinese, english] of Object.entries(englishReasons)) learnText(chinese, english);
learnCatalogue(chineseRecordMessages, englishRecordMessages);
learnCatalogue(chineseCronMessages, englishCronMessages);
learnCatalogue(onlineFormMessages, englishOnlineForms);
learnCatalogue(ruleMessages, englishRuleMessages);
// The more a template says itself, the less it leaves to chance.
templates.sort((one, other) => other.own - one.own);

/**
 * What the server says, in English. The server thinks in Chinese, also in its logs and tables; this is asked once, on
 * the way out.
 *
 * @param texts translations of documents: messages of their rules, titles inside other messages
 * @returns the message itself where nobody translated it
 * @example translateMessage("姓名不能重复", texts) // "Name must be unique"
 */
export function translateMessage(message: string, texts: Texts): string {
  return (message.length <= longest ? find(message, texts, 3) : undefined) ?? message;
}

/**
 * A line of an explanation: things side by side, each of them a text that is known whole, on both sides of a colon, or
 * title by title along a way through the menu.
 *
 * @example translatePhrase("角色 店长、角色 收银", texts) // "Role 店长, Role 收银"
 */
export function translatePhrase(phrase: string, texts: Texts): string {
  const { listComma, colon } = chineseWords;
  const things = phrase.split(listComma).map((thing) => {
    const whole = translateMessage(thing, texts);
    if (whole !== thing) return whole;
    const sides = thing.split(colon).map((side) =>
      side
        .split(step)
        .map((part) => translateMessage(part, texts))
        .join(step),
    );
    return sides.join(englishWords.colon);
  });
  return things.join(englishWords.listComma);
}

/** How a mistake in a text of many lines is told. */
const ofLine = /^第 (\d+) 行：(.+)$/su;

function find(message: string, texts: Texts, depth: number): string | undefined {
  const known = texts.get(message) ?? plain.get(message);
  if (known !== undefined || depth === 0) return known;
  const things = message.split(chineseWords.listComma).map((thing) => texts.get(thing));
  if (things.length > 1 && things.every((thing) => thing !== undefined)) return things.join(englishWords.listComma);
  // Before the templates: one of them begins with the title of a list, and would take none as a title.
  const [, line, why] = ofLine.exec(message) ?? [];
  if (line !== undefined && why !== undefined) return englishJson.at(line, find(why, texts, depth - 1) ?? why);
  for (const { pattern, make } of templates) {
    const parts = pattern.exec(message)?.slice(1);
    if (parts) return make(parts.map((part) => find(part, texts, depth - 1) ?? part));
  }
  return findBehindTitle(message, texts, depth);
}

/** `姓名` + `最大长度50位字符`: a field's title before what is wrong with it. */
function findBehindTitle(message: string, texts: Texts, depth: number): string | undefined {
  for (let at = Math.min(message.length - 1, 20); at > 0; at -= 1) {
    const title = texts.get(message.slice(0, at));
    const rest = title === undefined ? undefined : find(message.slice(at).replace(/^：/, ""), texts, depth - 1);
    if (rest !== undefined) return `${title}: ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
  }
  return undefined;
}
