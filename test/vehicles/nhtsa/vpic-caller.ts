import { type Account, type Ask, type Got, signUp, type TestService } from "../../harness.ts";

/** A customer that asks operations in vPIC's form, with so many credits beside those of its trial. */
export interface VpicCaller {
  readonly account: Account;
  /** `path` comes after `/vehicles/`. */
  get(path: string, how?: Ask): Promise<Got>;
  batch(data: string, path?: string): Promise<Got>;
}

export async function vpicCaller(service: TestService, credits = 0): Promise<VpicCaller> {
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
