import { expect, test } from "bun:test";
import { Together } from "./together.ts";

/** Runs parts, and notes in which order they arrive, are settled and end. */
function scene(count: number) {
  const together = new Together(count);
  const events: string[] = [];
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const run = (index: number, credits?: Promise<void>) =>
    together.run(async (part) => {
      if (credits) await part.waiting(credits);
      await gates[index]!.promise;
      events.push(`${index} has its answer`);
      await part.arrive();
      events.push(`${index} is settled`);
    });
  return { together, events, gates, run };
}

test("no call is settled before all have their answers", async () => {
  const { events, gates, run } = scene(2);
  const both = [run(0), run(1)];
  gates[0]!.resolve();
  await new Promise(setImmediate);
  expect(events).toEqual(["0 has its answer"]);
  gates[1]!.resolve();
  await Promise.all(both);
  expect(events).toEqual(["0 has its answer", "1 has its answer", "0 is settled", "1 is settled"]);
});

test("a call that was refused holds up no other", async () => {
  const { together, events, gates, run } = scene(2);
  const refused = together.run(() => Promise.reject(new Error("refused")));
  const other = run(0);
  gates[0]!.resolve();
  expect(await refused.catch((error: Error) => error.message)).toBe("refused");
  await other;
  expect(events).toEqual(["0 has its answer", "0 is settled"]);
});

test("a call that waits for credits holds up no other, and is settled later", async () => {
  const { events, gates, run } = scene(2);
  const credits = Promise.withResolvers<void>();
  const waiting = run(0, credits.promise);
  const other = run(1);
  for (const gate of gates) gate.resolve();
  await other;
  expect(events).toEqual(["1 has its answer", "1 is settled"]);
  credits.resolve();
  await waiting;
  expect(events.slice(2)).toEqual(["0 has its answer", "0 is settled"]);
});

test("calls that get their credits together are settled together", async () => {
  const { events, gates, run } = scene(2);
  const credits = Promise.withResolvers<void>();
  const both = [run(0, credits.promise), run(1, credits.promise)];
  credits.resolve();
  gates[0]!.resolve();
  await new Promise(setImmediate);
  gates[1]!.resolve();
  await Promise.all(both);
  expect(events).toEqual(["0 has its answer", "1 has its answer", "0 is settled", "1 is settled"]);
});
