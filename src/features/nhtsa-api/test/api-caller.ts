import { type Account, type Ask, type Got, signUp, type TestService } from "../../../../test/harness.ts";
import { testPack } from "../../../../test/vin/shared-pack.ts";
import { allLists } from "../all-lists.ts";
import { readList } from "../lists-thread.ts";

/** Resolves when vPIC's lists are in memory; until then a call can be 503 on a busy machine. */
export async function listsReady(): Promise<void> {
  const list = allLists.findIndex(({ name }) => name === "GetVehicleVariableList");
  await readList(await testPack(), "", { list, query: {}, format: "json", today: "2026-11-21" }, 45_000);
}

/** A customer of the vPIC operations, with `credits` in addition to those of its trial. */
export interface VpicCaller {
  readonly account: Account;
  /** `path` comes after `/vehicles/`. */
  get(path: string, how?: Ask): Promise<Got>;
  batch(data: string, path?: string): Promise<Got>;
}

export async function vpicCaller(service: TestService, credits = 0): Promise<VpicCaller> {
  await listsReady();
  const account = await signUp(service);
  if (credits > 0) {
    const how = { headers: service.operatorHeaders, json: { change: credits } };
    const got = await service.ask("POST", `/subscriptions/${account.subscriptionId}/credits`, how);
    if (got.status !== 200) throw new Error(`credits answered ${got.status}: ${got.text}`);
  }
  const headers = { "x-AuthKey": account.key };
  return {
    account,
    get: (path, how = {}) => service.ask("GET", `/vehicles/${path}`, { headers, ...how }),
    batch: (data, path = "/vehicles/DecodeVINValuesBatch") =>
      service.ask("POST", path, {
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body: data,
      }),
  };
}
