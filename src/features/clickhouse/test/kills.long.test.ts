import { expect, test } from "bun:test";
import { fillJournal } from "../../../../bench/metering/journal.ts";
import { kinds } from "../../../../test/database/databases.ts";
import { consistencyFindings } from "../../../../test/metering/consistency-findings.ts";
import { callOf, grant, openTestNodes } from "../../../../test/metering/test-nodes.ts";
import { newFolder } from "../../../../test/service-process.ts";
import { createLog } from "../../../base/log.ts";
import { systemTiming as timing } from "../../../base/timing.ts";
import { JournalApplier } from "../../../metering/apply/journal-applier.ts";
import { loadSink } from "../../../metering/sink/sink.ts";
import { CallShipper } from "../call-shipper.ts";
import { CallStore } from "../call-store.ts";
import { sinkOf } from "../sink-place.ts";
import { noClickhouse, startClickhouse } from "./start-engine.ts";

const kills = Number(process.env.VINGATE_TEST_KILLS ?? 3);
const batch = 2000;

test.skipIf(noClickhouse !== undefined)(
  "each call is in ClickHouse once after kills of it and of shippers",
  async () => {
    const { folder, remove } = newFolder();
    const setup = await openTestNodes(kinds[0]!);
    const { db } = setup;
    let engine = await startClickhouse(folder);
    const store = new CallStore({ url: `${engine.url}/vingate`, days: 3000 });
    const calls = kills * batch;
    await grant(db, "s", calls);
    const now = Date.now();
    const journal = await fillJournal(db, setup.folder, calls, (index) =>
      callOf("s", 1, { at: now + index, requestId: Bun.randomUUIDv7("hex") }),
    );
    const shipping = { db, store, timing, log: createLog(timing.wall, () => undefined) };
    const applier = new JournalApplier(db, journal, { timing, elsewhere: true });
    for (let kill = 1; kill <= kills; kill++) {
      await applier.apply(kill * batch);
      // The shipper is left wherever it is, as if its process had ended.
      const shipper = new CallShipper(shipping, journal);
      const shipped = shipper.ship().catch(() => undefined);
      if (kill % 2 === 0)
        await Promise.race([shipped, engine.query("select sleep(0.02)")]).catch(() => undefined);
      await engine.kill();
      shipper.close();
      await shipped;
      engine = await startClickhouse(folder, { port: engine.port });
    }
    const last = new CallShipper(shipping, journal);
    await last.ship();
    const stored = await engine.query("select count(), sum(credits) from vingate.vingate_call final");
    expect(stored).toBe(`${calls}\t${calls}\n`);
    expect(await consistencyFindings(db, await loadSink(sinkOf(store.options)))).toEqual([]);
    last.close();
    applier.close();
    await setup.end();
    await engine.kill();
    remove();
  },
  kills * 60_000,
);
