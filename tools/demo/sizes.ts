import type { Segment } from "./lines.ts";

/** The typical vehicle of a segment: synthetic means in inches, pounds and US gallons. */
export interface Size {
  readonly class: string;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly wheelbase: number;
  readonly weight: number;
  readonly tank: number;
  readonly seats: string;
  readonly city: number;
  readonly highway: number;
  readonly drive: string;
  readonly delivery: number;
  readonly towing: number;
}

type Row = readonly [
  string,
  number,
  number,
  number,
  number,
  number,
  number,
  string,
  number,
  number,
  string,
  number,
  number,
];

// class, length, width, height, wheelbase, weight, tank, seats, city, highway, drive, delivery, towing
const rows: Readonly<Record<Segment, Row>> = {
  small: ["Compact", 178, 70, 57, 105, 2850, 12.4, "5", 29, 37, "Front-wheel drive", 925, 0],
  sedan: ["Midsize", 192, 73, 58, 110, 3350, 16.2, "5", 25, 34, "Front-wheel drive", 995, 1000],
  luxury: ["Midsize", 194, 74, 57, 113, 3800, 17.4, "5", 21, 29, "Rear-wheel drive", 1095, 0],
  sport: ["Subcompact", 182, 74, 52, 104, 3450, 16, "4", 19, 28, "Rear-wheel drive", 1195, 0],
  crossover: ["Compact", 182, 73, 66, 106, 3600, 14.8, "5", 25, 31, "All-wheel drive", 1245, 1500],
  suv: ["Large", 198, 77, 72, 114, 4750, 20.5, "7", 18, 24, "Four-wheel drive", 1395, 5500],
  pickup: ["Large", 228, 79, 76, 140, 4900, 26, "5", 17, 23, "Four-wheel drive", 1695, 8000],
  van: ["Large", 203, 79, 69, 120, 4450, 20, "8", 19, 27, "Front-wheel drive", 1395, 3500],
  motorcycle: ["Motorcycle", 90, 34, 46, 63, 620, 4.8, "2", 44, 52, "Rear-wheel drive", 495, 0],
};

export function sizeOf(segment: Segment): Size {
  const row = rows[segment];
  return {
    class: row[0],
    length: row[1],
    width: row[2],
    height: row[3],
    wheelbase: row[4],
    weight: row[5],
    tank: row[6],
    seats: row[7],
    city: row[8],
    highway: row[9],
    drive: row[10],
    delivery: row[11],
    towing: row[12],
  };
}
