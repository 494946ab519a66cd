import { dayMs } from "../../src/base/durations.ts";
import type { Vehicle } from "./fleet.ts";
import type { Line, Segment } from "./lines.ts";
import { places } from "./places.ts";
import { randomFor } from "./random.ts";

// Before 1981 each maker had its own form of 5 to 14 characters. # is the last digit of the model year. The serials of
// demo vehicles begin with 99.
const table = `
FORD|Mustang|1965-1973|#R02C99~~~~|sport|27|Coupe|4.7|8
FORD|F-100|1967-1979|F10YK99~~~|pickup|24|Pickup|5.0|8
FORD|Thunderbird|1961-1966|#Y83Z99~~~~|luxury|44|Coupe|6.4|8
CHEVROLET|Camaro|1967-1971|12437#N99~~~~|sport|29|Coupe|5.7|8
CHEVROLET|Corvette|1963-1971|19437#S99~~~~|sport|52|Coupe|5.4|8
CHEVROLET|C10|1973-1979|CCY14#Z99~~~~|pickup|24|Pickup|5.7|8
PONTIAC|GTO|1966-1971|24217#P99~~~~|sport|30|Coupe|6.6|8
PLYMOUTH|Barracuda|1967-1974|BH23G#B99~~~~|sport|28|Coupe|5.2|8
DODGE|Charger|1966-1974|XP29F#B99~~~~|sport|30|Coupe|5.2|8
CADILLAC|Deville|1961-1964|#J99~~~~|luxury|48|Sedan|7.0|8
VOLKSWAGEN|Beetle|1961-1979|11#299~~~~|small|16|Sedan|1.5|4
PORSCHE|911|1970-1979|911#99~~~~|sport|70|Coupe|2.4|6
TOYOTA|Land Cruiser|1964-1979|FJ4099~~~~|suv|36|Utility|4.2|6
DATSUN|240Z|1970-1973|HLS3099~~~~|sport|28|Coupe|2.4|6
MERCEDES-BENZ|280SL|1968-1971|1130441099~~~~|sport|66|Convertible|2.8|6
BMW|2002|1968-1976|2599~~~|sedan|30|Coupe|2.0|4
JEEP|CJ-5|1972-1979|J#F83TH99~~~|suv|22|Utility|4.2|6`;

const colors = ["Black", "White", "Blue", "Red", "Green", "Beige"];

/** Vehicles older than the standard of 1981. They have histories only. */
export function earlyVehicles(seed: number, count: number): Vehicle[] {
  const rows = table.trim().split("\n");
  const random = randomFor(seed, "early vehicles");
  return Array.from({ length: count }, (_, index) => {
    const row = rows[index % rows.length]!;
    const [make, model, years, form, segment, price, body, litres, cylinders] = row.split("|") as string[];
    const [first, last] = years!.split("-").map(Number) as [number, number];
    const year = random.between(first, last);
    // The serial contains the round, so that no two VINs are the same.
    const serial = form!.replace("#", String(year % 10)).replace(/~+$/, (open) => {
      const round = String(Math.floor(index / rows.length));
      return `${round}${String(random.below(10 ** (open.length - 1))).padStart(open.length - 1, "0")}`;
    });
    const line: Line = {
      make: make!,
      model: model!,
      wmis: [],
      segment: segment as Segment,
      price: Number(price) * 1000,
      lastYear: last,
    };
    return {
      stem: "",
      vin: serial,
      line,
      year,
      make: make!,
      model: model!,
      trim: "",
      series: "",
      body: body!,
      doors: segment === "sedan" ? "4" : "2",
      litres: litres!,
      cylinders: cylinders!,
      fuel: "Gasoline",
      drive: "",
      electric: false,
      plantCountry: "",
      color: random.pick(colors),
      interior: "Black",
      home: random.pick(places),
      builtAt: Date.UTC(year - 1, 9, 1) + random.below(240) * dayMs,
    };
  });
}
