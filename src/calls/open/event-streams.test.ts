import { expect, test } from "bun:test";
import { freshProof } from "../../../test/fresh-proof.ts";
import type { Caller } from "../../http/caller.ts";
import { ApiError } from "../../http/errors.ts";
import type { Events, ServerEvent } from "../../http/event-text.ts";
import { EventStreams } from "./event-streams.ts";
import { OpenCalls } from "./open-calls.ts";

const user = (userId: string, role: "operator" | "customer", session = 0): Caller => ({
  kind: "user",
  userId,
  personId: userId,
  proof: freshProof,
  digest: `${userId} ${session}`,
  ...(role === "operator" ? { role, operatorRole: "owner" } : { role, memberRole: "owner" }),
});

/** Waits for events that never come. */
const silent: Events = ({ signal }) =>
  (async function* (): AsyncGenerator<ServerEvent> {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    yield { event: "late", data: {} };
  })();

function opened() {
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  const streams = new EventStreams(new OpenCalls(() => 0, note), note);
  const tryOpen = (caller: Caller, events = silent, signal?: AbortSignal, network?: string) => {
    try {
      const admit = () => Promise.resolve(caller);
      return streams.open(
        { caller, admit, network },
        new Request("http://vingate.test/", signal ? { signal } : {}),
        300,
        events,
      ).body;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.detail;
    }
  };
  return { streams, failures, tryOpen };
}

test("all sessions of an account share its streams", () => {
  const { streams, tryOpen } = opened();
  const own = (count: number) =>
    Array.from({ length: count }, (_, session) => tryOpen(user("ada", "customer", session)));
  expect(own(12).every((one) => one instanceof ReadableStream)).toBe(true);
  expect(new Set(own(60))).toEqual(
    new Set(["Limit reached: 12 event streams per account. Close one first."]),
  );
  expect(tryOpen(user("bob", "customer"))).toBeInstanceOf(ReadableStream);
  expect(streams.total).toBe(13);
});

test("a tenth of the streams is kept for operators", () => {
  const { streams, tryOpen } = opened();
  const full = "All event streams of this node are in use. Retry later.";
  const fill = (role: "operator" | "customer") => {
    const got = Array.from({ length: 600 }, (_, index) => tryOpen(user(`${role} ${index >> 3}`, role)));
    expect(new Set(got.filter((one) => !(one instanceof ReadableStream)))).toEqual(new Set([full]));
  };
  fill("customer");
  expect(streams.total).toBe(450);
  expect(tryOpen({ kind: "operator", proof: freshProof })).toBeInstanceOf(ReadableStream);
  fill("operator");
  expect([streams.total, tryOpen(user("last", "customer"))]).toEqual([500, full]);
  streams.end();
  expect(streams.total).toBe(0);
});

test("a network with many accounts leaves streams for others", async () => {
  const { streams, tryOpen } = opened();
  const open = (from: string, account: string, role: "operator" | "customer" = "customer") =>
    tryOpen(user(account, role), silent, undefined, from);
  const flood = Array.from({ length: 120 }, (_, index) => open("a", `account ${index >> 3}`));
  const refused = "Limit reached: 100 event streams per network. Close one first.";
  expect(flood.slice(100)).toEqual(Array(20).fill(refused));
  expect(open("a", "operator", "operator")).toBeInstanceOf(ReadableStream);
  expect(open("b", "other")).toBeInstanceOf(ReadableStream);
  expect(open("a", "other")).toBe(refused);
  await (flood[0] as ReadableStream).cancel();
  expect(open("a", "other")).toBeInstanceOf(ReadableStream);
  streams.end();
  expect(streams.total).toBe(0);
  expect(open("a", "other")).toBeInstanceOf(ReadableStream);
});

test("a client that leaves frees its stream and is no error", async () => {
  const { streams, failures, tryOpen } = opened();
  const failing: Events = ({ signal }) =>
    (async function* (): AsyncGenerator<ServerEvent> {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new Error("its client has left");
    })();
  const left = [];
  for (const events of [silent, failing]) {
    const body = tryOpen(user("ada", "customer"), events) as ReadableStream<Uint8Array>;
    const reader = body.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    left.push((await waiting).done);
    const gone = new AbortController();
    tryOpen(user("ada", "customer"), events, gone.signal);
    gone.abort();
    tryOpen(user("ada", "customer"), events, AbortSignal.abort());
  }
  // The streams' own work ends some turns later.
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect({ left, failures, total: streams.total }).toEqual({ left: [true, true], failures: [], total: 0 });
});

test("an error of the events ends their stream and is reported", async () => {
  const { failures, streams, tryOpen } = opened();
  const fault = new Error("no events");
  const body = tryOpen({ kind: "operator", proof: freshProof }, () =>
    // biome-ignore lint/correctness/useYield: it fails before its first event.
    (async function* (): AsyncGenerator<ServerEvent> {
      throw fault;
    })(),
  ) as ReadableStream<Uint8Array>;
  expect(await new Response(body).text()).toBe("retry: 1000\n\n");
  expect({ failures, total: streams.total }).toEqual({ failures: [fault], total: 0 });
});
