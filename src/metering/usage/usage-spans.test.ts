import { expect, test } from "bun:test";
import fc from "fast-check";
import { hourMs, minuteMs } from "../../base/durations.ts";
import { spansOf, widen } from "./usage-spans.ts";

test("parts cover a range once, in at most 120 minutes each", () => {
  const minute = fc.integer({ min: 0, max: 60 * 24 * 60 });
  fc.assert(
    fc.property(minute, minute, (a, b) => {
      const [from, to] = [Math.min(a, b) * minuteMs, Math.max(a, b) * minuteMs];
      const spans = spansOf(from, to);
      expect(spans.map((span) => span.from)).toEqual(
        [from, ...spans.map((span) => span.to)].slice(0, spans.length),
      );
      expect(spans.at(-1)?.to ?? from).toBe(to);
      const minutes = spans.filter(({ unit }) => unit === "minute");
      expect(minutes.reduce((sum, span) => sum + span.to - span.from, 0)).toBeLessThan(2 * hourMs);
      for (const { unit, from, to } of spans)
        if (unit === "hour") expect([from % hourMs, to % hourMs]).toEqual([0, 0]);
    }),
  );
});

test("a range is widened to whole minutes, or hours without minutes", () => {
  const at = (hours: number, minutes: number, ms = 0) => hours * hourMs + minutes * minuteMs + ms;
  expect(widen(at(5, 10, 7), at(6, 20), 0)).toEqual({ from: at(5, 10), to: at(6, 21) });
  expect(widen(at(5, 10, 7), at(6, 20), at(6, 0))).toEqual({ from: at(5, 0), to: at(6, 21) });
  expect(widen(at(5, 10, 7), at(6, 20), at(9, 0))).toEqual({ from: at(5, 0), to: at(7, 0) });
});
