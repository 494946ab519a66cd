import type { Clock } from "../../../base/clock.ts";
import { nextTurn } from "../../../base/pause.ts";
import type { Database } from "../../../database/database.ts";
import { name, type Sql, sql } from "../../../database/sql.ts";
import { ApiError } from "../../../http/errors.ts";
import { makeKey } from "../../../vehicles/families/names.ts";
import type { VehicleRecords } from "../../../vehicles/families/record-family.ts";
import { keyRanges } from "../../../vehicles/imports/staging/key-ranges.ts";
import { makesOf } from "../../../vehicles/lookups/computed/recalls/filed-names.ts";
import { type LineSearch, linesOf } from "../../../vehicles/lookups/computed/recalls/vehicle-lines.ts";
import { catalogueOf } from "../../../vehicles/lookups/names/catalogue.ts";
import { type Subject, subjectOfVin } from "../../../vehicles/lookups/names/subject.ts";
import type { Catalogue } from "../../../vin/catalogue/catalogue.ts";
import type { Pack } from "../../../vin/pack/pack.ts";
import type { Compared, DifferingRecord } from "./differing.ts";
import { membersOf } from "./read-alike.ts";

interface Row {
  readonly year: number;
  readonly make_key: string;
  readonly model_key: string;
  readonly campaign: string;
  readonly alone: number;
  /** Its bodies in both datasets; null unless they are compared. */
  readonly former: Uint8Array | null;
  readonly latter: Uint8Array | null;
}

interface ChangedCampaign {
  readonly modelKey: string;
  readonly campaign: string;
  readonly change: DifferingRecord["change"];
}

interface Means {
  readonly pack: () => Promise<Pack>;
  readonly clock: Clock;
  readonly step: () => Promise<void>;
}

/** VINs decoded before other work of the thread. */
const vinsAtOnce = 100;

/** The recall campaigns that differ between two datasets, and the VINs whose lookups list them. */
export class CampaignChanges {
  readonly #changed: ReadonlyMap<string, readonly ChangedCampaign[]>;
  readonly #datasets: readonly number[];
  readonly #context: LineSearch["context"];
  readonly #catalogue: Catalogue;

  private constructor(
    changed: ReadonlyMap<string, readonly ChangedCampaign[]>,
    datasets: readonly number[],
    context: LineSearch["context"],
  ) {
    this.#changed = changed;
    this.#datasets = datasets;
    this.#context = context;
    this.#catalogue = catalogueOf(context);
  }

  /** Compares all campaigns of both datasets. */
  static async read(
    db: Database,
    family: VehicleRecords,
    { former, latter, isAlike }: Compared,
    { pack, clock, step }: Means,
  ): Promise<CampaignChanges> {
    const changed = new Map<string, ChangedCampaign[]>();
    const datasets = [latter, former].filter((id) => id !== null);
    const add = (
      { year, make_key, model_key: modelKey, campaign }: Row,
      change: ChangedCampaign["change"],
    ) => {
      const key = keyOf(year, make_key);
      const some = changed.get(key) ?? [];
      changed.set(key, some);
      some.push({ modelKey, campaign, change });
    };
    for await (const within of keyRanges(db, family, datasets[0] ?? 0)) {
      const [was, is] = [former ?? 0, latter ?? 0];
      for (const row of await db.all<Row>(
        differing(family, { from: is, to: was, bodies: true, read: isAlike !== undefined }, within),
      ))
        if (row.alone === 1) add(row, "added");
        else if (!isAlike?.(membersOf(row.former!), membersOf(row.latter!))) add(row, "changed");
      for (const row of await db.all<Row>(
        differing(family, { from: was, to: is, bodies: false, read: false }, within),
      ))
        add(row, "removed");
      await step();
    }
    const loaded = { value: await pack(), progress: undefined, error: undefined, ended: Promise.resolve() };
    return new CampaignChanges(changed, datasets, { database: db, clock, vinPack: loaded });
  }

  /** The changed campaigns of some VINs; those that decode to no model have none. */
  async ofVins(vins: readonly string[]): Promise<ReadonlyMap<string, readonly DifferingRecord[]>> {
    const found = new Map<string, readonly DifferingRecord[]>();
    for (const [index, vin] of vins.entries()) {
      if (index % vinsAtOnce === 0) await nextTurn();
      const changes = await this.#ofVin(vin);
      if (changes.length > 0) found.set(vin, changes);
    }
    return found;
  }

  async #ofVin(vin: string): Promise<readonly DifferingRecord[]> {
    const subject = this.#subjectOf(vin);
    if (!subject) return [];
    const { year, make } = subject.vehicle;
    const keys = makesOf(make.text).map((one) => keyOf(year, makeKey(one)));
    if (!keys.some((key) => this.#changed.has(key))) return [];
    const campaigns = new Map<string, DifferingRecord>();
    for (const id of this.#datasets) {
      const search = { context: this.#context, subject, catalogue: this.#catalogue };
      for (const line of await linesOf(search, { id, cacheKey: `swap ${id}` }))
        for (const { modelKey, campaign, change } of this.#changed.get(keyOf(year, line.makeKey)) ?? [])
          if (modelKey === line.modelKey) merge(campaigns, { vin, id: campaign, change, at: 0 });
    }
    return [...campaigns.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  #subjectOf(vin: string): Subject | undefined {
    try {
      return vin.length === 17 ? subjectOfVin(this.#context, vin) : undefined;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}

const keyOf = (year: number, makeKey: string): string => `${year} ${makeKey}`;

/** A campaign that is under several of a vehicle's names; one that moved between them has changed. */
function merge(campaigns: Map<string, DifferingRecord>, one: DifferingRecord): void {
  const known = campaigns.get(one.id);
  const change = known && known.change !== one.change ? "changed" : one.change;
  campaigns.set(one.id, { ...one, change });
}

interface Direction {
  readonly from: number;
  readonly to: number;
  readonly bodies: boolean;
  /** Whether both bodies are read. */
  readonly read: boolean;
}

/** Campaigns of one dataset that another lacks, or, on request, has with another body. */
function differing(
  family: VehicleRecords,
  { from, to, bodies, read }: Direction,
  within: (table: string) => Sql,
): Sql {
  const table = name(family.table);
  const differs = bodies
    ? sql`(other.dataset is null or other.body <> one.body)`
    : sql`other.dataset is null`;
  const contents = read ? sql`other.body as former, one.body as latter` : sql`null as former, null as latter`;
  return sql`
    select one.year, one.make_key, one.model_key, one.campaign,
      case when other.dataset is null then 1 else 0 end as alone, ${contents}
    from ${table} as one left join ${table} as other on other.dataset = ${to} and other.year = one.year
      and other.make_key = one.make_key and other.model_key = one.model_key
      and other.campaign_key = one.campaign_key
    where one.dataset = ${from} and ${within("one")} and ${differs}`;
}
