import { untilReady } from "../common/child.ts";
import { type Figure, figure, medianOf } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { residentMb } from "../common/measure.ts";
import { signUp, startService } from "../common/service.ts";
import { roundsOr } from "../common/settings.ts";

const rounds = roundsOr(5);
const restMs = 4000;

/** Starts the service with the demo set and decodes one VIN as a new customer would. */
async function startToAnswer(folder: string, knownKey?: string) {
  const begun = performance.now();
  const service = await startService(folder, folder, { side: "any", settings: { VINGATE_DEMO: "on" } });
  const key = knownKey ?? (await signUp(service)).keys.primary_key;
  await untilReady(service.server, `${service.url}/vin-decoder/1HGCM82633A004352`, { "x-AuthKey": key });
  const ms = performance.now() - begun;
  await Bun.sleep(restMs);
  const resident = residentMb(service.server.pid);
  await service.server.stop();
  return { ms, key, resident };
}

/** First start in an empty folder to the first 200, and later starts. */
export function benchStart(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const first = await startToAnswer(folder);
    const later: (typeof first)[] = [];
    for (let round = 0; round < rounds; round++) later.push(await startToAnswer(folder, first.key));
    const laterNote = `median of ${rounds}; target ≤ 1,500`;
    const restNote = `median of ${rounds} later starts, ${restMs / 1000} s after one lookup, with the demo set`;
    return [
      figure("first start to the first 200", first.ms, "ms", "target ≤ 20,000"),
      figure(
        "later start to the first 200",
        medianOf(later, ({ ms }) => ms),
        "ms",
        laterNote,
      ),
      figure(
        "resident at rest",
        medianOf(later, ({ resident }) => resident),
        "MiB",
        restNote,
      ),
    ];
  });
}
