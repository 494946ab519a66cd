import { expect, test } from "bun:test";
import { Arrivals } from "../../../../test/arrivals.ts";
import { outboundAllow } from "../../../base/settings/setting.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { TokenSources } from "../tokens/token-sources.ts";
import { Breaker } from "../upstream-state/breaker.ts";

test("1,000 waiting calls at an upstream that returns begin with one, and then double", () => {
  let now = 0;
  const breaker = new Breaker(() => now);
  let isDown = true;
  const waiting = Array.from({ length: 1000 }, (_, at) => `payer ${at}`);
  const rounds: number[] = [];
  // Each round all that wait try, and those that may are answered after 10 ms.
  for (; waiting.length > 0 && now < 3_700_000; now += isDown ? 5000 : 10) {
    const begun = waiting.filter(() => breaker.waitMs() === 0);
    for (const payer of begun) {
      breaker.ended(payer, isDown ? "unconnected" : "well");
      if (!isDown) waiting.splice(waiting.indexOf(payer), 1);
    }
    if (!isDown && begun.length > 0) rounds.push(begun.length);
    if (now >= 3_600_000) isDown = false;
  }
  expect(rounds).toEqual([1, 2, 4, 8, 16, 32, 937]);
});

test("tokens of 200 credentials at an issuer that returns are requested one by one at first", async () => {
  let arrivals = new Arrivals();
  let isDown = true;
  const issuer = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      arrivals.serve(async () => {
        await Bun.sleep(5);
        if (isDown) return new Response(null, { status: 503 });
        return Response.json({ access_token: "token", token_type: "bearer", expires_in: 3600 });
      }),
  });
  let now = 0;
  const guard = new OutboundGuard({ allow: outboundAllow("127.0.0.0/8") });
  const sources = new TokenSources(guard, () => now);
  const found = Array.from({ length: 200 }, (_, at) => {
    const client = { token_url: `http://127.0.0.1:${issuer.port}/token`, client_id: `client ${at}` };
    const identity = { key: `key ${at}`, secrets: [], oauth: { client, secret: "secret" } };
    return sources.find(identity as never, "https://upstream.test")!;
  });
  const requested = () => Promise.allSettled(found.map(async (source) => source.token()));
  await requested();
  now += 3_600_000;
  isDown = false;
  arrivals = new Arrivals();
  const results = await requested();
  const { answered, beyond } = arrivals;
  expect(results.every(({ status }) => status === "fulfilled")).toBe(true);
  expect({ answered, beyond }).toEqual({ answered: 200, beyond: 0 });
  await issuer.stop(true);
});
