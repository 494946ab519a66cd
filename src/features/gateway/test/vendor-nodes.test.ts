import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fresh } from "../../../../test/database/databases.ts";
import {
  type FamilyService,
  familiesOn,
  liens,
  type Source,
  startSource,
} from "../../../../test/gateway/family-upstreams.ts";
import {
  clientAuth,
  lienMapping,
  startVendor,
  type Vendor,
  vendorLien,
} from "../../../../test/gateway/vendor.ts";
import { type Account, kinds, startServiceOn } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";
import { timedFeatures } from "./timed-features.ts";

const postgres = kinds.find(({ dialect }) => dialect === "postgres")!;
const vinOf = (at: number) => `1HGCM82633A00${String(4000 + at)}`;

/** One answer of the vendor, which two mappings read in two ways. */
const data = { make: "First", make_name: "Second", model: "Accord", year: "2003" };
const secondMapping = lienMapping
  .replace("make: make", "make: make_name")
  .replace("make: Honda", "make_name: Honda");

describe.skipIf(postgres.missing)("vendors behind the lookups of two nodes", () => {
  let now = 0;
  let fresh: Fresh;
  let nodes: readonly [FamilyService, FamilyService];
  let vendor: Vendor;
  let second: Source;
  const folders = ["one", "two"].map((name) => mkdtempSync(join(tmpdir(), `vingate-${name}-`)));

  beforeAll(async () => {
    fresh = await postgres.migrated();
    const listed = timedFeatures({}, {}, () => now);
    const one = await startServiceOn({ folder: folders[0]!, fresh, listed });
    copyFileSync(join(folders[0]!, "master.key"), join(folders[1]!, "master.key"));
    const two = await startServiceOn({ folder: folders[1]!, fresh, listed, firstRun: one.firstRun });
    nodes = [familiesOn(one), familiesOn(two)];
    vendor = startVendor();
    second = startSource();
  });
  afterEach(async () => {
    await change({ service_url: null, auth: null });
    Object.assign(vendor, { uses: Number.POSITIVE_INFINITY, seconds: 3600, tokenFailure: undefined });
    vendor.tokenRequests.length = 0;
    second.received.length = 0;
  });
  afterAll(async () => {
    for (const node of [...nodes].reverse()) await node.end();
    await fresh.end();
    await vendor[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Makes a change on the first node, and waits until both use it. */
  async function onBoth(work: () => Promise<unknown>): Promise<void> {
    const before = nodes.map((node) => node.app.forwarding.upstreamOf("lien"));
    await work();
    for (const [index, node] of nodes.entries()) {
      await node.app.identity.keys.refresh();
      await until(() => node.app.forwarding.upstreamOf("lien") !== before[index], "the change is in use");
    }
  }

  const change = (upstream: object) => onBoth(() => nodes[0].setUpstream("lien", upstream));

  const useVendor = (more: object = {}) =>
    change({
      service_url: vendor.url,
      auth: clientAuth(vendor.tokenUrl),
      upstream: { source: "vendor", keep_days: 30 },
      ...more,
    });

  async function put(body: string): Promise<void> {
    const headers = { ...nodes[0].operatorHeaders, "content-type": "application/yaml" };
    const got = await nodes[0].ask("PUT", "/apis/lien/mapping", { headers, body });
    if (got.status !== 200) throw new Error(got.text);
  }

  /** Stores a mapping, and waits until both nodes read by it. */
  async function map(body: string): Promise<void> {
    await put(body);
    for (const node of nodes)
      await until(async () => {
        await node.app.identity.keys.refresh();
        const upstream = node.app.forwarding.upstreamOf("lien");
        return (await upstream?.readsStill(node.app.database, "vendor")) ?? false;
      }, "the mapping is in use");
  }

  async function makeOf(node: FamilyService, who: Account, at: number): Promise<string> {
    const got = await node.lookUp(who, `/lien/${vinOf(at)}`);
    if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
    return (got.body as { data: { make: string } }).data.make;
  }

  /** The makes of what is kept, by path. */
  async function keptMakes(): Promise<string[]> {
    const rows = await nodes[0].app.database.all<{ body: Uint8Array }>(
      sql`select body from received_record order by path`,
    );
    return rows.map(
      ({ body }) => (JSON.parse(Buffer.from(body).toString()) as { data: { make: string } }).data.make,
    );
  }

  test("a node that has not read a changed mapping yet keeps nothing, and then reads by it", async () => {
    await useVendor();
    await map(lienMapping);
    vendor.answer = () => Response.json({ data });
    const who = await nodes[0].customer();
    expect(await makeOf(nodes[1], who, 0)).toBe("First");
    await until(async () => (await keptMakes()).length === 1, "the record is kept");
    const { keys } = nodes[1].app.identity;
    const refresh = keys.refresh.bind(keys);
    Object.assign(keys, { refresh: () => Promise.resolve() });
    await put(secondMapping);
    // The former record has ended with its mapping, so the vendor receives another request.
    expect([await keptMakes(), await makeOf(nodes[1], who, 0)]).toEqual([[], "First"]);
    const asked = vendor.lookups.length;
    Object.assign(keys, { refresh });
    await keys.refresh();
    await until(async () => {
      const upstream = nodes[1].app.forwarding.upstreamOf("lien");
      return (await upstream?.readsStill(nodes[1].app.database, "vendor")) ?? false;
    }, "the mapping is in use");
    expect([await makeOf(nodes[1], who, 0), vendor.lookups.length]).toEqual(["Second", asked + 1]);
    await until(async () => (await keptMakes()).length === 1, "the record is kept");
    expect(await keptMakes()).toEqual(["Second"]);
  });

  test("while a vendor and its tokens are away for 30 seconds the second source answers, and no herd meets them after", async () => {
    vendor.seconds = 10;
    second.answer = (path) => Response.json(liens(path.split("/").at(-1)!));
    await useVendor({ fallback: { service_url: second.url, source: "second" } });
    await map(lienMapping);
    let [underWay, answered, beyond] = [0, 0, 0];
    vendor.answer = async (path) => {
      underWay += 1;
      // Each node sends one trial, and one more with each that succeeds.
      beyond = Math.max(beyond, underWay - nodes.length - answered);
      await Bun.sleep(5);
      underWay -= 1;
      answered += 1;
      return Response.json(vendorLien(path.split("/").at(-1)!));
    };
    const who = await nodes[0].customer();
    const credits = `/subscriptions/${who.subscriptionId}/credits`;
    await nodes[0].ask("POST", credits, { headers: nodes[0].operatorHeaders, json: { set: 100_000 } });
    let at = 1000;
    /** The sources of lookups of other VINs, so many at once on each node. */
    const sources = async (count: number) => {
      const got = await Promise.all(
        nodes.flatMap((node) =>
          Array.from({ length: count }, () => node.lookUp(who, `/lien/${vinOf(at++)}`)),
        ),
      );
      return [
        ...new Set(
          got.map(({ status, headers }) => `${status} ${headers.get("x-data-source")?.split(" ")[0]}`),
        ),
      ];
    };
    expect(await sources(5)).toEqual(["200 vendor"]);
    await vendor.goAway();
    for (let second = 0; second <= 30; second += 5) {
      expect(await sources(30)).toEqual(["200 second"]);
      now += 5000;
    }
    vendor.tokenRequests.length = 0;
    [answered, beyond] = [0, 0];
    vendor.comeBack();
    for (let round = 0; round < 20 && !(await sources(30)).includes("200 vendor"); round += 1) now += 1000;
    expect([answered > 0, beyond]).toEqual([true, 0]);
    for (let round = 0; round < 20 && (await sources(30)).length > 1; round += 1) now += 1000;
    expect(await sources(30)).toEqual(["200 vendor"]);
    expect(vendor.tokenRequests.length).toBe(nodes.length);
    await nodes[0].app.metering.flush();
    await nodes[1].app.metering.flush();
    const charged = await nodes[0].charged(who);
    expect([charged.length, charged.every(({ status, credits }) => status === 200 && credits === 1)]).toEqual(
      [at - 1000, true],
    );
  }, 60_000);
});
