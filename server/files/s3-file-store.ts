import { Readable } from "node:stream";
import type { S3Config } from "../config/s3-config.ts";
import { AppError } from "../http/errors.ts";
import { type FileStore, isStoredPath } from "./file-store.ts";

/** Changed by tests. */
export const s3Limits = {
  /** To reach the service. */
  connectMs: 3_000,
  /** Without a byte in either direction. */
  silentMs: 20_000,
  /** Of one call; more tries hide what is wrong for longer. */
  tries: 3,
};
/** Of one part; two are on their way at once. A thousandth of what a file of 10,000 parts may have. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

/** What is wrong with a store, by the service's or the host's name for it, in words that follow 文件存储. */
const problems: Readonly<Record<string, string>> = {
  NoSuchBucket: "的存储桶不存在",
  InvalidAccessKeyId: "不认识这个密钥",
  SignatureDoesNotMatch: "的密钥不正确",
  AccessDenied: "拒绝访问，密钥的权限不足",
  "403": "拒绝访问，密钥的权限不足",
  RequestTimeTooSkewed: "与本机的时钟相差过大",
  AuthorizationHeaderMalformed: "的地域不正确",
  PermanentRedirect: "的地域或地址不正确",
  QuotaExceeded: "空间不足",
  SlowDown: "繁忙",
  TimeoutError: "没有及时应答",
  ETIMEDOUT: "没有及时应答",
  ECONNREFUSED: "连接不上",
  ENOTFOUND: "连接不上，找不到它的地址",
  EAI_AGAIN: "连接不上，找不到它的地址",
  EHOSTUNREACH: "连接不上",
  ECONNRESET: "断开了连接",
  EPIPE: "断开了连接",
};

interface ServiceError {
  readonly name?: string;
  readonly code?: string;
  readonly Code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

function problemOf(error: unknown): string {
  const { name = "", code = "", Code = "", $metadata } = error as ServiceError;
  const status = $metadata?.httpStatusCode;
  // The host's name goes first: the client calls a connection that was cut a time-out.
  const known = problems[Code] ?? problems[code] ?? problems[name] ?? problems[String(status)];
  return known ?? (status === undefined ? "没有正常应答" : `应答 ${status}`);
}

const isMissing = (error: unknown) =>
  (error as ServiceError).$metadata?.httpStatusCode === 404 && problemOf(error) !== problems.NoSuchBucket;

const failed = (error: unknown) =>
  new AppError("FILE_STORE_DOWN", { details: { problem: problemOf(error) }, cause: error });

/**
 * Files in a bucket of an S3-compatible service; all servers over one database see the same ones. The client is loaded
 * with the first call. A file is sent in parts that the service joins at the end: until then nobody sees it.
 *
 * Every call throws AppError FILE_STORE_DOWN when the service cannot do it.
 */
export function s3FileStore(config: S3Config): FileStore {
  const { bucket: Bucket, prefix } = config;
  const Prefix = prefix || undefined;
  const keyOf = (path: string) => {
    if (!isStoredPath(path)) throw new Error(`not a path of ours: ${path}`);
    return `${prefix}${path}`;
  };
  let loading: ReturnType<typeof connect> | undefined;
  const service = () => {
    loading ??= connect(config);
    return loading;
  };
  const asking = async <Answer>(ask: (to: Awaited<ReturnType<typeof connect>>) => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask(await service());
    } catch (error) {
      throw error instanceof AppError ? error : failed(error);
    }
  };
  /** Throws what is wrong with key or bucket; lists where nothing lies, because a head has no body that says it. */
  const probe = () =>
    asking(({ client, s3 }) =>
      client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: `${prefix}probe/`, MaxKeys: 1 })),
    );

  return {
    async write(path, source) {
      const Key = keyOf(path);
      const { client, Upload } = await service();
      let ofSource: { readonly error: unknown } | undefined;
      const watched = async function* () {
        try {
          yield* source;
        } catch (error) {
          ofSource = { error };
          throw error;
        }
      };
      const Body = Readable.from(watched(), { objectMode: false });
      const sending = new Upload({
        client,
        params: { Bucket, Key, Body },
        partSize: partBytes,
        queueSize: partsAtOnce,
      });
      try {
        await sending.done();
      } catch (error) {
        throw ofSource ? ofSource.error : failed(error);
      } finally {
        Body.destroy();
      }
    },

    async size(path) {
      const Key = keyOf(path);
      try {
        const { client, s3 } = await service();
        return (await client.send(new s3.HeadObjectCommand({ Bucket, Key }))).ContentLength;
      } catch (error) {
        await probe();
        if (isMissing(error)) return undefined;
        throw failed(error);
      }
    },

    read(path, range) {
      const Key = keyOf(path);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const bytes = async function* () {
        const { Body } = await asking(({ client, s3 }) => client.send(new s3.GetObjectCommand({ Bucket, Key, Range })));
        try {
          yield* Body as AsyncIterable<Buffer>;
        } catch (error) {
          throw failed(error);
        }
      };
      return Readable.from(bytes(), { objectMode: false });
    },

    async remove(path) {
      const Key = keyOf(path);
      await asking(({ client, s3 }) => client.send(new s3.DeleteObjectCommand({ Bucket, Key })));
    },

    async *list(below) {
      const { client, s3 } = await service();
      try {
        const Start = below === undefined ? Prefix : `${prefix}${below}/`;
        for await (const page of s3.paginateListObjectsV2({ client }, { Bucket, Prefix: Start })) {
          for (const { Key = "" } of page.Contents ?? []) {
            const path = Key.slice(prefix.length);
            if (isStoredPath(path)) yield path;
          }
        }
      } catch (error) {
        throw failed(error);
      }
    },

    async sweep(before) {
      // The first thousand: what is left is there again at the next sweep.
      const { Uploads = [] } = await asking(({ client, s3 }) =>
        client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix })),
      );
      for (const { Key = "", UploadId, Initiated } of Uploads) {
        if (!Initiated || Initiated.getTime() >= before || !isStoredPath(Key.slice(prefix.length))) continue;
        await asking(({ client, s3 }) => client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
      }
    },

    async problem() {
      try {
        await probe();
        return undefined;
      } catch (error) {
        return error instanceof AppError ? String(error.details.problem) : "没有正常应答";
      }
    },
  };
}

async function connect({ endpoint, region, keyId, keySecret, pathStyle }: S3Config) {
  const [s3, { Upload }] = await Promise.all([import("@aws-sdk/client-s3"), import("@aws-sdk/lib-storage")]);
  const client = new s3.S3Client({
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: keyId, secretAccessKey: keySecret },
    maxAttempts: s3Limits.tries,
    requestHandler: {
      connectionTimeout: s3Limits.connectMs,
      socketTimeout: s3Limits.silentMs,
    },
    // Sums that other services than Amazon's do not know.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint !== undefined && { endpoint }),
  });
  return { s3, client, Upload };
}
