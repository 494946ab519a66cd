import { expect, test } from "bun:test";
import { Arrivals } from "../../../../test/arrivals.ts";
import { newAttemptToken, secretsOf } from "../attempt.ts";
import { Provider } from "../provider.ts";
import { hostileIssuer, tokenOf } from "./hostile-issuer.ts";

const users = 200;

test("200 sign-ons at an issuer that returns after an hour begin with one request", async () => {
  const issuer = hostileIssuer();
  const provider = new Provider({
    issuer: new URL(issuer.url),
    clientId: "vingate",
    secret: "secret-of-tests",
    callback: "http://vingate.test/console/sign-on/callback",
    allow: undefined,
    own: { host: "127.0.0.1", port: 1 },
    timeoutMs: 60_000,
  });
  const attempts = Array.from({ length: users }, newAttemptToken);
  const signOns = () =>
    Promise.allSettled(
      attempts.map((token) =>
        provider.identify(token, { state: secretsOf(token).state, code: secretsOf(token).nonce }),
      ),
    );
  // Its description is cached when it goes away.
  await provider.urlOf(attempts[0]!);
  issuer.answers(() => new Response(null, { status: 503 }));
  const refused = await signOns();
  expect(refused.every(({ status }) => status === "rejected")).toBe(true);

  const arrivals = new Arrivals();
  const paths: Record<string, number> = {};
  issuer.answers((path, sent) =>
    arrivals.serve(async () => {
      paths[path] = (paths[path] ?? 0) + 1;
      await Bun.sleep(5);
      if (path !== "/token") return undefined as never;
      const nonce = sent.get("code");
      const id = tokenOf(issuer.claims({ sub: `user ${nonce}`, nonce }), issuer.key);
      return Response.json({ access_token: "at", token_type: "bearer", id_token: id });
    }),
  );
  const results = await signOns();
  const { beyond } = arrivals;
  expect(results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))).toEqual([]);
  expect({ paths, beyond }).toEqual({ paths: { "/token": users, "/jwks": 1 }, beyond: 0 });
  await issuer.end();
}, 60_000);
