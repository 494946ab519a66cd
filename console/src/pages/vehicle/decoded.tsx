import { title } from "../../parts/format.ts";
import type { DecodedVin } from "../../parts/plate-parts.ts";

interface Element {
  readonly element_id: number;
  readonly name: string;
  readonly group: string;
  readonly value: string;
  readonly decided_by: string;
  readonly key: string;
}

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

const deciders: Readonly<Record<string, string>> = {
  pattern: "pattern",
  engine: "its engine model",
  formula: "computed",
  model: "its model",
  conversion: "converted from another unit",
  manufacturer: "the maker's code",
  year: "position 10",
};

/** Every value, and what it was told by. */
export function Elements({ decoded }: { readonly decoded: DecodedVin }) {
  const elements = decoded.elements as unknown as readonly Element[];
  const groups = [...new Set(elements.map(({ group }) => group))];
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
          {groups.map((group) => (
            <tbody key={group}>
              {elements
                .filter((one) => one.group === group)
                .map((one) => (
                  <tr key={one.element_id}>
                    <th scope="row">
                      {one.name}
                      <span className="sub">{group}</span>
                    </th>
                    <td>{one.value}</td>
                    <td className="muted">
                      {deciders[one.decided_by] ?? one.decided_by} {one.key && <code>{one.key}</code>}
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
