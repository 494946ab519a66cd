import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Figure, figure } from "../common/figure.ts";
import { startService, subscribe } from "../common/service.ts";
import { secondsOr } from "../common/settings.ts";
import { inHttpBench } from "./bench.ts";

const shownMax = 40;

/** The functions with the most self time while the service is loaded, by Bun's sampling profiler; with the start. */
export function benchProfile(): Promise<Figure[]> {
  return inHttpBench(async ({ folder, dataDir, vins, generator }) => {
    const bunFlags = ["--cpu-prof-md", "--cpu-prof-dir", folder, "--cpu-prof-interval", "500"];
    const service = await startService(folder, dataDir, { bunFlags });
    const { metered } = await subscribe(service);
    const { requests, seconds } = await generator.load(metered, vins.file, 0, secondsOr(10));
    await service.server.stop();
    const name = readdirSync(folder).find((each) => each.startsWith("CPU.") && each.endsWith(".md"));
    if (!name) throw new Error("Bun wrote no profile");
    const text = readFileSync(join(folder, name), "utf8");
    const hot = text.split(/^## /m).find((section) => section.startsWith("Hot Functions")) ?? "";
    const rows = hot.split("\n").filter((line) => /^\| +[\d.]+%/.test(line));
    return [
      figure("requests under the profiler", requests / seconds, "req/s"),
      ...rows.slice(0, shownMax).map((row) => {
        const cells = row.split("|").map((cell) => cell.trim());
        return figure(`${cells[5]} ${cells[6]}`, Number.parseFloat(cells[1]!), "% self", cells[2]);
      }),
    ];
  });
}
