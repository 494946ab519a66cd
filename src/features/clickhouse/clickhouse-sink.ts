import type { CallSink, JournalSink, SinkServices, WaitingCalls } from "../../metering/sink/sink.ts";
import { CallShipper, type Shipping } from "./call-shipper.ts";
import type { CallStore } from "./call-store.ts";
import { EndedShipments } from "./ended-shipments.ts";
import { Shipments } from "./shipments.ts";
import { UnloggedCounter } from "./unlogged-calls.ts";

/** ClickHouse as the place of single calls: a shipper for each open journal, and one for those of ended processes. */
export class ClickhouseSink implements CallSink {
  readonly #shipping: Shipping;
  readonly #shipments: Shipments;
  readonly #ended: EndedShipments;
  readonly #unlogged: UnloggedCounter;
  readonly #open = new Set<CallShipper>();

  constructor(store: CallStore, { db, folder, timing, log }: SinkServices) {
    this.#shipping = { db, store, timing, log };
    this.#shipments = new Shipments(timing, log);
    this.#ended = new EndedShipments(folder, this.#shipping, this.#shipments);
    this.#unlogged = new UnloggedCounter(folder);
  }

  open(journal: { readonly id: string; readonly path: string }): JournalSink {
    const shipper = new CallShipper(this.#shipping, journal);
    const shipments = this.#shipments;
    const open = this.#open;
    open.add(shipper);
    return {
      get loggedSeq() {
        return shipper.loggedSeq;
      },
      offer: (records) => shipper.offer(records),
      soon: () => shipments.soon(shipper),
      ship: () => shipper.ship(),
      last: () => shipments.last(shipper),
      close() {
        open.delete(shipper);
        shipper.close();
      },
    };
  }

  recover(): void {
    this.#ended.begin();
  }

  async waiting(): Promise<WaitingCalls> {
    const times = [this.#ended, ...this.#open].map(({ waitsSince }) => waitsSince);
    const known = times.filter((time) => time !== undefined);
    const since = known.length === 0 ? undefined : Math.min(...known);
    return { ...(await this.#unlogged.count(this.#shipping.db)), since };
  }

  close(): void {
    this.#ended.close();
  }
}
