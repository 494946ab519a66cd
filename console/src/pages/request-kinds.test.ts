import { expect, test } from "bun:test";
import type { RequestRecord } from "../api/client.ts";
import { kindsOf } from "./request-kinds.ts";

const call = (request_id: string, response_code: number, error_code: string | null) =>
  ({ request_id, response_code, error_code }) as RequestRecord;

test("what was not answered is told by kind, commonest first, with the newest call of each", () => {
  const records = [
    call("e", 404, "vehicle_not_found"),
    call("d", 200, null),
    call("c", 422, "invalid"),
    call("b", 404, "vehicle_not_found"),
    call("a", 404, "record_not_found"),
  ];
  expect(
    kindsOf(records).map(({ status, code, calls, last }) => [status, code, calls, last.request_id]),
  ).toEqual([
    [404, "vehicle_not_found", 2, "e"],
    [422, "invalid", 1, "c"],
    [404, "record_not_found", 1, "a"],
  ]);
});
