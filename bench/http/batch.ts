import { join } from "node:path";
import { count, type Figure, figure } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { cpuUs, elapsed, residentMb } from "../common/measure.ts";
import { startService, subscribe } from "../common/service.ts";
import { scaled } from "../common/settings.ts";
import { distinctVins } from "../common/vins.ts";

const vins = scaled(500_000);

/** One batch of lines over HTTP; each VIN is charged and recorded. */
export function benchBatch(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const service = await startService(folder, join(folder, "data"), { side: "any" });
    const { metered } = await subscribe(service);
    const { pid } = service.server;
    const body = `${distinctVins(vins).join("\n")}\n`;
    const headers = { ...metered.headers, "content-type": "application/x-ndjson" };
    const send = async () => {
      const response = await fetch(`${metered.base}batch`, { method: "POST", headers, body });
      let lines = 0;
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      if (response.status !== 200 || lines !== vins)
        throw new Error(`a batch of ${vins} returned ${response.status} with ${lines} lines`);
    };
    await send();
    const [before, cpuBefore] = [residentMb(pid), cpuUs(pid)];
    const seconds = (await elapsed(send)) / 1000;
    const note = `${count(vins)} VINs in one call, each charged and recorded`;
    return [
      figure("batch over HTTP, lines", vins / seconds, "VIN/s", note),
      figure("batch, memory before", before, "MiB"),
      figure("batch, memory after", residentMb(pid), "MiB"),
      figure("batch, CPU of the service", (cpuUs(pid) - cpuBefore) / 1e6, "s"),
    ];
  });
}
