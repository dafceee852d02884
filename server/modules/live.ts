import type { FastifyRequest } from "fastify";
import { callerOf } from "../auth/access.ts";
import type { Authentication } from "../auth/authentication.ts";
import type { Caller } from "../auth/caller.ts";
import { refuseForeignOrigin, refuseForeignUser } from "../auth/hand-shake.ts";
import type { RouteModule } from "../context.ts";
import { AppError } from "../http/errors.ts";
import { heartbeatAnswer } from "../live/frames.ts";
import { LiveConnection } from "../live/live-connection.ts";
import { TableUpdates } from "../live/table-updates.ts";

interface Channel {
  readonly Params: { readonly userId: string };
}

/** The notice and the table channel (contract 04 §4.3, §4.4): everything is decided before a connection is upgraded. */
export const routes: RouteModule = async (api, { config, live, db, engine, authentication }) => {
  const answer = JSON.stringify(heartbeatAnswer);
  const channel = {
    websocket: true as const,
    config: { permission: "session", liveToken: true },
    preValidation: async (request: FastifyRequest<Channel>) => {
      refuseForeignOrigin(request, config.publicUrl);
      refuseForeignUser(request.params.userId, callerOf(request).userId);
    },
  };

  api.get<Channel>("/websocket/:userId", channel, (socket, request) => {
    const connection = new LiveConnection(socket, callerOf(request), "notices");
    if (live.add(connection)) connection.onText(() => connection.send(answer));
  });

  const updates = new TableUpdates({ db, engine });
  await updates.start();
  api.addHook("onClose", () => updates.stop());
  api.get<Channel>("/vxeSocket/:userId/:pageId", channel, (socket, request) => {
    const connection = new LiveConnection(socket, callerOf(request), "tables");
    if (live.add(connection)) updates.add(connection, () => currentCaller(authentication, request));
  });
};

/** Who the session is now. @throws AppError when it has ended since the hand-shake */
async function currentCaller(authentication: Authentication, request: FastifyRequest): Promise<Caller> {
  const signedIn = await authentication.authenticate(request);
  if (!signedIn) throw new AppError("SESSION_EXPIRED");
  return signedIn.caller;
}
