import { expect, test } from "bun:test";
import { type DateOrder, fullStops, otherOrder, readDay, twoReadings, unreadable } from "./days.ts";

const cases: [text: string, order: DateOrder | undefined, day: string | undefined, warning?: string][] = [
  ["2024-02-13", undefined, "2024-02-13"],
  ["2024-02-13T08:00:00Z", undefined, "2024-02-13"],
  ["20240213", undefined, "2024-02-13"],
  ["2024/2/3", undefined, "2024-02-03"],
  ["13/02/2024", undefined, "2024-02-13"],
  ["02/13/2024", undefined, "2024-02-13"],
  ["13.02.24", undefined, "2024-02-13"],
  ["03.02.2024", undefined, "2024-02-03", fullStops],
  ["5/5/1999", undefined, "1999-05-05"],
  ["1/6/99", undefined, "1999-01-06", twoReadings],
  ["1/6/20", "day_first", "2020-06-01"],
  ["1/6/20", "month_first", "2020-01-06"],
  ["2/13/2024", "day_first", "2024-02-13", otherOrder],
  ["13/2/2024", "month_first", "2024-02-13", otherOrder],
  ["13 Feb 2024", undefined, "2024-02-13"],
  ["Feb 13, 2024", "day_first", "2024-02-13"],
  ["2024-02-30", undefined, undefined, unreadable],
  ["31/31/2024", undefined, undefined, unreadable],
  ["soon", undefined, undefined, unreadable],
  ["n/a", undefined, undefined, unreadable],
];
for (const [text, order, day, warning] of cases)
  test(`"${text}", ${order ?? "no order"}`, () => {
    expect(readDay(text, order)).toEqual({ ...(day && { day }), ...(warning && { warning }) });
  });
