import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { modelOf, type Work } from "./engine-parts.ts";
import type { Find, Insert, Post } from "./posts.ts";
import { treeOf } from "./tree.ts";

/** Posts that follow each other and are done together; `one`: a post that is done for itself. */
export type Stage =
  | { readonly kind: "find"; readonly posts: readonly Find[] }
  | { readonly kind: "insert"; readonly posts: readonly Insert[] }
  | { readonly kind: "one"; readonly post: Post };

type Parts = Pick<Work, "parts">;

/** Cuts posts into stages. Together they do what they would do one after the other. */
export function stagesOf(work: Parts, posts: readonly Post[]): readonly Stage[] {
  const stages: Stage[] = [];
  for (const post of posts) {
    const last = stages.at(-1);
    if (post.type === "find" && isPlainFind(post)) {
      const joins = last?.kind === "find" && !readsNames(post, last.posts);
      if (joins) stages.splice(-1, 1, { kind: "find", posts: [...last.posts, post] });
      else stages.push({ kind: "find", posts: [post] });
    } else if (post.type === "insert" && isPlainInsert(work, post)) {
      const joins = last?.kind === "insert" && !last.posts.some((before) => isAffected(work, post, before));
      if (joins) stages.splice(-1, 1, { kind: "insert", posts: [...last.posts, post] });
      else stages.push({ kind: "insert", posts: [post] });
    } else {
      stages.push({ kind: "one", post });
    }
  }
  return stages;
}

/** What is locked or judged is read at its own turn. */
const isPlainFind = ({ lock, guards }: Find): boolean => lock !== true && guards === undefined;

/** The post reads by name what one of the others finds. */
function readsNames(post: Find, others: readonly Find[]): boolean {
  const text = JSON.stringify(post);
  return others.some(({ as }) => new RegExp(`\\b${as}\\b`).test(text));
}

/** Nobody reads the new rows by name, and nothing has to be done for each of them. */
function isPlainInsert({ parts }: Parts, { as, unless, model: id }: Insert): boolean {
  if (as !== undefined || unless !== undefined) return false;
  const model = modelOf(parts, id);
  return !parts.hooks.has(id) && !treeOf(model);
}

/** What the post reads of the database may be different after the other one. */
function isAffected(work: Parts, post: Insert, before: Insert): boolean {
  const written = modelOf(work.parts, before.model);
  if (written.onAdd.length > 0) return true;
  return sourcesOf(work, post).some(
    (source) => source === written || [...source.fields.values()].some(({ rollup }) => rollup?.model === written.id),
  );
}

/** The models whose rows the post goes through, or that its new row copies from. */
function sourcesOf({ parts }: Parts, { forEach, model: id }: Insert): readonly ResolvedModel[] {
  const model = modelOf(parts, id);
  const copied = [...model.fields.values()].flatMap(({ snapshot }) => {
    const dict = snapshot && model.fields.get(snapshot.from)?.dict;
    return dict?.kind === "model" ? [dict.model] : [];
  });
  const each = typeof forEach === "object" ? [forEach.model] : [];
  return [...new Set([...copied, ...each])].flatMap((one) => parts.models.get(one) ?? []);
}
