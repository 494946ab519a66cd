import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { startService, testStart } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { hourMs, minuteMs } from "../../../base/durations.ts";
import { readBackups, storeBackup } from "../../../management/system/backup-state.ts";
import { sharedSamples } from "../../../management/system/metrics/shared-samples.ts";
import { BackupSchedule, backUpWhenDue } from "../schedule.ts";

test("one node makes a due backup, keeps the newest and shows their state", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-scheduled-"));
  const settings = { VINGATE_BACKUP_DIR: folder, VINGATE_BACKUP_KEEP: "2" };
  const service = await startService(undefined, settings);
  const { app } = service;
  let fault: string | undefined;
  const make = async (file: string) => {
    if (fault !== undefined) throw new Error(fault);
    running.push((await shown()).running_since);
    writeFileSync(file, "backup");
    await storeBackup(app.database, { at: app.clock(), file, bytes: 6, seconds: 0.5 });
  };
  const running: (string | null)[] = [];
  const look = () => Promise.all([backUpWhenDue(app, make), backUpWhenDue(app, make)]);
  const shown = () => readBackups(app.database, app.config, app.clock());
  const state = {
    folder,
    every_hours: 24,
    keep: 2,
    drill: null,
    drill_error: null,
    running_since: null,
  };
  try {
    expect(await shown()).toEqual({ state: "waiting", ...state, last: null, error: null });
    const abandoned = join(folder, "vingate-2026-11-20T00-00-00Z.backup.partial");
    for (const path of [abandoned, join(folder, "notes.txt")]) writeFileSync(path, "");
    utimesSync(abandoned, testStart / 1000 - 7200, testStart / 1000 - 7200);
    await look();
    const first = "vingate-2026-11-21T00-00-00Z.backup";
    expect(readdirSync(folder).sort()).toEqual(["notes.txt", first]);
    const last = { at: "2026-11-21T00:00:00.000Z", file: join(folder, first), bytes: 6, seconds: 0.5 };
    expect(await shown()).toEqual({ state: "ok", ...state, last, error: null });
    expect(running).toEqual(["2026-11-21T00:00:00.000Z"]);

    service.advance(24 * hourMs - 1);
    await look();
    expect(readdirSync(folder)).toHaveLength(2);
    fault = "the disk is full";
    service.advance(1);
    await look();
    expect(await shown()).toEqual({ state: "failed", ...state, last, error: "the disk is full" });
    fault = undefined;
    service.advance(10 * minuteMs - 1);
    await look();
    expect(readdirSync(folder)).toHaveLength(2);
    service.advance(1);
    await look();
    service.advance(24 * hourMs);
    await look();
    const kept = ["vingate-2026-11-22T00-10-00Z.backup", "vingate-2026-11-23T00-10-00Z.backup"];
    expect(readdirSync(folder).sort()).toEqual(["notes.txt", ...kept]);
    expect((await shown()).state).toBe("ok");
    service.advance(25 * hourMs + 1);
    expect((await shown()).state).toBe("late");
  } finally {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a command runs after each backup, and its failure is one of the backup", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-scheduled-"));
  const service = await startService(undefined, {
    VINGATE_BACKUP_DIR: folder,
    VINGATE_BACKUP_COMMAND:
      'cp "$VINGATE_BACKUP_FILE" "$VINGATE_BACKUP_FILE.copy" && test ! -e "$(dirname "$VINGATE_BACKUP_FILE")/fail-here"',
  });
  const { app } = service;
  const make = async (file: string) => {
    writeFileSync(file, "backup");
    await storeBackup(app.database, { at: app.clock(), file, bytes: 6, seconds: 0.5 });
  };
  const state = async () => {
    const { state: now, error } = await readBackups(app.database, app.config, app.clock());
    return [now, error];
  };
  const fails = join(folder, "fail-here");
  try {
    await backUpWhenDue(app, make);
    const name = "vingate-2026-11-21T00-00-00Z.backup";
    expect([readdirSync(folder).sort(), await state()]).toEqual([
      [name, `${name}.copy`],
      ["ok", null],
    ]);
    // Not due for a day; an operator requests it.
    service.advance(hourMs);
    await backUpWhenDue(app, make);
    const asked = await service.ask("POST", "/system/backup", { headers: service.operatorHeaders });
    expect([asked.status, (asked.body as { backups: { state: string } }).backups.state]).toEqual([200, "ok"]);
    await backUpWhenDue(app, make);
    const made = readdirSync(folder).filter((one) => one.endsWith(".backup"));
    expect(made.sort()).toEqual([name, "vingate-2026-11-21T01-00-00Z.backup"]);
    writeFileSync(fails, "");
    service.advance(24 * hourMs);
    await backUpWhenDue(app, make);
    expect(await state()).toEqual(["failed", "VINGATE_BACKUP_COMMAND ended with 1: it printed nothing"]);
  } finally {
    rmSync(fails, { force: true });
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a backup is tried after some days, and why it cannot be restored is shown", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-scheduled-"));
  const service = await startService(undefined, {
    VINGATE_BACKUP_DIR: folder,
    VINGATE_BACKUP_DRILL_DAYS: "2",
  });
  const { app } = service;
  const tried: string[] = [];
  let fault: string | undefined;
  const make = async (file: string) => writeFileSync(file, "backup");
  const attempt = async (file: string) => {
    tried.push(file);
    if (fault !== undefined) throw new Error(fault);
  };
  const nextDay = async () => {
    service.advance(24 * hourMs);
    await backUpWhenDue(app, make, attempt);
    const { drill, drill_error } = await readBackups(app.database, app.config, app.clock());
    return [tried.length, drill?.at ?? null, drill_error];
  };
  try {
    expect(await nextDay()).toEqual([1, "2026-11-22T00:00:00.000Z", null]);
    mkdirSync(join(folder, "drill-killed"));
    utimesSync(join(folder, "drill-killed"), testStart / 1000 - 7200, testStart / 1000 - 7200);
    expect(await nextDay()).toEqual([1, "2026-11-22T00:00:00.000Z", null]);
    expect(readdirSync(folder)).not.toContain("drill-killed");
    fault = "it is damaged";
    expect(await nextDay()).toEqual([2, "2026-11-22T00:00:00.000Z", "it is damaged"]);
    const metrics = await sharedSamples(app);
    expect(metrics.filter(([name]) => name.includes("drill"))).toEqual([
      ["vingate_backup_drill_failed", "", 1],
      ["vingate_backup_drill_timestamp_seconds", "", Date.parse("2026-11-22T00:00:00Z") / 1000],
    ]);
    fault = undefined;
    expect(await nextDay()).toEqual([3, "2026-11-25T00:00:00.000Z", null]);
    expect(tried.at(-1)).toBe(join(folder, "vingate-2026-11-25T00-00-00Z.backup"));
  } finally {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a service without the folder makes no backups", async () => {
  const service = await startService();
  try {
    await backUpWhenDue(service.app, () => Promise.reject(new Error("made")));
    expect(await readBackups(service.app.database, service.app.config, testStart)).toEqual({
      state: "off",
      folder: null,
      every_hours: 24,
      keep: 7,
      drill: null,
      drill_error: null,
      running_since: null,
      last: null,
      error: null,
    });
  } finally {
    await service.end();
  }
});

test("a backup that an operator requests is made at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-scheduled-"));
  const service = await startService(undefined, { VINGATE_BACKUP_DIR: folder });
  const { app } = service;
  const made: string[] = [];
  const schedule = new BackupSchedule(app, async (file) => {
    made.push(basename(file));
    writeFileSync(file, "backup");
  });
  try {
    schedule.start();
    const isIdle = async () =>
      (await readBackups(app.database, app.config, app.clock())).running_since === null;
    await until(() => made.length === 1 && isIdle(), "the first backup is made");
    service.advance(hourMs);
    await service.ask("POST", "/system/backup", { headers: service.operatorHeaders });
    await until(() => {
      schedule.changed("/system");
      return made.length === 2;
    }, "the requested one is made");
    expect(made).toEqual(["vingate-2026-11-21T00-00-00Z.backup", "vingate-2026-11-21T01-00-00Z.backup"]);
    await until(isIdle, "no backup is being made");
  } finally {
    schedule.stop();
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
