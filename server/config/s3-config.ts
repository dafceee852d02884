/** A bucket of an S3-compatible service in which files lie. */
export interface S3Config {
  /** Undefined: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** In front of every path, with its slash; empty for none. */
  readonly prefix: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** `endpoint/bucket/path` in place of `bucket.endpoint/path`. */
  readonly pathStyle: boolean;
}

type Values = Readonly<Partial<Record<`S3_${string}`, string>>>;

/** Settings of a bucket that say nothing without one, and those that it cannot do without. */
const ofBucket = ["S3_ENDPOINT", "S3_PREFIX", "S3_KEY_ID", "S3_KEY_SECRET"] as const;
const needed = ["S3_KEY_ID", "S3_KEY_SECRET"] as const;

/**
 * @returns undefined when files lie in the data folder
 * @throws Error with one Chinese line when half a bucket is configured
 */
export function readS3Config(values: Values): S3Config | undefined {
  const bucket = values.S3_BUCKET;
  if (bucket === undefined) {
    const stray = ofBucket.filter((name) => values[name] !== undefined);
    if (stray.length > 0) throw new Error(`设置了 ${stray.join("、")}，但没有设置 S3_BUCKET：文件不会存到存储桶`);
    return undefined;
  }
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new Error(`设置了 S3_BUCKET，还需要设置 ${missing.join("、")}`);
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION ?? "us-east-1",
    bucket,
    prefix: values.S3_PREFIX === undefined ? "" : `${values.S3_PREFIX}/`,
    keyId: values.S3_KEY_ID ?? "",
    keySecret: values.S3_KEY_SECRET ?? "",
    // A service of one's own seldom has a name for each bucket.
    pathStyle: (values.S3_PATH_STYLE ?? (values.S3_ENDPOINT === undefined ? "off" : "on")) === "on",
  };
}
