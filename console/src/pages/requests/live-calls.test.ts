import { expect, test } from "bun:test";
import type { RequestRecord } from "../../api/client.ts";
import { matches, withLive } from "./live-calls.ts";

const call = (request_id: string, second: number, more: Partial<RequestRecord> = {}) =>
  ({
    request_id,
    timestamp: `2026-11-21T00:00:0${second}.000Z`,
    user_id: "u",
    subscription_id: "s",
    api_id: "lien",
    response_code: 404,
    error_code: "record_not_found",
    key: "primary",
    url: "/lien/1HGCM82633A004352",
    call: `${request_id}${second}`,
    ...more,
  }) as RequestRecord;

test("live calls come first, each once, up to the page size", () => {
  const [a, b, c, d] = [call("a", 1), call("b", 2), call("c", 3), call("d", 4)];
  expect(withLive([b, a], [d, c, b], 3).map(({ request_id }) => request_id)).toEqual(["d", "c", "b"]);
  // A caller's own request id may come twice: it is another call.
  expect(withLive([call("a", 1)], [call("a", 2)], 3)).toHaveLength(2);
});

test("a filter matches calls in all its members", () => {
  const one = call("a", 1);
  const taken = [
    {},
    { response_code: "4xx" },
    { response_code: "404", url: "1HGCM" },
    { key: "primary" as const },
    { request_id: "a" },
  ];
  const left = [
    { response_code: "5xx" },
    { request_id: "b" },
    { api_id: "auction" },
    { user_id: "v" },
    { url: "/auction/" },
  ];
  expect(taken.map((filter) => matches(filter, one))).toEqual(taken.map(() => true));
  expect(left.map((filter) => matches(filter, one))).toEqual(left.map(() => false));
});
