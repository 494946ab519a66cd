import type { VehicleRow } from "../../src/vehicles/families/record-family.ts";
import type { ModelYear } from "./fleet.ts";
import { randomFor } from "./random.ts";
import { slug, syntheticNote } from "./texts.ts";
import { trimNameOf } from "./variants.ts";

// Category and subcategory, then parts with their quantity and base price.
const catalogue = `
Brakes|Front Brakes|Brake pad set:1:62|Brake disc:2:74|Caliper:2:148
Brakes|Rear Brakes|Brake pad set:1:54|Brake disc:2:61
Engine|Ignition|Spark plug:4:12|Ignition coil:4:58
Engine|Lubrication|Oil filter:1:9|Drain plug gasket:1:2|Oil pan:1:165
Engine|Cooling|Water pump:1:142|Thermostat:1:34|Radiator:1:298
Suspension|Front Suspension|Strut:2:156|Lower control arm:2:129
Suspension|Steering|Outer tie rod end:2:44|Rack and pinion:1:512
Body|Bumpers|Front bumper cover:1:356|Bumper absorber:1:92
Body|Glass|Windshield:1:389|Windshield molding:1:41
Electrical|Battery|Battery:1:189|Battery hold-down:1:16
Electrical|Starting and Charging|Alternator:1:421|Starter:1:338
Electrical|Lamps|Left headlight:1:374|Right headlight:1:374|Tail lamp:2:128`;

const entries = catalogue
  .trim()
  .split("\n")
  .map((row) => {
    const [category, subcategory, ...parts] = row.split("|") as [string, string, ...string[]];
    return { category, subcategory, parts: parts.map((part) => part.split(":") as [string, string, string]) };
  });

const withoutEngine: ReadonlySet<string> = new Set(["Ignition", "Lubrication", "Starting and Charging"]);

/** The parts of each trim, a record for each subcategory; electric cars lack those of an engine. */
export function partRows({ year, make, model, line, variants }: ModelYear): VehicleRow[] {
  return variants.flatMap((variant) => {
    const trim = trimNameOf(variant);
    const random = randomFor(0, "parts", make, model, year, trim);
    const number = () => `DEMO-${random.between(10_000, 99_999)}-${random.between(100, 999)}`;
    const dear = (line.price / 30_000) ** 0.6;
    return entries
      .filter(({ subcategory }) => !(variant.electric && withoutEngine.has(subcategory)))
      .map(({ category, subcategory, parts }) => ({
        year,
        names: [make, model, trim, category, subcategory],
        record: {
          parts: parts.map(([name, quantity, price]) => {
            const cylinders =
              Number(quantity) === 4 && variant.cylinders !== "" ? variant.cylinders : quantity;
            return {
              part_number: number(),
              name,
              description: `${name} for ${year} ${make} ${model}`,
              quantity: cylinders,
              msrp: (Number(price) * dear * random.near(0.1)).toFixed(2),
              superseded_by: random.chance(0.06) ? number() : "",
              diagram: `${slug(subcategory)}-${random.between(1, 12)}`,
              notes: syntheticNote,
            };
          }),
        },
      }));
  });
}
