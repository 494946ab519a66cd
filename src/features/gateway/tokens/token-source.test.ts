import { expect, test } from "bun:test";
import { NoToken, type ReceivedToken } from "./request-token.ts";
import { TokenSource } from "./token-source.ts";

/** A source whose requests for tokens wait until they are answered. */
function scene() {
  let now = 0;
  const waiting: PromiseWithResolvers<ReceivedToken>[] = [];
  const source = new TokenSource(
    () => {
      const request = Promise.withResolvers<ReceivedToken>();
      waiting.push(request);
      return request.promise;
    },
    () => now,
  );
  return {
    source,
    waiting,
    give: (value: string, validMs: number) => waiting.at(-1)!.resolve({ value, validMs }),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("eight calls share one request for a token", async () => {
  const { source, waiting, give } = scene();
  const tokens = Array.from({ length: 8 }, () => source.token());
  expect(waiting.length).toBe(1);
  give("a", 100_000);
  expect((await Promise.all(tokens)).map(({ value }) => value)).toEqual(Array(8).fill("a"));
  expect(source.token()).toMatchObject({ value: "a" });
  expect(waiting.length).toBe(1);
});

test("a token is renewed before its end, and no call waits while it is valid", async () => {
  const { source, waiting, give, advance } = scene();
  const first = source.token();
  give("a", 100_000);
  await first;
  advance(80_000);
  expect([source.token(), source.token()]).toMatchObject([{ value: "a" }, { value: "a" }]);
  expect(waiting.length).toBe(2);
  give("b", 100_000);
  await settled();
  expect(source.token()).toMatchObject({ value: "b" });
  expect(waiting.length).toBe(2);
  // Both can still be in answers.
  expect(source.secrets).toEqual(["b", "a"]);
  advance(100_000);
  expect(source.token()).toBeInstanceOf(Promise);
  expect(waiting.length).toBe(3);
});

test("a token that is valid for less than a second is used for one", async () => {
  const { source, waiting, give, advance } = scene();
  const first = source.token();
  give("a", 0.1);
  await first;
  for (let call = 0; call < 8; call += 1) {
    expect(source.token()).toMatchObject({ value: "a" });
    advance(90);
  }
  expect(waiting.length).toBe(1);
  advance(230);
  expect(source.token()).toBeInstanceOf(Promise);
  expect(waiting.length).toBe(2);
});

test("an endpoint that fails receives one request in a second", async () => {
  const { source, waiting, give, advance } = scene();
  const failing = source.token();
  waiting[0]!.reject(new NoToken("answered with 503"));
  await expect(failing).rejects.toThrow("answered with 503");
  await expect(source.token()).rejects.toThrow("answered with 503");
  advance(999);
  await expect(source.token()).rejects.toThrow("answered with 503");
  expect(waiting.length).toBe(1);
  advance(1);
  const next = source.token();
  give("a", 100_000);
  expect(await next).toMatchObject({ value: "a" });
});

test("a failed renewal leaves the valid token in use", async () => {
  const { source, waiting, give, advance } = scene();
  const first = source.token();
  give("a", 100_000);
  await first;
  advance(80_000);
  source.token();
  waiting[1]!.reject(new NoToken("answered with 500"));
  await settled();
  expect(source.token()).toMatchObject({ value: "a" });
  expect(waiting.length).toBe(2);
});

test("a refused token is dropped, unless it was refused at once", async () => {
  const { source, waiting, give, advance } = scene();
  const first = source.token();
  give("a", 100_000);
  const a = await first;
  expect(source.refused(a)).toBe(false);
  a.worked = true;
  expect(source.refused(a)).toBe(true);
  const next = source.token();
  expect(waiting.length).toBe(2);
  give("b", 100_000);
  const b = await next;
  // A call that still carried the former token uses this one.
  expect(source.refused(a)).toBe(true);
  expect(source.token()).toBe(b);
  advance(1000);
  expect(source.refused(b)).toBe(true);
});
