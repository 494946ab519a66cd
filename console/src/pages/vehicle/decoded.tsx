import { title } from "../../base/format.ts";
import type { DecodedVin } from "../../parts/plate-parts.ts";

type Explained = NonNullable<DecodedVin["explanation"]>["elements"][number];

/** `2018 Honda CR-V EX`, or the VIN where nothing is known. */
export function vehicleName({ basic, intro }: DecodedVin): string {
  return (
    [basic.year, title(basic.make ?? ""), basic.model, basic.trim].filter(Boolean).join(" ") || intro.vin
  );
}

const asked = [
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
  ["Made by", "manufacturer", "manufacturer"],
  ["Plant", "manufacturer", "plant_city"],
] as const;

/** What people ask of a car first; what the VIN does not tell says so. */
export function Told({ decoded }: { readonly decoded: DecodedVin }) {
  return (
    <dl className="told">
      {asked.map(([name, group, member]) => {
        const value = (decoded[group] as Readonly<Record<string, string>>)[member];
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ? shown(member, value) : <span className="unknown">unknown</span>}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function shown(member: string, value: string): string {
  if (member === "engine_size") return `${value} L`;
  return member === "plant_city" || member === "manufacturer" ? title(value) : value;
}

const deciders: Readonly<Record<Explained["decided_by"], string>> = {
  pattern: "a pattern",
  engine: "its engine model",
  formula: "digits of the VIN",
  model: "its model",
  conversion: "another unit",
  specification: "a specification sheet",
  default: "vPIC's default",
  manufacturer: "the maker's code",
  year: "the year's character",
  derived: "other values",
};

const losses: Readonly<Record<Explained["alternatives"][number]["lost_by"], string>> = {
  source: "a less exact source",
  schema_year: "patterns of earlier model years",
  order: "an older pattern",
  model_year: "less is known of that year",
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

function Decided({ one }: { readonly one: Explained }) {
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

/** Every value, what it was told by, and what lost. */
export function Elements({ decoded }: { readonly decoded: DecodedVin }) {
  const elements = decoded.explanation?.elements ?? [];
  const group = new Map(decoded.elements.map((element) => [element.element_id, element.group]));
  const groups = [...new Set(group.values())];
  const groupOf = (one: Explained): string => group.get(one.element_id) ?? "Derived";
  return (
    <details className="datat">
      <summary>All {elements.length} values, and what each was told by</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="All values">
        <table className="t">
          <caption className="vh">All values</caption>
          <thead>
            <tr>
              <th scope="col">Element</th>
              <th scope="col">Value</th>
              <th scope="col">Told by</th>
            </tr>
          </thead>
          {[...groups, "Derived"].map((name) => (
            <tbody key={name}>
              {elements
                .filter((one) => groupOf(one) === name)
                .map((one) => (
                  <tr key={`${one.element_id} ${one.value}`}>
                    <th scope="row">
                      {one.name}
                      <span className="sub">{name}</span>
                    </th>
                    <td>{one.value}</td>
                    <td className="muted">
                      <Decided one={one} />
                    </td>
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </section>
    </details>
  );
}
