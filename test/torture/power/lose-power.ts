import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../../metering/grants/random.ts";
import { checkService, type Expected, type Found } from "./check-service.ts";
import { Disk, type Loss, losses } from "./disk.ts";
import type { Recording } from "./recording.ts";

/** The states of one kind of loss, and what their starts found. */
export interface Tally {
  states: number;
  broken: number;
  /** States in which the start gave up calls, and their number. */
  repaired: number;
  voided: number;
  /** Decisions that the start made again. */
  replayed: number;
  persons: number;
}

export interface LossResult {
  readonly tallies: ReadonlyMap<Loss, Tally>;
  /** The first broken promises, with the state in which they were. */
  readonly broken: readonly string[];
}

const brokenShown = 20;
/** One state in so many is of the time before the service had customers. */
const earlyPart = 0.05;

/** Loses the power at random events of a recording, and starts what is left. `done` receives each state. */
export async function losePower(
  recording: Recording,
  { states, seed, done }: { states: number; seed: number; done?: () => void },
): Promise<LossResult> {
  const random = new Random(seed);
  const last = recording.events.length - 1;
  const points = Array.from({ length: states }, () =>
    random.chance(earlyPart) ? random.int(1, recording.ready) : random.int(recording.ready, last),
  ).sort((a, b) => a - b);
  const tallies = new Map(
    losses.map((loss) => [loss, { states: 0, broken: 0, repaired: 0, voided: 0, replayed: 0, persons: 0 }]),
  );
  const broken: string[] = [];
  const disk = new Disk(recording.folder, () => random.next());
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "vingate-lost-"));
  let applied = 0;
  try {
    for (const [number, point] of points.entries()) {
      for (; applied <= point; applied++) disk.apply(recording.events[applied]!, applied);
      const loss = losses[number % losses.length]!;
      const state = join(folder, String(number));
      mkdirSync(state);
      disk.lose(state, loss, () => random.next());
      const found = await checkService(state, expectedAt(recording, point));
      rmSync(state, { recursive: true });
      count(tallies.get(loss)!, found);
      for (const each of found.broken)
        if (broken.length < brokenShown) broken.push(`${recording.name}, event ${point}, ${loss}: ${each}`);
      done?.();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { tallies, broken };
}

function count(tally: Tally, { broken, voided, replayed, needsPerson }: Found): void {
  tally.states += 1;
  if (broken.length > 0) tally.broken += 1;
  if (voided > 0) tally.repaired += 1;
  tally.voided += voided;
  tally.replayed += replayed;
  if (needsPerson) tally.persons += 1;
}

/** With `always` every answered call is kept, with `interval` those answered before the last sync of all began. */
function expectedAt({ events, ready, calls, changes, sync }: Recording, point: number): Expected {
  const { at } = events[point]!;
  const keptAt = sync === "always" ? at : syncedAt(events, point);
  return {
    kept: new Set(
      calls.flatMap(({ id, answeredAt }) => (answeredAt !== undefined && answeredAt < keptAt ? id : [])),
    ),
    sent: new Set(calls.map(({ id }) => id)),
    changes: changes.filter(({ answeredAt }) => answeredAt < at),
    isReady: point >= ready,
  };
}

/** When the last sync of the newest segment began: it comes after those of earlier ones. */
function syncedAt(events: Recording["events"], point: number): number {
  let keptAt = 0;
  const made: { readonly index: number; readonly path: string }[] = [];
  for (const [index, event] of events.slice(0, point + 1).entries()) {
    if (!("path" in event) || !event.path.endsWith(".seg")) continue;
    if (event.kind === "create") made.push({ index, path: event.path });
    if (event.kind === "sync" && made.findLast((one) => one.index < event.since)?.path === event.path)
      keptAt = Math.max(keptAt, event.begunAt);
  }
  return keptAt;
}
