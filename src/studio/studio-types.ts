import type { Conflict } from "../../runtime/overlay/apply-overlay.ts";
import type { JsonObject } from "../../runtime/overlay/overlay.ts";
import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";

/** `GET /online/document/read`. */
export interface OpenDocument {
  readonly path: string;
  readonly id: string;
  readonly kind: "screen" | "model" | "data" | "screen-test";
  readonly text: string;
  readonly tag: string;
  readonly version: number;
  readonly draft: { readonly text: string; readonly baseText: string; readonly time: string } | null;
  readonly conflicts: readonly Conflict[];
  readonly problem: "gone" | "unreadable" | "unfit" | null;
  readonly mayEdit: boolean;
  readonly mayPublish: boolean;
  readonly mayRestore: boolean;
}

/** A page as `GET /lowcode/screens` answers it. */
export interface StudioPageAnswer {
  readonly id: string;
  readonly screen: ScreenDocument | null;
  readonly models: Readonly<Record<string, { readonly base: string }>>;
}

/** `POST /online/document/check`. */
export interface CheckAnswer {
  readonly findings: readonly Diagnostic[];
  readonly elsewhere: readonly Diagnostic[];
  readonly mayPublish: boolean;
  readonly lost: readonly { readonly code: string; readonly name: string; readonly roles: readonly string[] }[];
  readonly page: StudioPageAnswer | null;
}

interface Named {
  readonly id: string;
  readonly title: string;
}
interface Coded {
  readonly code: string;
  readonly title: string;
}

/** `GET /online/document/words`. */
export interface Words {
  readonly models: readonly (Named & {
    readonly fields: readonly { readonly name: string; readonly title: string; readonly type: string }[];
  })[];
  readonly screens: readonly Named[];
  readonly dicts: readonly Coded[];
  readonly permissions: readonly Coded[];
  readonly roles: readonly (Coded & { readonly permissions: readonly string[] })[];
}

export interface KeptVersion {
  readonly version: number;
  readonly time: string;
  readonly realname: string;
  readonly restoredFrom: number | null;
  readonly isFile: boolean;
  readonly document: JsonObject;
}
