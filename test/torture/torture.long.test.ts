import { describe, expect, test } from "bun:test";
import { kinds } from "../database/databases.ts";
import { postgresReplicaMissing } from "../postgres.ts";
import { bumpAndSet } from "./bumps.ts";
import { mountDisk, straceMissing, sufferFailedSyncs, sufferFullDisk } from "./disks.ts";
import { sufferFailovers } from "./failovers.ts";
import { install } from "./installation.ts";
import { repeatBatches } from "./keyed-batches.ts";
import { sufferKills } from "./kills.ts";
import { sufferOutages } from "./outages.ts";
import { race } from "./races.ts";
import { changeAtOnce, repeatUnderKills, signUpAtOnce } from "./repeats.ts";
import { sufferUpstreams } from "./upstreams.ts";

// Short runs of `npm run torture`. A busy machine is no fault, so the limit for hangs is long.
const hangMs = 60_000;
/** So many calls a second that some are always under way. */
const perSecond = 3000;
const diskLengths = { beforeMs: 700, fullMs: 1200, afterMs: 1000, times: 1, untilRefused: true };

for (const { dialect, missing } of kinds) {
  const nodes = dialect === "postgres" ? 3 : 1;
  describe.skipIf(missing)(`the service over HTTP, ${nodes} nodes on ${dialect}`, () => {
    test("64 connections get exactly 15 credits during bumps and sets", async () => {
      const service = await install({ dialect, nodes });
      try {
        const result = await bumpAndSet(service, { bumps: 30, sets: 10, atOnce: 5 });
        expect(result.broken).toEqual([]);
        expect(result.figures).toEqual({ bumps: 30, sets: 10, "sets refused": 0 });
        expect(await race(service, 10, 4)).toEqual(Array.from({ length: 10 }, () => ({ 200: 15, 402: 49 })));
      } finally {
        await service.end();
      }
    }, 300_000);

    test("a repeated call has one effect despite kills", async () => {
      const workers = dialect === "sqlite" ? 2 : 1;
      const settings = { VINGATE_TRUSTED_PROXIES: "127.0.0.1" };
      const service = await install({
        dialect,
        nodes,
        workers,
        settings: { ...settings, VINGATE_WORKERS: String(workers) },
      });
      try {
        const changes = await changeAtOnce(service, { rounds: 5, atOnce: 20 });
        expect(changes.broken).toEqual([]);
        expect(await signUpAtOnce(service, 40)).toBe(20);
        const repeats = await repeatUnderKills(service, { kills: 4, atOnce: 20 });
        expect(repeats.broken).toEqual([]);
        expect(repeats.figures.keys).toBeGreaterThan(3);
      } finally {
        await service.end();
      }
    }, 300_000);

    test("lines of repeated batches are charged once despite kills and outages", async () => {
      const service = await install({ dialect, nodes, ownServer: true });
      try {
        const result = await repeatBatches(service, { batches: 16, kills: 3, atOnce: 4 });
        expect(result.broken).toEqual([]);
        expect(result.figures.charged).toBe(result.figures.due!);
        expect(result.figures.kills).toBeGreaterThan(0);
      } finally {
        await service.end();
      }
    }, 300_000);

    test("three kills under load: answered calls are charged and reported once", async () => {
      const result = await sufferKills({ dialect, nodes, hangMs, perSecond }, 3);
      expect(result.broken).toEqual([]);
      expect(result.figures.kills).toBeGreaterThanOrEqual(3);
      expect(result.figures["consistency checks passed"]).toBeGreaterThan(0);
      expect(result.outcome.acknowledged).toBeGreaterThan(200);
    }, 300_000);
  });
}

test("three kills before an upstream that fails at random: answered calls are charged once", async () => {
  const result = await sufferUpstreams({ dialect: "sqlite", nodes: 1, hangMs }, 3);
  expect(result.broken).toEqual([]);
  expect(result.figures.kills).toBeGreaterThanOrEqual(3);
  expect(result.outcome.acknowledged).toBeGreaterThan(50);
  for (const seen of ["answered", "streamed", "closed in the body"])
    expect(result.figures[seen]).toBeGreaterThan(0);
}, 300_000);

describe.skipIf(kinds.find(({ dialect }) => dialect === "postgres")!.missing)("three nodes", () => {
  test("spend their leases while PostgreSQL stops or freezes, and lose nothing", async () => {
    const settings = { VINGATE_STALE_KEY_TTL: "1" };
    const lengths = { beforeMs: 700, outageMs: 2200, afterMs: 1000, untilRefused: true };
    const result = await sufferOutages({ dialect: "postgres", nodes: 3, hangMs, settings }, lengths);
    expect(result.broken).toEqual([]);
    for (const outage of ["stopped", "frozen"]) {
      expect(result.figures[`${outage}: 503 during it`]).toBeGreaterThan(0);
      expect(result.figures[`${outage}: served again after ms`]).not.toBeNaN();
    }
  }, 300_000);
});

const noReplica = postgresReplicaMissing();
if (noReplica !== undefined) console.warn(`the promoted replica is skipped: ${noReplica}`);

test.skipIf(noReplica !== undefined)(
  "a replica without the last commits takes over; no call is lost",
  async () => {
    const lengths = { betweenMs: 1000, lossMs: 1000, downMs: 300, givesBack: false };
    const result = await sufferFailovers({ times: 2, nodes: 2, perSecond: 500, hangMs, ...lengths });
    expect(result.broken).toEqual([]);
    expect(result.figures["with lost calls"]).toBeGreaterThan(0);
    expect(result.outcome.acknowledged).toBeGreaterThan(100);
  },
  300_000,
);

const disk = mountDisk();
if ("reason" in disk) console.warn(`the full disk is skipped: ${disk.reason}`);
else disk.remove();

test.skipIf("reason" in disk)(
  "a full disk causes 503 and loses nothing",
  async () => {
    const result = await sufferFullDisk({ dialect: "sqlite", nodes: 1, hangMs }, diskLengths);
    expect(result.broken).toEqual([]);
    expect(result.figures["full 1: 503 during it"]).toBeGreaterThan(0);
    expect(result.figures["full 1: served again after ms"]).not.toBeNaN();
  },
  300_000,
);

const noStrace = straceMissing();
if (noStrace !== undefined) console.warn(`failing syncs are skipped: ${noStrace}`);

test.skipIf(noStrace !== undefined)(
  "failing syncs cause 503 and lose nothing",
  async () => {
    const result = await sufferFailedSyncs({ dialect: "sqlite", nodes: 1, hangMs }, diskLengths);
    expect(result.broken).toEqual([]);
    expect(result.figures["failing 1: 503 during it"]).toBeGreaterThan(0);
    expect(result.figures["failing 1: served again after ms"]).not.toBeNaN();
  },
  300_000,
);
