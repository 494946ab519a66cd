import { expect, test } from "bun:test";
import { type FamilyService, startFamilies } from "../../../../test/gateway/family-upstreams.ts";
import { kinds } from "../../../../test/harness.ts";
import { accordVin, loadSamples } from "../../../../test/vehicles/lookups/samples.ts";
import { auctionRecords } from "../../../vehicles/families/apis/auction.ts";

const listen = ({ serve }: FamilyService) =>
  Bun.serve({ port: 0, fetch: (request) => serve(request, "127.0.0.1") });

test("two installations can be each other's sources", async () => {
  const [one, other] = await Promise.all([startFamilies(kinds[0]!), startFamilies(kinds[0]!)]);
  const [atOne, atOther] = [listen(one), listen(other)];
  await loadSamples(other, [auctionRecords]);
  const [caller, ofOne, ofOther] = await Promise.all([one.customer(), other.customer(), one.customer()]);
  const auth = (value: string) => ({ header: "x-AuthKey", value });
  const upstream = { source: "partner" };
  await one.setUpstream("auction", { service_url: atOther.url.href, auth: auth(ofOne.key), upstream });
  await other.setUpstream("auction", { service_url: atOne.url.href, auth: auth(ofOther.key), upstream });

  const found = await one.lookUp(caller, `/auction/${accordVin}`);
  const there = await other.lookUp(ofOne, `/auction/${accordVin}`);
  expect([found.status, found.text]).toEqual([200, there.text]);
  expect(found.headers.get("x-data-source")).toBe("partner 2026-11-21");

  const absent = "1HGCM82633A004353";
  const missed = await one.lookUp(caller, `/auction/${absent}`);
  expect(missed.status).toBe(404);
  // The other one requested it from the first, which refused another round.
  const statuses = async (service: FamilyService, who: typeof caller) =>
    (await service.charged(who)).map(({ status, credits }) => [status, credits]);
  expect(await statuses(one, caller)).toEqual([
    [200, 1],
    [404, 0],
  ]);
  expect(await statuses(one, ofOther)).toEqual([[404, 0]]);
  expect(one.logLines("an upstream failed")).toEqual([
    { level: "warn", event: "an upstream failed", api: "auction", reason: "It leads back to this service." },
  ]);
  await Promise.all([atOne.stop(true), atOther.stop(true)]);
  await Promise.all([one.end(), other.end()]);
});
