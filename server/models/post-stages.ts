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
function isAffected({ parts }: Parts, { forEach, model: id }: Insert, before: Insert): boolean {
  const written = modelOf(parts, before.model);
  if (written.onAdd.length > 0) return true;
  if (typeof forEach === "object" && isChanged(modelOf(parts, forEach.model), written)) return true;
  const { fields } = modelOf(parts, id);
  return [...fields.values()].some(({ snapshot }) => {
    const dict = snapshot && fields.get(snapshot.from)?.dict;
    const source = dict?.kind === "model" ? parts.models.get(dict.model) : undefined;
    return source !== undefined && isChanged(source, written, snapshot?.field);
  });
}

/** New rows of `written` are rows of the model, or sums of its rows: of the field, or of one that the field may be computed from. */
function isChanged(model: ResolvedModel, written: ResolvedModel, name?: string): boolean {
  if (model === written) return true;
  const field = name === undefined ? undefined : model.fields.get(name);
  const isStored = field && field.value === undefined && field.when === undefined;
  const read = isStored ? [field] : [...model.fields.values()];
  return read.some(({ rollup }) => rollup?.model === written.id);
}
