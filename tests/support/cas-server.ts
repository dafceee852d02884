import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CasServer {
  /** Base address. */
  readonly address: string;
  /** Who is signed in there. */
  user: string;
  attributes: string;
  /** Answers this in place of the protocol's own examples. */
  says: string | undefined;
  hangs: boolean;
  /** The last ticket that it gave. */
  ticket: string;
  close(): Promise<void>;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A CAS server that gives each ticket once, for one service, and answers with the examples of the protocol (3.0, appendix A). */
export async function startCasServer(): Promise<CasServer> {
  const tickets = new Map<string, string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const service = url.searchParams.get("service") ?? "";
    if (self.hangs) return;
    if (url.pathname === "/cas/login") {
      self.ticket = `ST-1856339-${Math.random().toString(36).slice(2)}`;
      tickets.set(self.ticket, service);
      const back = `${service}${service.includes("?") ? "&" : "?"}ticket=${self.ticket}`;
      return void response.writeHead(302, { location: back }).end();
    }
    if (url.pathname !== "/cas/p3/serviceValidate") return void response.writeHead(404).end();
    const ticket = url.searchParams.get("ticket") ?? "";
    const givenFor = tickets.get(ticket);
    tickets.delete(ticket);
    response
      .writeHead(200, { "content-type": "application/xml;charset=UTF-8" })
      .end(self.says ?? verdict(ticket, givenFor, service));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const self: CasServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`,
    user: "username",
    attributes: "",
    says: undefined,
    hangs: false,
    ticket: "",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;

  function verdict(ticket: string, givenFor: string | undefined, service: string): string {
    if (givenFor === undefined) return failure("INVALID_TICKET", `Ticket ${ticket} not recognized`);
    if (givenFor !== service) return failure("INVALID_SERVICE", "The ticket was for another service");
    return `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
 <cas:authenticationSuccess>
  <cas:user>${escaped(self.user)}</cas:user>
  <cas:attributes>
    <cas:authenticationDate>2015-11-12T09:30:10Z</cas:authenticationDate>
    <cas:longTermAuthenticationRequestTokenUsed>true</cas:longTermAuthenticationRequestTokenUsed>
    <cas:isFromNewLogin>true</cas:isFromNewLogin>
    ${self.attributes}
  </cas:attributes>
 </cas:authenticationSuccess>
</cas:serviceResponse>`;
  }
}

const failure = (code: string, text: string) => `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">
 <cas:authenticationFailure code="${code}">
    ${escaped(text)}
  </cas:authenticationFailure>
</cas:serviceResponse>`;

/** The logout request of the protocol's example (3.0, appendix C). */
export const logoutRequest = (ticket: string) => `<samlp:LogoutRequest
    xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"
    xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"
    ID="LR-1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">
   <saml:NameID>@NOT_USED@</saml:NameID>
   <samlp:SessionIndex>${ticket}</samlp:SessionIndex>
</samlp:LogoutRequest>`;
