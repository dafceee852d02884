import type { FastifyRequest } from "fastify";
import type { RouteModule } from "../context.ts";
import { callerOf } from "../http/access.ts";
import { heartbeatAnswer } from "../live/frames.ts";
import { refuseForeignOrigin, refuseForeignUser } from "../live/hand-shake.ts";
import { LiveConnection } from "../live/live-connection.ts";

/** The notice channel (contract 04 §4.3): everything is decided before the connection is upgraded. */
export const routes: RouteModule = (api, { config, live }) => {
  const answer = JSON.stringify(heartbeatAnswer);
  api.get<{ Params: { userId: string } }>(
    "/websocket/:userId",
    {
      websocket: true,
      config: { permission: "session", liveToken: true },
      preValidation: async (request: FastifyRequest<{ Params: { userId: string } }>) => {
        refuseForeignOrigin(request, config.publicUrl);
        refuseForeignUser(request.params.userId, callerOf(request).userId);
      },
    },
    (socket, request) => {
      const connection = new LiveConnection(socket, callerOf(request));
      if (live.add(connection)) connection.onText(() => connection.send(answer));
    },
  );
};
