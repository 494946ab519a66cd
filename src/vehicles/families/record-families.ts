import { lookupApis } from "./lookup-apis.ts";
import type { RecordFamily } from "./record-family.ts";

/** Every family of records that is kept. */
export const recordFamilies: readonly RecordFamily[] = lookupApis.flatMap(({ records = [] }) => records);

/** The family that imports and datasets call so. */
export function findRecordFamily(name: string): RecordFamily | undefined {
  return recordFamilies.find((family) => family.name === name);
}
