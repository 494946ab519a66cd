import { isServiceId, uuidv7 } from "../src/base/ids.ts";

/** An ID as callers make them, of a given time: one in 256 of them would pass for an ID of the service. */
export function ownId(time: number): string {
  let id: string;
  do id = uuidv7(time);
  while (isServiceId(id));
  return id;
}
