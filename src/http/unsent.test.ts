import { expect, test } from "bun:test";
import { pieceBytes, Unsent, type UnsentSource } from "./unsent.ts";

const kibibyte = 1024;
const bytes = (size: number, value = 1) => new Uint8Array(size).fill(value);

/** A body of a client that has taken some pieces. */
async function reading(unsent: Unsent, client: string, size: number, pieces: number) {
  const reader = unsent.whole(client, bytes(size)).getReader();
  for (let piece = 0; piece < pieces; piece++) await reader.read();
  return reader;
}

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
  const reader = unsent.whole("a", body).getReader();
  expect(unsent.inAll).toBe(0);
  const sizes: number[] = [];
  const pieces: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    sizes.push(next.value.length);
    expect(unsent.inAll).toBe(body.length + next.value.length);
  }
  expect(sizes).toEqual([pieceBytes, pieceBytes, pieceBytes / 2]);
  expect(Buffer.compare(Buffer.concat(pieces), body)).toBe(0);
  expect(unsent.inAll).toBe(0);
});

test("a body that its client leaves, or whose source fails, counts no more", async () => {
  const unsent = new Unsent();
  let left = 0;
  const source: UnsentSource = {
    pull: (writer) => writer.enqueue(bytes(10)),
    cancel() {
      left += 1;
    },
  };
  const reader = unsent.stream("a", source, 100).getReader();
  await reader.read();
  expect(unsent.inAll).toBe(110);
  await reader.cancel();
  expect([unsent.inAll, left]).toEqual([0, 1]);
  const failing = unsent.stream("a", { pull: () => Promise.reject(new Error("no more")) }, 100).getReader();
  await expect(failing.read()).rejects.toThrow("no more");
  expect(unsent.inAll).toBe(0);
});

test("a client beyond its bound loses the body it has left longest", async () => {
  const size = 100 * kibibyte;
  const unsent = new Unsent({ perClient: 3.5 * (size + pieceBytes), inAll: 100 * size });
  const other = await reading(unsent, "b", size, 1);
  const [first, second, third] = [
    await reading(unsent, "a", size, 1),
    await reading(unsent, "a", size, 1),
    await reading(unsent, "a", size, 1),
  ] as const;
  // It is no longer the one that was left longest.
  await first.read();
  const fourth = await reading(unsent, "a", size, 1);
  expect([
    await isCut(second),
    await isCut(first),
    await isCut(third),
    await isCut(fourth),
    await isCut(other),
  ]).toEqual([true, false, false, false, false]);
});

test("all clients together are bounded too", async () => {
  const size = 100 * kibibyte;
  const unsent = new Unsent({ inAll: 2.5 * (size + pieceBytes) });
  const readers = [
    await reading(unsent, "a", size, 1),
    await reading(unsent, "b", size, 1),
    await reading(unsent, "c", size, 1),
  ];
  expect(unsent.inAll).toBe(2 * (size + pieceBytes));
  expect(await Promise.all(readers.map(isCut))).toEqual([true, false, false]);
});

test("one body may exceed the bound alone", async () => {
  const unsent = new Unsent({ perClient: 10, inAll: 10 });
  expect(await new Response(unsent.whole("a", bytes(200 * kibibyte))).bytes()).toHaveLength(200 * kibibyte);
});

test("pieces are smaller while clients leave many bytes", async () => {
  const unsent = new Unsent({ perClient: 200 * kibibyte, inAll: 300 * kibibyte });
  const pieceOf = async (client: string) => {
    let size = 0;
    const pull = (writer: { readonly pieceBytes: number; close(): void }) => {
      size = writer.pieceBytes;
      writer.close();
    };
    await new Response(unsent.stream(client, { pull })).bytes();
    return [size, unsent.isFull(client)];
  };
  expect(await pieceOf("a")).toEqual([pieceBytes, false]);
  const first = await reading(unsent, "a", 80 * kibibyte, 1);
  expect([await pieceOf("a"), await pieceOf("b")]).toEqual([
    [16 * kibibyte, true],
    [pieceBytes, false],
  ]);
  const second = await reading(unsent, "c", 20 * kibibyte, 1);
  expect(await pieceOf("b")).toEqual([16 * kibibyte, false]);
  await Promise.all([first.cancel(), second.cancel()]);
  expect([await pieceOf("a"), unsent.inAll]).toEqual([[pieceBytes, false], 0]);
});
