// VIES on a local port: what was requested is kept, and a test decides what is answered.
// https://ec.europa.eu/taxation_customs/vies/#/technical-information

export interface AskedOfVies {
  readonly countryCode: string;
  readonly vatNumber: string;
  readonly requesterMemberStateCode?: string;
  readonly requesterNumber?: string;
}

type Reply = (asked: AskedOfVies) => Response | Promise<Response>;

const failure = (error: string, status: number): Response =>
  Response.json({ actionSucceed: false, errorWrappers: [{ error }] }, { status });

export const answerOf = (asked: AskedOfVies, valid: boolean, more: object = {}): Response =>
  Response.json({
    countryCode: asked.countryCode,
    vatNumber: asked.vatNumber,
    requestDate: "2026-11-12T09:30:00.000Z",
    valid,
    requestIdentifier: asked.requesterNumber ? `WAPI${asked.vatNumber}` : "",
    name: "---",
    address: "---",
    traderName: "---",
    ...more,
  });

/** The replies of VIES without a decision whether an ID is valid. */
export const outages: Readonly<Record<string, Reply>> = {
  "5xx": () => new Response("Service Unavailable", { status: 503 }),
  "500 with a cause": () => failure("MS_UNAVAILABLE", 500),
  "rate-limited": () => failure("MS_MAX_CONCURRENT_REQ", 400),
  "429": () => new Response("", { status: 429 }),
  "valid: false beside a cause": (asked) => answerOf(asked, false, { userError: "MS_UNAVAILABLE" }),
  "garbage of a proxy": () => new Response("<html>Sign in</html>", { status: 200 }),
  "JSON of another form": () => Response.json({ ok: true }),
  "valid as a text": (asked) => answerOf(asked, true, { valid: "true" }),
  "an answer about another ID": (asked) => answerOf({ ...asked, vatNumber: "999999999" }, true),
  "an answer of megabytes": (asked) => answerOf(asked, true, { name: "x".repeat(2 ** 20) }),
  "a redirect": () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } }),
  "a connection that ends": () => {
    throw new Error("the stub ends the connection");
  },
};

/** A stub of VIES. IDs in `invalid` are not valid, all others are, unless `reply` answers. */
export class ViesStub {
  readonly asked: AskedOfVies[] = [];
  readonly invalid = new Set<string>();
  reply: Reply | undefined;
  readonly #server: Bun.Server<undefined>;

  constructor() {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      error: () => new Response("", { status: 500 }),
      fetch: (request) => this.#answer(request),
    });
  }

  get settings(): Record<string, string> {
    return { VINGATE_VIES: "on", VINGATE_VIES_URL: `http://127.0.0.1:${this.#server.port}/rest-api` };
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || pathname !== "/rest-api/check-vat-number")
      return new Response("", { status: 404 });
    const asked = (await request.json()) as AskedOfVies;
    this.asked.push(asked);
    return this.reply ? this.reply(asked) : answerOf(asked, !this.invalid.has(asked.vatNumber));
  }
}

export const refusedRequester: Reply = (asked) =>
  asked.requesterNumber ? failure("INVALID_REQUESTER_INFO", 400) : answerOf(asked, true);
