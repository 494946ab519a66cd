import { title } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
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
  [t("Body"), "basic", "body_type"],
  [t("Doors"), "basic", "doors"],
  [t("Seats"), "basic", "seating_capacity"],
  [t("Engine"), "engine", "engine_description"],
  [t("Displacement"), "engine", "engine_size"],
  [t("Cylinders"), "engine", "cylinders"],
  [t("Fuel"), "fuel", "fuel_type"],
  [t("Drive"), "drivetrain", "drive_type"],
  [t("Transmission"), "transmission", "transmission_style"],
  [t("Weight class"), "dimensions", "gvwr"],
  [t("Manufacturer"), "manufacturer", "manufacturer"],
  [t("Plant"), "manufacturer", "plant_city"],
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
  pattern: t("a pattern"),
  engine: t("the engine model"),
  formula: t("digits of the VIN"),
  model: t("the model"),
  conversion: t("another unit"),
  specification: t("a vehicle spec"),
  default: t("vPIC's default"),
  manufacturer: t("the manufacturer code"),
  year: t("the model year character"),
  derived: t("other values"),
};

const losses: Readonly<Record<Explained["alternatives"][number]["lost_by"], string>> = {
  source: t("a less specific source"),
  schema_year: t("patterns of earlier model years"),
  order: t("an older pattern"),
  model_year: t("a model year with fewer values"),
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
      {one.positions.length > 0
        ? t("{decider}, positions {ranges}", {
            decider: deciders[one.decided_by],
            ranges: ranges(one.positions),
          })
        : deciders[one.decided_by]}{" "}
      {one.key && <code>{one.key}</code>}
      {one.rule && <span className="sub">{one.rule}</span>}
      {one.alternatives.map(({ value, key, lost_by }) => (
        <span className="sub" key={`${value} ${key}`}>
          <T
            text="not {value}: {reason} {code}"
            value={value}
            reason={losses[lost_by]}
            code={key && key !== one.key && <code>{key}</code>}
          />
        </span>
      ))}
    </>
  );
}

/** Every value with its source and the rejected alternatives. */
export function Elements({ decoded }: { decoded: DecodedVin }) {
  const elements = decoded.explanation?.elements ?? [];
  const groups = new Map(decoded.elements.map((element) => [element.element_id, element.group]));
  const order = [...new Set(groups.values()), t("Derived")];
  const groupOf = (one: Explained): string => groups.get(one.element_id) ?? t("Derived");
  const sorted = [...elements].sort((a, b) => order.indexOf(groupOf(a)) - order.indexOf(groupOf(b)));
  return (
    <details className="datat">
      <summary>{t("All {elements} values and sources", { elements: elements.length })}</summary>
      <Table
        wide
        caption={t("All values")}
        items={sorted}
        keyOf={(one) => `${one.element_id} ${one.value}`}
        columns={[
          {
            head: t("Element"),
            cell: (one) => (
              <>
                {one.name}
                <span className="sub">{groupOf(one)}</span>
              </>
            ),
          },
          { head: t("Value"), cell: ({ value }) => value },
          { head: t("Source"), cell: (one) => <ValueSource one={one} />, className: "muted" },
        ]}
      />
    </details>
  );
}
