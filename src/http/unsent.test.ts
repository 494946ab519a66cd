import { expect, test } from "bun:test";
import { until } from "../../test/until.ts";
import { pieceBytes, sendPieces, Unsent, type UnsentSource, type UnsentWriter } from "./unsent.ts";

const kibibyte = 1024;
const bytes = (size: number, value = 1) => new Uint8Array(size).fill(value);

const takerOf = (client: string) => ({ client, signal: new AbortController().signal });

/** A body of small pieces, of which the client has taken one. It keeps so many bytes of its request. */
async function reading(unsent: Unsent, client: string, keptBytes: number) {
  const produce = async (writer: UnsentWriter) => {
    for (;;) await writer.send(bytes(1));
  };
  const reader = unsent.stream({ ...takerOf(client), keptBytes }, { produce }).getReader();
  await reader.read();
  return reader;
}

/** KiB, without the small pieces. */
const inAll = (unsent: Unsent) => Math.floor(unsent.inAll / kibibyte);

/** Whether the connection of a body was cut. */
async function isCut(reader: { read(): Promise<unknown> }): Promise<boolean> {
  return await reader.read().then(
    () => false,
    (error: Error) => error.message === "the client leaves too many bytes unread",
  );
}

test("a whole body arrives unchanged and counts until its end", async () => {
  const unsent = new Unsent();
  const body = Uint8Array.from({ length: 2.5 * pieceBytes }, (_, at) => at % 251);
  const reader = unsent.whole(takerOf("a"), body).getReader();
  const pieces: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    expect(unsent.inAll).toBeGreaterThanOrEqual(body.length);
  }
  expect(pieces.map(({ length }) => length)).toEqual([pieceBytes, pieceBytes, pieceBytes / 2]);
  expect(Buffer.compare(Buffer.concat(pieces), body)).toBe(0);
  expect(unsent.inAll).toBe(0);
});

test("of a body that is made, the piece that was taken last and the next one count", async () => {
  const unsent = new Unsent();
  let made = 0;
  const produce = async (writer: UnsentWriter) => {
    for (made = 1; made <= 4; made++) await writer.send(bytes(kibibyte));
  };
  const reader = unsent.stream({ ...takerOf("a"), keptBytes: 10 * kibibyte }, { produce }).getReader();
  for (const count of [2, 3, 4]) {
    expect(await reader.read()).toEqual({ done: false, value: bytes(kibibyte) });
    await until(() => made === count, "the next piece is made");
    expect(inAll(unsent)).toBe(12);
  }
  expect((await reader.read()).done).toBe(false);
  expect((await reader.read()).done).toBe(true);
  expect(unsent.inAll).toBe(0);
});

test("a body that its client leaves, or whose source fails, counts no more", async () => {
  const unsent = new Unsent();
  let left = 0;
  const source: UnsentSource = {
    async produce(writer) {
      for (;;) await writer.send(bytes(10));
    },
    cancel() {
      left += 1;
    },
  };
  const reader = unsent.stream({ ...takerOf("a"), keptBytes: 100 }, source).getReader();
  await reader.read();
  expect(unsent.inAll).toBe(110);
  await reader.cancel();
  expect([unsent.inAll, left]).toEqual([0, 1]);
  const produce = () => Promise.reject(new Error("no more"));
  const failing = unsent.stream({ ...takerOf("a"), keptBytes: 100 }, { produce }).getReader();
  await expect(failing.read()).rejects.toThrow("no more");
  expect(unsent.inAll).toBe(0);
});

test("a body whose client has left before it is made counts nothing, and its source ends", async () => {
  const unsent = new Unsent();
  const ended: string[] = [];
  const source: UnsentSource = {
    async produce(writer) {
      await writer.send(bytes(10)).catch(({ message }: Error) => ended.push(message));
    },
    cancel() {
      ended.push("left");
    },
  };
  unsent.stream({ client: "a", signal: AbortSignal.abort(), keptBytes: 100 }, source);
  await until(() => ended.length === 2, "its source ends");
  expect([unsent.inAll, ended]).toEqual([0, ["left", "the client has gone"]]);
});

