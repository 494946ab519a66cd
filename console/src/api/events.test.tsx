import { expect, test } from "bun:test";
import { text } from "../../../test/console/dom/find.ts";
import { elapse, settle, setUp, show, step } from "../../../test/console/dom/page.ts";
import { answer, refuse, sent, setConnected } from "../../../test/console/dom/service.ts";
import { eventsIn, type StreamEvent, useEvents } from "./events.ts";

setUp();

const encoded = (pieces: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

async function eventsOf(...pieces: string[]): Promise<StreamEvent[]> {
  return Array.fromAsync(eventsIn(encoded(pieces)));
}

test("events are parsed from pieces of any size", async () => {
  const whole = 'event: calls\nid: 7\ndata: {"a":1}\n\n: keep-alive\n\ndata: 2\n\n';
  const expected = [
    { event: "calls", id: "7", data: { a: 1 } },
    { event: "message", id: undefined, data: 2 },
  ];
  expect(await eventsOf(whole)).toEqual(expected);
  expect(await eventsOf(...whole)).toEqual(expected);
});

test("an incomplete last event is left out", async () => {
  expect(await eventsOf("data: 1\n\ndata: 2\n")).toEqual([{ event: "message", id: undefined, data: 1 }]);
});

/** A stream that the test writes to. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
  });
  const send = (piece: string) => step(() => controller?.enqueue(new TextEncoder().encode(piece)));
  const end = () => step(() => controller?.close());
  return { body, send, end };
}

function Reader({ path }: { path: string | undefined }) {
  const state = useEvents(path, ({ data }) => received.push(data));
  return <p>{state}</p>;
}
let received: unknown[] = [];

test("a stream is live after its first event, and resumes after its last", async () => {
  received = [];
  const [first, second] = [openStream(), openStream()];
  const streams = [first, second];
  answer("GET /system/events", () => new Response(streams.shift()?.body));
  await show(<Reader path="/system/events" />);
  expect(text()).toBe("connecting");
  await first.send('id: 4\ndata: "a"\n\n');
  expect(text()).toBe("live");
  // An event without an ID does not change where the stream resumes.
  await first.send('data: "without ID"\n\n');
  await first.end();
  await elapse(1000);
  await second.send('data: "b"\n\n');
  expect(received).toEqual(["a", "without ID", "b"]);
  expect(sent().map(({ headers }) => [headers.get("accept"), headers.get("last-event-id")])).toEqual([
    ["text/event-stream", null],
    ["text/event-stream", "4"],
  ]);
});

test("a refused stream is tried again after ten seconds", async () => {
  refuse("GET /system/events", 403, "Not allowed.");
  await show(<Reader path="/system/events" />);
  expect(text()).toBe("lost");
  await elapse(9999);
  expect(sent()).toHaveLength(1);
  await elapse(1);
  expect(sent()).toHaveLength(2);
});

test("a failed stream is tried again after a second", async () => {
  refuse("GET /system/events", 500, "Broken.");
  await show(<Reader path="/system/events" />);
  await elapse(1000);
  expect(sent()).toHaveLength(2);
});

test("without a connection the stream waits for the service", async () => {
  setConnected(false);
  await show(<Reader path="/system/events" />);
  expect(text()).toBe("lost");
  await elapse(1000);
  expect(sent()).toHaveLength(0);
  setConnected(true);
  const { body, send } = openStream();
  answer("GET /system/events", () => new Response(body));
  await elapse(2000);
  await send("data: 1\n\n");
  expect(text()).toBe("live");
});

test("without a path there is no request", async () => {
  await show(<Reader path={undefined} />);
  await settle();
  expect(sent()).toEqual([]);
  expect(text()).toBe("connecting");
});
