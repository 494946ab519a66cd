import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Figure, table } from "./figure.ts";
import { freePort, pinning, start, untilAnswers } from "./http/child.ts";
import { figuresOf } from "./http/figures.ts";
import { type Bench, inBenchFolder } from "./http/folder.ts";
import { connections } from "./http/load.ts";
import { peerNames, startPeers } from "./http/peers.ts";
import { profileService } from "./http/profile.ts";
import { measureRound, type Round, type Target } from "./http/rounds.ts";
import { startService } from "./http/service.ts";

interface Options {
  readonly rounds?: number;
  readonly seconds?: number;
  /** Where the peers are kept for another run; unpacked anew and thrown away when absent. */
  readonly toolsFolder?: string | undefined;
}

const warmSeconds = 3;
const minutesMax = 30;

async function startFloor({ folder, vins }: Bench): Promise<Target> {
  const port = freePort();
  const script = join(import.meta.dir, "http", "floor.ts");
  const command = [process.execPath, script, String(port), join(folder, "body.json")];
  const server = start({ command, side: "server", folder, name: "floor" });
  const asked = { base: `http://127.0.0.1:${port}/vin-decoder/`, headers: {} };
  await untilAnswers(server, asked.base + vins.first);
  return { name: "bare Bun.serve", server, asked };
}

/** `GET /vin-decoder/{vin}` beside its floor and its peers, one server a core, interleaved. */
export async function benchHttp({ rounds = 5, seconds = 4, toolsFolder }: Options = {}): Promise<Figure[]> {
  return inBenchFolder({ tools: toolsFolder, minutes: minutesMax }, async (bench) => {
    const { vins, generator } = bench;
    const floor = await startFloor(bench);
    const service = await startService(bench.folder, bench.dataDir);
    const { peers, missing } = await startPeers({ ...bench, body: vins.body }, vins.first);
    const targets: Target[] = [
      floor,
      { name: "counted credits", server: service.server, asked: service.metered },
      { name: "unlimited credits", server: service.server, asked: service.unlimited },
      ...[...peers].map(([name, peer]) => ({ name: peerNames[name], ...peer })),
    ];
    const kept = new Map(targets.map((target) => [target.name, [] as Round[]]));
    let from = 0;
    for (let round = -1; round < rounds; round++) {
      for (const target of targets) {
        const lasting = round < 0 ? warmSeconds : seconds;
        const made = await measureRound(target, generator, vins.file, from, lasting);
        from += made.requests;
        if (round >= 0) kept.get(target.name)!.push(made);
        console.error(
          `round ${round + 1} of ${rounds}: ${target.name}, ${made.cpu.toFixed(1)} µs, ${Math.round(made.perSecond)} req/s`,
        );
      }
    }
    const roundsOf = (name: string) => kept.get(name)!;
    const how = `${rounds} rounds of ${seconds} s, ${connections} connections, ${vins.count} distinct VINs, ${generator.name}, ${pinning}`;
    const peerRounds = new Map([...peers.keys()].map((name) => [name, roundsOf(peerNames[name])]));
    return figuresOf(
      {
        floor: roundsOf(floor.name),
        metered: roundsOf("counted credits"),
        unlimited: roundsOf("unlimited credits"),
        peers: peerRounds,
        missing,
      },
      how,
    );
  });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "4" },
      tools: { type: "string" },
      profile: { type: "boolean", default: false },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const report = values.profile
    ? await inBenchFolder(
        { tools: values.tools, minutes: minutesMax },
        ({ folder, dataDir, vins, generator }) =>
          profileService(folder, dataDir, vins, generator, Math.max(seconds, 10)),
      )
    : table(await benchHttp({ rounds, seconds, toolsFolder: values.tools }));
  console.log(report);
}
