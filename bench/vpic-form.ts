import { type Figure, median, table } from "./figure.ts";
import { pinning } from "./http/child.ts";
import { inBenchFolder } from "./http/folder.ts";
import { measureRound, type Target } from "./http/rounds.ts";
import { startService } from "./http/service.ts";

const rounds = 5;
const seconds = 3;
const minutesMax = 10;

/** One VIN over HTTP in vPIC's flat form, beside the same through `GET /vin-decoder/{vin}`: alternating rounds. */
export async function benchVpic(): Promise<Figure[]> {
  return inBenchFolder({ tools: undefined, minutes: minutesMax }, async (bench) => {
    const { vins, generator } = bench;
    const { server, unlimited } = await startService(bench.folder, bench.dataDir);
    const base = unlimited.base.replace("/vin-decoder/", "/vehicles/DecodeVinValues/");
    const plain: Target = { name: "GET /vin-decoder/{vin}", server, asked: unlimited };
    const vpic: Target = {
      name: "DecodeVinValues",
      server,
      asked: { base, headers: { ...unlimited.headers, accept: "application/json" } },
    };
    const cpu = new Map([plain, vpic].map((target) => [target, [] as number[]]));
    let from = 0;
    for (let round = -1; round < rounds; round++)
      for (const target of [plain, vpic]) {
        const made = await measureRound(target, generator, vins.file, from, seconds);
        from += made.requests;
        if (round >= 0) cpu.get(target)!.push(made.cpu);
        console.error(`round ${round + 1} of ${rounds}: ${target.name}, ${made.cpu.toFixed(1)} µs`);
      }
    const [one, other] = [median(cpu.get(plain)!), median(cpu.get(vpic)!)];
    const note = `${rounds} alternating rounds of ${seconds} s, ${generator.name}, ${pinning}`;
    return [
      { name: "GET /vin-decoder/{vin}, CPU of a request", value: one, unit: "µs", note },
      { name: "DecodeVinValues, CPU of a request", value: other, unit: "µs" },
      { name: "DecodeVinValues over /vin-decoder", value: other / one, unit: "×", note: "target: ≤ 1.3" },
    ];
  });
}

if (import.meta.main) console.log(table(await benchVpic()));
