import { expect, test } from "bun:test";
import { OwnTurns } from "./own-turns.ts";

test("an owner's work beyond its turns waits in its own line, in its order", async () => {
  const turns = new OwnTurns(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const run = (owner: string, name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return turns.run(owner, () => {
      begun.push(name);
      return end.promise;
    });
  };
  const first = ["a1", "a2", "a3", "a4"].map((name) => run("a", name));
  const other = run("b", "b1");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  ends.get("a2")!.reject(new Error("it failed"));
  await expect(first[1]!).rejects.toThrow("it failed");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3", "a4", "b1"]) ends.get(name)!.resolve();
  await Promise.all([first[0], first[2], first[3], other]);
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
});
