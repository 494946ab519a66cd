import { copyFileSync } from "node:fs";
import { vinPackFile } from "../../../src/vehicles/imports/vpic/vin-pack.ts";
import { type ServiceProcess, startProcess } from "../../service-process.ts";
import { goodVin, unknownVin } from "../../subscribers.ts";
import { testPack, testPackFolder } from "../../vin/shared-pack.ts";

/** The contents of a fixture's data folder and database; saved as `installation.json`. */
export interface Installation {
  readonly primary_key: string;
  readonly secondary_key: string;
  /** The calls in the log; some of them are only in the journal. */
  readonly calls: number;
  /** The credits that they cost. */
  readonly used: number;
}

// Credentials of the fixtures only.
const operatorToken = "operator-token-of-the-release-fixtures";
const masterKey = "0123456789abcdef".repeat(4);

export const settingsOf = (url: string | undefined): Record<string, string> => ({
  VINGATE_OPERATOR_TOKEN: operatorToken,
  VINGATE_MASTER_KEY: masterKey,
  ...(url !== undefined && { VINGATE_DATABASE_URL: url }),
});

/** Starts the present program on a data folder, with compiled VIN data. */
export async function startInstallation(folder: string, url: string | undefined): Promise<ServiceProcess> {
  await testPack();
  copyFileSync(vinPackFile(testPackFolder), vinPackFile(folder));
  return startProcess(folder, settingsOf(url), "ready");
}

/** The JSON of an operator's call. */
export async function operate<T>(url: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: operatorToken, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Makes a call for each key and VIN, and resolves to the statuses. */
export async function lookUp(url: string, keys: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const key of keys)
    for (const vin of [goodVin, unknownVin]) {
      const answer = await fetch(`${url}/vin-decoder/${vin}`, { headers: { "x-AuthKey": key } });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  return statuses;
}
