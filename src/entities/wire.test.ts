import { expect, test } from "bun:test";
import { z } from "zod";
import { membersOf, shownAs, timesOf, wireOf } from "./wire.ts";

test("members have other names in JSON, and keep their order", () => {
  const row = { id: "a", displayName: "b", isSoldOnce: true, createdAt: null } as const;
  const wire: { id: "a"; display_name: "b"; is_sold_once: true; created_at: null } = wireOf(row);
  expect(Object.entries(wire)).toEqual([
    ["id", "a"],
    ["display_name", "b"],
    ["is_sold_once", true],
    ["created_at", null],
  ]);
  const back: typeof row = membersOf(wire);
  expect(Object.entries(back)).toEqual(Object.entries(row));
  // @ts-expect-error a member that it does not have
  expect(wire.displayName).toBeUndefined();
  expect(Object.entries(wireOf(row, "isSoldOnce", "id"))).toEqual([
    ["is_sold_once", true],
    ["id", "a"],
  ]);
});

test("times are ISO 8601 in JSON, and null stays", () => {
  const row = { id: "a", createdAt: 0, endedAt: null as number | null };
  const times: { created_at: string; ended_at: string | null } = timesOf(row, "createdAt", "endedAt");
  expect(times).toEqual({ created_at: "1970-01-01T00:00:00.000Z", ended_at: null });
});

test("only the members that an output declares are shown, in its order", () => {
  const output = z.object({ id: z.string(), count: z.int(), note: z.string().optional() });
  const values = { sealed: "secret", count: 2, id: "a" };
  const shown = shownAs(output, values);
  expect(JSON.stringify(shown)).toBe('{"id":"a","count":2}');
  // @ts-expect-error a member that the output needs
  expect(shownAs(output, { id: "a" }).count).toBeUndefined();
});
