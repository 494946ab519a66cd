import { type Figure, table } from "./figure.ts";
import { inBenchFolder } from "./http/folder.ts";
import { descriptors, residentMb, untilIdle } from "./http/proc.ts";
import { startService } from "./http/service.ts";

const chunkSeconds = 10;
const million = 1_000_000;

/** What the service held at one point of the run. */
interface Sample {
  readonly answered: number;
  readonly resident: number;
  readonly open: number;
}

/**
 * Asks for many lookups one after the other, counted credits and unlimited in turn, and compares what the service
 * holds after a hundredth of them with what it holds at the end. Throws when it crashes or refuses one in a
 * thousand. After `minutes` it ends with what was reached.
 */
export async function benchSoak(requests = million, minutes = 120): Promise<Figure[]> {
  return inBenchFolder({ minutes: minutes + 5 }, async ({ folder, dataDir, vins, generator }) => {
    const { server, metered, unlimited } = await startService(folder, dataDir);
    const begun = performance.now();
    const past = () => (performance.now() - begun) / 60_000;
    let [answered, faults, turn] = [0, 0, 0];
    const until = async (goal: number, seconds: number): Promise<Sample> => {
      while (answered < goal && past() < minutes) {
        const asked = turn++ % 2 === 0 ? metered : unlimited;
        const seen = await generator.load(asked, vins.file, answered, seconds);
        server.requireAlive();
        answered += seen.requests;
        faults += seen.refused + seen.broken;
        if (faults > answered / 1000)
          throw new Error(`${faults} of ${answered} requests were not answered 200`);
        const memory = residentMb(server.pid).toFixed(0);
        console.error(`${answered} requests in ${past().toFixed(1)} min, ${memory} MiB`);
      }
      await untilIdle(server.pid);
      return { answered, resident: residentMb(server.pid), open: descriptors(server.pid) };
    };
    const early = await until(requests / 100, 1);
    const late = await until(requests, chunkSeconds);
    const code = await server.stop();
    if (code !== 0) throw new Error(`the service ended with ${code}`);
    return figuresOf(early, late, requests, faults, past());
  });
}

function figuresOf(early: Sample, late: Sample, asked: number, faults: number, minutes: number): Figure[] {
  const count = (value: number) => value.toLocaleString("en-US");
  const short = late.answered < asked ? `of ${count(asked)} asked: time was up` : "no crash";
  const millions = (late.answered - early.answered) / million;
  const slope: Figure = {
    name: "resident added by a million requests",
    value: (late.resident - early.resident) / millions,
    unit: "MiB",
    note: "target ≤ 1",
  };
  return [
    {
      name: "requests answered",
      value: late.answered,
      unit: "",
      note: `${short}; ${count(faults)} not 200; ${minutes.toFixed(1)} min`,
    },
    { name: `resident after ${count(early.answered)}`, value: early.resident, unit: "MiB" },
    {
      name: `resident after ${count(late.answered)}`,
      value: late.resident,
      unit: "MiB",
      note: `${(late.resident / early.resident).toFixed(2)} × the above, target ≤ 1.10`,
    },
    // Of a short run it would tell of the warming up alone.
    ...(millions >= 0.5 ? [slope] : []),
    {
      name: "descriptors added",
      value: late.open - early.open,
      unit: "",
      note: `${early.open} at first; target 0`,
    },
  ];
}

if (import.meta.main) {
  const [requests = million, minutes = 120] = process.argv.slice(2).map(Number);
  if (!(requests >= 100 && minutes > 0)) {
    console.error("usage: bun bench/soak.ts [requests, 1000000] [minutes at most, 120]");
    process.exit(2);
  }
  console.log(table(await benchSoak(requests, minutes)));
}
