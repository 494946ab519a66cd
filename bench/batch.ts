import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { distinctVins } from "./decode-vins.ts";
import { type Figure, table } from "./figure.ts";
import { startService } from "./http/service.ts";

const VINS = 500_000;

/** Resident memory of a process in MiB, and the CPU seconds that it has used. */
function usageOf(pid: number): { resident: number; cpu: number } {
  const status = Bun.spawnSync(["ps", "-o", "rss=,cputimes=", "-p", String(pid)]).stdout.toString();
  const [rss, cpu] = status.trim().split(/\s+/).map(Number) as [number, number];
  return { resident: rss / 1024, cpu };
}

/** Sends one batch of lines over HTTP and counts its answers; each VIN is charged and recorded. */
export async function benchBatch(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-bench-batch-"));
  const { server, metered } = await startService(folder, join(folder, "data"));
  try {
    const body = `${distinctVins(VINS).join("\n")}\n`;
    const send = async () => {
      const response = await fetch(`${metered.base}batch`, {
        method: "POST",
        headers: { ...metered.headers, "content-type": "application/x-ndjson" },
        body,
      });
      let lines = 0;
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      if (response.status !== 200 || lines !== VINS)
        throw new Error(`a batch of ${VINS} answered ${response.status} with ${lines} lines`);
    };
    await send();
    const before = usageOf(server.pid);
    const begun = performance.now();
    await send();
    const seconds = (performance.now() - begun) / 1000;
    const after = usageOf(server.pid);
    const note = `${VINS} VINs in one call, each charged and recorded`;
    return [
      { name: "batch over HTTP, lines", value: Math.round(VINS / seconds), unit: "VIN/s", note },
      { name: "batch, memory before", value: before.resident, unit: "MiB" },
      { name: "batch, memory after", value: after.resident, unit: "MiB" },
      { name: "batch, CPU of the service", value: after.cpu - before.cpu, unit: "s" },
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await benchBatch()));
