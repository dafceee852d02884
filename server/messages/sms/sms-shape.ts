/** A tree of texts with `${name}` places; what is sent to the gateway. */
export type ShapeTree = string | readonly ShapeTree[] | { readonly [name: string]: ShapeTree };

export interface SmsSignature {
  readonly algorithm: "sha1" | "sha256";
  /** The first is the key; each further text is signed with the key before it and gives the next one (AWS and TC3 style). */
  readonly key: readonly [string, ...string[]];
  /** A text whose SHA-256 is `${canonicalHash}` in `text`. */
  readonly canonical?: string;
  /** What is signed. */
  readonly text: string;
  readonly encoding: "hex" | "base64";
  /** Where `${signature}` goes: a field of a form, or a header. */
  readonly field?: string;
  readonly header?: { readonly name: string; readonly value: string };
}

/** How to speak with one kind of SMS gateway; data, so that a further provider is a file. */
export interface SmsShape {
  readonly format: "json" | "form";
  /** Whether the provider takes only texts that it has checked, by their number. */
  readonly needsTemplate: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: { readonly [name: string]: ShapeTree };
  readonly signature?: SmsSignature;
  readonly answer: {
    /** Values that an answer must hold to count as taken, by path. */
    readonly accepted: Readonly<Record<string, string>>;
    /** Where code and reason of a refusal stand; the first path with a value counts. */
    readonly code?: readonly string[];
    readonly reason?: readonly string[];
    /** Codes that are about the one number, in our words; other codes are faults of the channel. */
    readonly receiverCodes?: Readonly<Record<string, string>>;
  };
}

const texts = { type: "object", additionalProperties: { type: "string" } } as const;
const paths = { type: "array", items: { type: "string", minLength: 1 }, maxItems: 10 } as const;

export const smsShapeSchema = {
  type: "object",
  required: ["format", "needsTemplate", "body", "answer"],
  additionalProperties: false,
  properties: {
    $comment: { type: "string" },
    format: { enum: ["json", "form"] },
    needsTemplate: { type: "boolean" },
    headers: texts,
    body: { type: "object", minProperties: 1 },
    signature: {
      type: "object",
      required: ["algorithm", "key", "text", "encoding"],
      additionalProperties: false,
      oneOf: [{ required: ["field"] }, { required: ["header"] }],
      properties: {
        algorithm: { enum: ["sha1", "sha256"] },
        key: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 6 },
        canonical: { type: "string" },
        text: { type: "string", minLength: 1 },
        encoding: { enum: ["hex", "base64"] },
        field: { type: "string", minLength: 1 },
        header: {
          type: "object",
          required: ["name", "value"],
          additionalProperties: false,
          properties: { name: { type: "string", pattern: "^[A-Za-z0-9-]+$" }, value: { type: "string" } },
        },
      },
    },
    answer: {
      type: "object",
      required: ["accepted"],
      additionalProperties: false,
      properties: { accepted: { ...texts, minProperties: 1 }, code: paths, reason: paths, receiverCodes: texts },
    },
  },
} as const;
