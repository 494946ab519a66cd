import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, median, table } from "./figure.ts";
import { residentMb } from "./http/proc.ts";

const main = join(import.meta.dir, "..", "src", "main.ts");

async function json(url: string, init?: RequestInit): Promise<Record<string, never>> {
  return (await (await fetch(url, init)).json()) as Record<string, never>;
}

interface Started {
  /** From the start to the 200. */
  readonly ms: number;
  readonly key: string;
  /** Resident memory some seconds later, MiB. */
  readonly resident: number;
}

const restMs = 4000;

/** Starts the service and decodes one VIN as a stranger would. */
async function startToAnswer(folder: string, port: number, knownKey?: string): Promise<Started> {
  const started = performance.now();
  const service = Bun.spawn([process.execPath, main, "serve"], {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder, VINGATE_PORT: String(port) },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    for (;;) {
      if (
        await fetch(`${url}/health`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        break;
      if (performance.now() - started > 60_000) throw new Error("the service did not start within 60 s");
      await Bun.sleep(2);
    }
    const key = knownKey ?? (await signUp(url));
    const answer = await fetch(`${url}/vin-decoder/1HGCM82633A004352`, { headers: { "x-AuthKey": key } });
    if (answer.status !== 200) throw new Error(`the lookup answered ${answer.status}`);
    const ms = performance.now() - started;
    await Bun.sleep(restMs);
    return { ms, key, resident: residentMb(service.pid) };
  } finally {
    service.kill("SIGTERM");
    await service.exited;
  }
}

async function signUp(url: string): Promise<string> {
  const { client_token: token } = (await json(`${url}/identity`)) as unknown as { client_token: string };
  const made = (await json(`${url}/auth/signup`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({
      email: "a@example.com",
      password: "a long password",
      first_name: "A",
      last_name: "B",
    }),
  })) as unknown as { keys: { primary_key: string } };
  return made.keys.primary_key;
}

/** First start in an empty folder to the first 200, and later starts. */
export async function benchStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-"));
  try {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const first = await startToAnswer(folder, port);
    const later: Started[] = [];
    for (let round = 0; round < 5; round++) later.push(await startToAnswer(folder, port, first.key));
    return [
      { name: "first start to the first 200", value: first.ms, unit: "ms", note: "target ≤ 20,000" },
      {
        name: "later start to the first 200",
        value: median(later.map(({ ms }) => ms)),
        unit: "ms",
        note: "median of 5; target ≤ 1,500",
      },
      {
        name: "resident at rest",
        value: median(later.map(({ resident }) => resident)),
        unit: "MiB",
        note: `median of 5 later starts, ${restMs / 1000} s after one lookup, with the demo set`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchStart()));
