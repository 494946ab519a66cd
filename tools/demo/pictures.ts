import type { Segment } from "./lines.ts";

/** Camera angles, in the order of listings. */
export const angles = [
  "front-left",
  "front",
  "front-right",
  "right",
  "rear-right",
  "rear",
  "rear-left",
  "left",
  "dashboard",
  "front-seats",
  "rear-seats",
  "odometer",
  "engine",
  "wheel",
] as const;

/** The object name of a demo picture, which the service draws. Vehicles of one segment and color share pictures. */
export function pictureName(segment: Segment, color: string, angle: string): string {
  return `demo/${segment}/${color.toLowerCase()}/${angle}.svg`;
}

/** The names of an event's pictures: the first `count` angles. */
export function picturesOf(segment: Segment, color: string, count: number): string[] {
  return angles.slice(0, count).map((angle) => pictureName(segment, color, angle));
}