test("a body whose client leaves before it is read counts no more", async () => {
  const unsent = new Unsent();
  const left = new AbortController();
  const signal = left.signal;
  let ended = 0;
  const source: UnsentSource = {
    async produce(writer) {
      await writer.send(bytes(10)).catch(() => undefined);
      ended += 1;
    },
    cancel() {
      ended += 10;
    },
  };
  const stream = unsent.stream({ client: "a", signal, keptBytes: 100 }, source);
  await until(() => unsent.inAll === 110, "the first piece is made");
  left.abort();
  await until(() => ended === 11, "its source has ended");
  expect([unsent.inAll, await new Response(stream).text()]).toEqual([0, "\u0001".repeat(10)]);
});

test("a client beyond its bound loses the body it has left longest", async () => {
  const size = 100 * kibibyte;
  const unsent = new Unsent({ perClient: 3.5 * size, inAll: 100 * size });
  const other = await reading(unsent, "b", size);
  const [first, second, third] = [
    await reading(unsent, "a", size),
    await reading(unsent, "a", size),
    await reading(unsent, "a", size),
  ] as const;
  // It is no longer the one that was left longest.
  await first.read();
  const fourth = await reading(unsent, "a", size);
  const cut: boolean[] = [];
  for (const reader of [first, second, third, fourth, other]) cut.push(await isCut(reader));
  expect([cut, inAll(unsent)]).toEqual([[false, true, false, false, false], 400]);
});

test("all clients together are bounded too", async () => {
  const size = 100 * kibibyte;
  const unsent = new Unsent({ inAll: 2.5 * size });
  const readers = [
    await reading(unsent, "a", size),
    await reading(unsent, "b", size),
    await reading(unsent, "c", size),
  ];
  expect(inAll(unsent)).toBe(200);
  expect(await Promise.all(readers.map(isCut))).toEqual([true, false, false]);
});

test("one body may exceed the bound alone", async () => {
  const unsent = new Unsent({ perClient: 10, inAll: 10 });
  expect(await new Response(unsent.whole(takerOf("a"), bytes(200 * kibibyte))).bytes()).toHaveLength(
    200 * kibibyte,
  );
});

test("pieces are smaller while clients leave many bytes", async () => {
  const unsent = new Unsent({ perClient: 200 * kibibyte, inAll: 300 * kibibyte });
  const pieceOf = async (client: string) => {
    let size = 0;
    const produce = async (writer: UnsentWriter) => {
      size = writer.pieceBytes;
    };
    await new Response(unsent.stream(takerOf(client), { produce })).bytes();
    return [size, unsent.isFull(client)];
  };
  expect(await pieceOf("a")).toEqual([pieceBytes, false]);
  const first = await reading(unsent, "a", 110 * kibibyte);
  expect([await pieceOf("a"), await pieceOf("b")]).toEqual([
    [16 * kibibyte, true],
    [pieceBytes, false],
  ]);
  const second = await reading(unsent, "c", 50 * kibibyte);
  expect(await pieceOf("b")).toEqual([16 * kibibyte, false]);
  await Promise.all([first.cancel(), second.cancel()]);
  expect([await pieceOf("a"), unsent.inAll]).toEqual([[pieceBytes, false], 0]);
});

test("bytes arrive whole while the size of pieces changes", async () => {
  const body = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
  const sizes = [64, 16, 256, 16];
  const sent: Uint8Array[] = [];
  const writer: UnsentWriter = {
    get pieceBytes() {
      return sizes[sent.length % sizes.length]!;
    },
    async send(piece) {
      sent.push(piece);
    },
  };
  await sendPieces(writer, body);
  expect(sent.slice(0, 4).map(({ length }) => length)).toEqual(sizes);
  expect(Buffer.concat(sent).equals(body)).toBe(true);
});
