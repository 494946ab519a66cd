import { liens } from "./family-upstreams.ts";

/** A mapping of a vendor's API for `lien`: its record is in `data`. */
export const lienMapping = `api: lien
lookups:
  - requests:
      /lien/{vin}:
        path: /v1/titles/{vin}
        query: { year: "{year}" }
        headers: { x-format: full }
    record: data
    columns:
      make: make
      model: model
      year: year
      as_of: as_of
samples:
  - lookup: /lien/1HGCM82633A004352
    status: 200
    body: { data: { vin: 1HGCM82633A004352, year: "2003", make: Honda, model: Accord, liens: [], as_of: "2026-11-01" } }
    is: record
  - lookup: /lien/1HGCM82633A004352
    status: 404
    is: not_found
`;

/** The vendor's answer with a record. */
export const vendorLien = (vin: string): object => ({ data: (liens(vin) as { data: object }).data });

/** The client of the vendor. */
export const client = { client_id: "vingate", secret: "secret-of-the-client" };

/** A vendor with access tokens. */
export interface Vendor extends AsyncDisposable {
  readonly url: string;
  readonly tokenUrl: string;
  /** Requests for tokens, by their authorization and body, and lookups by their path. */
  readonly tokenRequests: { readonly authorization: string | null; readonly body: string }[];
  readonly lookups: string[];
  /** Lookups that one token is accepted for. */
  uses: number;
  /** `expires_in` of tokens. */
  seconds: number;
  /** What the token endpoint answers in place of a token. */
  tokenFailure: (() => Response | Promise<Response>) | undefined;
  /** Answers a lookup whose token is accepted. */
  answer: (path: string, authorization: string) => Response | Promise<Response>;
  /** Ends all connections, and accepts none until it is back at the same port. */
  goAway(): Promise<void>;
  comeBack(): void;
}

export function startVendor(): Vendor {
  const left = new Map<string, number>();
  let issued = 0;
  const serve = (port: number) => Bun.serve({ port, idleTimeout: 60, fetch: answerRequest });
  let server = serve(0);
  const port = server.port!;
  async function answerRequest(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const authorization = request.headers.get("authorization");
    if (pathname === "/oauth/token") {
      vendor.tokenRequests.push({ authorization, body: await request.text() });
      if (vendor.tokenFailure) return vendor.tokenFailure();
      const access_token = `token-of-the-vendor-${++issued}`;
      left.set(`Bearer ${access_token}`, vendor.uses);
      return Response.json({ access_token, token_type: "Bearer", expires_in: vendor.seconds });
    }
    vendor.lookups.push(pathname + search);
    const uses = left.get(authorization ?? "") ?? 0;
    if (uses === 0) return Response.json({ error: "expired" }, { status: 401 });
    left.set(authorization!, uses - 1);
    return vendor.answer(pathname, authorization!);
  }
  const origin = `http://127.0.0.1:${port}`;
  const vendor: Vendor = {
    url: `${origin}/api`,
    tokenUrl: `${origin}/oauth/token`,
    tokenRequests: [],
    lookups: [],
    uses: Number.POSITIVE_INFINITY,
    seconds: 3600,
    tokenFailure: undefined,
    answer: () => new Response(null, { status: 404 }),
    goAway: () => server.stop(true),
    comeBack() {
      server = serve(port);
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return vendor;
}

/** The credential of the vendor's client. */
export const clientAuth = (token_url: string, more: object = {}): object => ({
  oauth: { token_url, client_id: client.client_id, ...more },
  value: client.secret,
});
