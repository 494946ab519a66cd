import { title } from "../../base/format.ts";
import { Facts } from "../../parts/facts.tsx";
import type { DecodedVin } from "../../parts/plate-parts.ts";
import { Table } from "../../parts/table.tsx";

type Explained = NonNullable<DecodedVin["explanation"]>["elements"][number];

/** `2018 Honda CR-V EX`, or the VIN if nothing is known. */
export function vehicleName({ basic, intro }: DecodedVin): string {
  return (
    [basic.year, title(basic.make ?? ""), basic.model, basic.trim].filter(Boolean).join(" ") || intro.vin
  );
}

const mainValues = [
  ["Body", "basic", "body_type"],
  ["Doors", "basic", "doors"],
  ["Seats", "basic", "seating_capacity"],
  ["Engine", "engine", "engine_description"],
  ["Displacement", "engine", "engine_size"],
  ["Cylinders", "engine", "cylinders"],
  ["Fuel", "fuel", "fuel_type"],
  ["Drive", "drivetrain", "drive_type"],
  ["Transmission", "transmission", "transmission_style"],
  ["Weight class", "dimensions", "gvwr"],
  ["Manufacturer", "manufacturer", "manufacturer"],
  ["Plant", "manufacturer", "plant_city"],
] as const;

/** The main values of a VIN; missing ones are shown as unknown. */
export function DecodedFacts({ decoded }: { decoded: DecodedVin }) {
  const facts = mainValues.map(([name, group, member]) => {
    const value = (decoded[group] as Readonly<Record<string, string>>)[member];
    return [name, value && shown(member, value)] as const;
  });
  return <Facts className="decoded" facts={facts} />;
}

function shown(member: string, value: string): string {
  if (member === "engine_size") return `${value} L`;
  return member === "plant_city" || member === "manufacturer" ? title(value) : value;
}

const deciders: Readonly<Record<Explained["decided_by"], string>> = {
  pattern: "a pattern",
  engine: "the engine model",
  formula: "digits of the VIN",
  model: "the model",
  conversion: "another unit",
  specification: "a vehicle spec",
  default: "vPIC's default",
  manufacturer: "the manufacturer code",
  year: "the model year character",
  derived: "other values",
};

const losses: Readonly<Record<Explained["alternatives"][number]["lost_by"], string>> = {
  source: "a less specific source",
  schema_year: "patterns of earlier model years",
  order: "an older pattern",
  model_year: "a model year with fewer values",
};

/** `4–8, 11` */
function ranges(positions: readonly number[]): string {
  const parts: [first: number, last: number][] = [];
  for (const position of positions) {
    const open = parts.at(-1);
    if (open && open[1] === position - 1) open[1] = position;
    else parts.push([position, position]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

function ValueSource({ one }: { one: Explained }) {
  return (
    <>
      {deciders[one.decided_by]}
      {one.positions.length > 0 && `, positions ${ranges(one.positions)}`} {one.key && <code>{one.key}</code>}
      {one.rule && <span className="sub">{one.rule}</span>}
      {one.alternatives.map(({ value, key, lost_by }) => (
        <span className="sub" key={`${value} ${key}`}>
          not {value}: {losses[lost_by]} {key && key !== one.key && <code>{key}</code>}
        </span>
      ))}
    </>
  );
}

/** Every value with its source and the rejected alternatives. */
export function Elements({ decoded }: { decoded: DecodedVin }) {
  const elements = decoded.explanation?.elements ?? [];
  const groups = new Map(decoded.elements.map((element) => [element.element_id, element.group]));
  const order = [...new Set(groups.values()), "Derived"];
  const groupOf = (one: Explained): string => groups.get(one.element_id) ?? "Derived";
  const sorted = [...elements].sort((a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)));
  return (
    <details className="datat">
      <summary>All {elements.length} values and sources</summary>
      <Table
        wide
        caption="All values"
        items={sorted}
        keyOf={(one) => `${one.element_id} ${one.value}`}
        columns={[
          {
            head: "Element",
            cell: (one) => (
              <>
                {one.name}
                <span className="sub">{groupOf(one)}</span>
              </>
            ),
          },
          { head: "Value", cell: ({ value }) => value },
          { head: "Source", cell: (one) => <ValueSource one={one} />, className: "muted" },
        ]}
      />
    </details>
  );
}
