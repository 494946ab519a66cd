import type { DayForm } from "../../../base/reading/days.ts";
import type { Shape } from "./record-shape.ts";

/** How dates such as 3/2/2024 are read. Absent: as their column shows. */
export type DateOrder = DayForm;

export const otherOrder = "dates that do not fit the chosen order, such as 2/13/2024 with the day first";
export const unreadable = "dates that cannot be read: they are kept as they are, without a day";

/** Where a shape has days: names of members, and "*" for each item of a list. */
export function dayPaths(shape: Shape): readonly (readonly string[])[] {
  switch (shape.kind) {
    case "text":
      return shape.isDay ? [[]] : [];
    case "list":
      return dayPaths(shape.item).map((path) => ["*", ...path]);
    case "object":
      return shape.members.flatMap(({ name, shape }) => dayPaths(shape).map((path) => [name, ...path]));
    default:
      return [];
  }
}
