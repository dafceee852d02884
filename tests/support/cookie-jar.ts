/** A browser without pages: follows nothing by itself, keeps cookies of each host, as fetch does not. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  async get(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const known = this.#cookies.get(url.host) ?? new Map<string, string>();
    this.#cookies.set(url.host, known);
    const cookie = [...known].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
    const answer = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
      if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) known.delete(name);
      else known.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until one answers itself or leads to where `stops` says. @returns that address */
  async follow(address: string, stops: (url: URL) => boolean): Promise<URL> {
    let at = new URL(address);
    for (let hop = 0; hop < 20 && !stops(at); hop += 1) {
      const answer = await this.get(at.href);
      const location = answer.headers.get("location");
      if (!location) throw new Error(`${at.href} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
      at = new URL(location, at);
    }
    return at;
  }
}
