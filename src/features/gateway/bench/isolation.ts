import { type Figure, figure, medianOf } from "../../../../bench/common/figure.ts";
import { type Requests, signUp, startService, subscribe } from "../../../../bench/common/service.ts";
import { roundsOr, secondsOr } from "../../../../bench/common/settings.ts";
import { inHttpBench } from "../../../../bench/http/bench.ts";
import type { Load } from "../../../../bench/http/load.ts";
import { register, startUpstream } from "./apis.ts";

const hangingCalls = 300;
/** Few connections, so that the service is not at its limit. */
const connections = 8;
const deadEveryMs = 10;

/** An upstream that receives requests and never answers. */
function startSilent() {
  let open = 0;
  const socket = {
    data: () => undefined,
    open: () => {
      open += 1;
    },
    close: () => {
      open -= 1;
    },
  };
  const { port } = Bun.listen({ hostname: "127.0.0.1", port: 0, socket });
  return { port, open: () => open };
}

async function untilOpen(silent: ReturnType<typeof startSilent>, count: number): Promise<void> {
  for (let waited = 0; silent.open() !== count; waited += 20) {
    if (waited > 20_000) throw new Error(`${silent.open()} calls hang, not ${count}`);
    await Bun.sleep(20);
  }
}

/** Sends calls over connections of their own; returns what ends them. */
async function hang({ base, headers }: Requests): Promise<() => void> {
  const { hostname, port, host, pathname } = new URL(base);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = [`GET ${pathname} HTTP/1.1`, `Host: ${host}`, ...fields, "", ""].join("\r\n");
  const socket = { open: (opened: Bun.Socket) => void opened.write(text), data: () => undefined };
  const connect = () => Bun.connect({ hostname, port: Number(port), socket });
  const sockets = await Promise.all(Array.from({ length: hangingCalls }, connect));
  return () => {
    for (const each of sockets) each.terminate();
  };
}

/** Calls an API at a steady pace, also after failures; returns the function that ends it. */
function callSteadily({ base, headers }: Requests): () => void {
  const call = () => {
    fetch(base, { headers }).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  };
  const timer = setInterval(call, deadEveryMs);
  return () => clearInterval(timer);
}

/** The p99 of another API's calls and of lookups while 300 calls of one API hang, or one upstream never answers. */
export function benchGatewayIsolation(): Promise<Figure[]> {
  return inHttpBench(async (bench) => {
    const { generator, vins } = bench;
    const service = await startService(bench.folder, bench.dataDir);
    const { metered } = await subscribe(service);
    const { user } = await signUp(service, "grace@example.com");
    const [hanging, dead] = [startSilent(), startSilent()];
    // A customer has half of them.
    const limits = { max_concurrent: 2 * hangingCalls, timeout_ms: 600_000 };
    const hung = await register(service, user.id, hanging.port, limits);
    const dying = await register(service, user.id, dead.port, { timeout_ms: 1000 });
    const others = {
      "another API": await register(service, user.id, await startUpstream(bench, 1100)),
      lookups: metered,
    };
    const conditions: Record<string, () => Promise<() => Promise<void> | void>> = {
      alone: async () => () => undefined,
      "300 hanging calls": async () => {
        const end = await hang(hung);
        await untilOpen(hanging, hangingCalls);
        return async () => {
          end();
          await untilOpen(hanging, 0);
        };
      },
      "one dead upstream": async () => callSteadily(dying),
    };
    const rounds = roundsOr(7);
    const seconds = secondsOr(2);
    const measured = new Map<string, Load[]>();
    for (let round = 0; round <= rounds; round++) {
      const order = Object.entries(conditions);
      for (const [condition, begin] of round % 2 === 0 ? order : order.toReversed()) {
        const end = await begin();
        for (const [name, requests] of Object.entries(others)) {
          const load = await generator.load(requests, vins.file, 0, seconds, connections);
          if (load.refused + load.broken > 0) throw new Error(`${name} failed: ${JSON.stringify(load)}`);
          const key = `${name}, ${condition}`;
          if (round > 0) measured.set(key, [...(measured.get(key) ?? []), load]);
          console.error(`round ${round} of ${rounds}: ${key}, p99 ${load.p99} ms`);
        }
        await end();
      }
    }
    const p99s = Object.keys(conditions).flatMap((condition) =>
      Object.keys(others).map((name) => {
        const loads = measured.get(`${name}, ${condition}`)!;
        return figure(
          `p99, ${name}, ${condition}`,
          medianOf(loads, ({ p99 }) => p99),
          "ms",
        );
      }),
    );
    const over = (name: string, condition: string, target: string) => {
      const [loads, alone] = [measured.get(`${name}, ${condition}`)!, measured.get(`${name}, alone`)!];
      const ratio = medianOf([...loads.keys()], (at) => loads[at]!.p99 / alone[at]!.p99);
      return figure(`p99 over alone, ${name}, ${condition}`, ratio, "×", `target ${target}`);
    };
    return [
      ...p99s,
      ...Object.keys(others).flatMap((name) => [
        over(name, "300 hanging calls", "≤ 1.2"),
        over(name, "one dead upstream", "≤ 1.5"),
      ]),
    ];
  });
}
