import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

type Json = Record<string, unknown>;

const keyPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Makes tokens as the issuer does, or as somebody else does. */
export function tokenOf(
  claims: Json,
  key: KeyObject | undefined,
  header: Json = { alg: "RS256", kid: "one" },
) {
  const signed = `${part(header)}.${part(claims)}`;
  const signature = key ? sign("sha256", Buffer.from(signed), key).toString("base64url") : "";
  return `${signed}.${signature}`;
}

/** An issuer whose answers a test sets. */
export function hostileIssuer() {
  const own = keyPair();
  const strange = keyPair();
  let answer: (path: string, sent: URLSearchParams) => Response | Promise<Response> | undefined;
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const sent = new URLSearchParams(request.method === "POST" ? await request.text() : "");
      seen.push({ path: pathname, sent });
      const given = await answer(pathname, sent);
      if (given) return given;
      if (pathname === "/jwks")
        return Response.json({
          keys: [Object.assign(own.publicKey.export({ format: "jwk" }), { kid: "one", alg: "RS256" })],
        });
      return Response.json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "none"],
      });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const seen: { readonly path: string; readonly sent: URLSearchParams }[] = [];
  const seconds = () => Math.floor(Date.now() / 1000);
  answer = () => undefined;
  return {
    url,
    seen,
    key: own.privateKey,
    strangeKey: strange.privateKey,
    /** The claims of a right ID token. */
    claims: (more: Json): Json => ({
      iss: url,
      aud: "vingate",
      auth_time: seconds(),
      iat: seconds(),
      exp: seconds() + 300,
      email: "lena@example.com",
      email_verified: true,
      ...more,
    }),
    /** What it answers to the paths for which the function returns something. */
    answers(next: typeof answer) {
      answer = next;
    },
    /** Answers all codes with one ID token. */
    issues(idToken: string) {
      answer = (path) =>
        path === "/token"
          ? Response.json({ access_token: "at", token_type: "bearer", id_token: idToken })
          : undefined;
    },
    end: () => server.stop(true),
  };
}

export type HostileIssuer = ReturnType<typeof hostileIssuer>;
