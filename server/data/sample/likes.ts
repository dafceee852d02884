import type { Generator } from "../../../runtime/schema/types.gen.ts";
import type { Random } from "./random.ts";
import {
  cities,
  companyKinds,
  companyWords,
  estates,
  givenFemale,
  givenMale,
  sentences,
  streets,
  surnames,
} from "./words.ts";

export type LikeKind = Extract<Generator, { readonly type: "like" }>["kind"];

/** What other fields of the row say, where the generator names them. */
export interface LikeHints {
  readonly birthday?: string | undefined;
  readonly sex?: string | undefined;
  readonly area?: string | undefined;
  readonly city?: string | undefined;
}

/** 138 stays free for rows that people type in. */
const mobilePrefixes = ["139", "150", "158", "177", "188"];
const cityCodes = Object.keys(cities);

const digits = (random: Random, length: number): string => Array.from({ length }, () => random.integer(0, 9)).join("");

/** Texts that look real and name nobody: people, addresses, numbers with right check digits. */
export const likeKinds: Readonly<Record<LikeKind, (random: Random, hints: LikeHints) => string>> = {
  realname(random, { sex }) {
    const characters = [...(sex === "1" || (sex === undefined && random.chance(0.5)) ? givenMale : givenFemale)];
    const given = Array.from({ length: random.chance(0.25) ? 1 : 2 }, () => random.pick(characters)).join("");
    return random.pick([...surnames]) + given;
  },
  mobile: (random) => random.pick(mobilePrefixes) + digits(random, 8),
  idCard: (random, hints) => {
    const area = hints.area ?? likeKinds.area(random, {});
    const birthday = (
      hints.birthday ?? `${random.integer(1955, 2005)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`
    )
      .slice(0, 10)
      .replaceAll("-", "");
    const order = digits(random, 2);
    const odd = hints.sex === undefined ? random.chance(0.5) : hints.sex === "1";
    const head = `${area}${birthday}${order}${random.integer(0, 4) * 2 + (odd ? 1 : 0)}`;
    return head + idCardCheckDigit(head);
  },
  bankCard: (random) => {
    const head = `623999${digits(random, 12)}`; // an invented issuer
    return head + luhnDigit(head);
  },
  email: (random) =>
    `${Array.from({ length: random.integer(5, 9) }, () => String.fromCharCode(97 + random.integer(0, 25))).join("")}${random.integer(1, 999)}@example.com`,
  company: (random) =>
    `${cities[random.pick(cityCodes)]?.name ?? ""}${random.pick(companyWords)}${random.pick(companyKinds)}有限公司`,
  creditCode: (random, hints) => {
    const head = `91${hints.area ?? likeKinds.area(random, {})}MA${digits(random, 7)}`;
    return head + creditCheckCharacter(head);
  },
  address: (random) =>
    random.chance(0.5)
      ? `${random.pick(streets)}${random.integer(1, 899)}号`
      : `${random.pick(streets)}${random.integer(1, 499)}号${random.pick(estates)}${random.integer(1, 20)}幢${random.integer(1, 18)}0${random.integer(1, 4)}室`,
  area: (random, { city }) => random.pick(cities[city ?? random.pick(cityCodes)]?.districts ?? ["330106"]),
  username: (random) =>
    `${Array.from({ length: random.integer(4, 8) }, () => String.fromCharCode(97 + random.integer(0, 25))).join("")}${random.integer(10, 99)}`,
  sentence: (random) => random.pick(sentences),
};

/** Check digit of the first 17 digits of a national identity number (GB 11643). */
export function idCardCheckDigit(head: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(head[index]), 0);
  return "10X98765432"[sum % 11] ?? "";
}

/** Last digit that makes the number pass the Luhn check. */
export function luhnDigit(head: string): string {
  const sum = [...head].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Check character of a unified social credit code (GB 32100). */
export function creditCheckCharacter(head: string): string {
  const alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";
  const sum = [...head].reduce((total, character, index) => total + alphabet.indexOf(character) * (3 ** index % 31), 0);
  return alphabet[(31 - (sum % 31)) % 31] ?? "";
}
