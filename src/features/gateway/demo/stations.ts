/** A charging station that does not exist. */
export interface Station {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly plugs: readonly ("CCS" | "CHAdeMO" | "NACS")[];
  readonly kilowatts: number;
  /** US dollars. */
  readonly price_per_kwh: number;
}

const cities = [
  ["Austin", "TX"],
  ["Boise", "ID"],
  ["Denver", "CO"],
  ["Portland", "OR"],
  ["Raleigh", "NC"],
  ["Tucson", "AZ"],
] as const;
const streets = ["Demo Street", "Sample Avenue", "Example Road", "Test Lane"];
const plugs = [["CCS", "NACS"], ["CCS", "CHAdeMO"], ["NACS"], ["CCS"]] as const;
const kilowatts = [50, 150, 250, 350];

/** The same stations in every installation. */
export const stations: readonly Station[] = Array.from({ length: 24 }, (_, index) => {
  const [city, state] = cities[index % cities.length]!;
  return {
    id: `demo-${String(index + 1).padStart(2, "0")}`,
    name: `${streets[index % streets.length]} ${100 + 7 * index}`,
    city,
    state,
    plugs: plugs[(index + Math.floor(index / 4)) % plugs.length]!,
    kilowatts: kilowatts[(index * 3) % kilowatts.length]!,
    price_per_kwh: (31 + ((index * 5) % 24)) / 100,
  };
});
