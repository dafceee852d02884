// node --import …: stops statements of this process half way, so that its end comes in the middle of them. It begins when
// SIGUSR2 comes: statements with the same mark may be needed to prepare the work.
// `KILL_MARK` and `KILL_AT` (n from 0): the process ends at the n-th statement that follows the first one with the mark in
// it; every second statement is on its way when the end comes.
// `KILL_HOLDS`, a list of `{ mark, at }`: the n-th statement of the same connection after the first one with the mark is not
// sent, nor what follows it; `held <mark>` is printed, and whoever started the process ends it.
import net from "node:net";
import { isMainThread, Worker } from "node:worker_threads";

const { KILL_MARK: mark = "", KILL_AT: at = "", KILL_HOLDS: held = "[]" } = process.env;
/** First bytes of the messages that begin a statement: Parse and Query. */
const begins = new Set([0x50, 0x51]);
const bytesOfStatement = {
  engine: (value) => (value?.kind === "query" ? value.message : undefined),
  socket: (value) => (value instanceof Uint8Array && begins.has(value[0]) ? value : undefined),
};
const has = (bytes, text) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text);

/** Calls `around(send, bytes, connection)` for what is sent: `bytes` are those of a statement, or undefined. */
function watch(around) {
  for (const [prototype, method, bytesOf] of [
    [Worker.prototype, "postMessage", bytesOfStatement.engine],
    [net.Socket.prototype, "write", bytesOfStatement.socket],
  ]) {
    const send = prototype[method];
    prototype[method] = function (...values) {
      return around(() => send.apply(this, values), bytesOf(values[0]), this);
    };
  }
}

let isArmed = false;
if (isMainThread) {
  process.on("SIGUSR2", () => {
    isArmed = true;
  });
}

if (isMainThread && mark !== "" && at !== "") {
  let count = -1;
  watch((send, bytes) => {
    if (!isArmed || bytes === undefined) return send();
    if (count >= 0) count += 1;
    else if (has(bytes, mark)) count = 0;
    if (count !== Number(at)) return send();
    if (count % 2 === 0) process.kill(process.pid, "SIGKILL");
    const sent = send();
    setImmediate(() => process.kill(process.pid, "SIGKILL"));
    return sent;
  });
}

const holds = JSON.parse(held);
if (isMainThread && holds.length > 0) {
  /** By connection: what is held on it, and how many of its statements have gone by. */
  const begun = new Map();
  watch((send, bytes, connection) => {
    const known = begun.get(connection);
    if (known?.isHeld) return true;
    if (!isArmed || bytes === undefined) return send();
    if (known) known.count += 1;
    else {
      const place = holds.findIndex((hold) => has(bytes, hold.mark));
      if (place < 0) return send();
      begun.set(connection, { count: 0, ...holds.splice(place, 1)[0] });
    }
    const now = begun.get(connection);
    if (now.count < now.at) return send();
    now.isHeld = true;
    process.stderr.write(`held ${now.mark}\n`);
    return true;
  });
}
