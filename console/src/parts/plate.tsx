import type { ReactNode } from "react";
import { counted, title } from "../base/format.ts";
import { checkArithmetic, type DecodedVin, modelYears, patternsOf, plateParts } from "./plate-parts.ts";
import { useTabList } from "./tab-list.ts";
import { Scroll } from "./table.tsx";

interface PlateProps {
  readonly vin: string;
  /** Without it, the plate explains what follows from the characters alone. */
  readonly decoded: DecodedVin | undefined;
  /** The index of the selected part. */
  readonly first?: number;
}

/** A VIN as 17 cells in six groups; the selected group is explained below. */
export function Plate({ vin, decoded, first = 1 }: PlateProps) {
  const { selected, select, list, tab, panel } = useTabList<HTMLDivElement>(plateParts.length, first);
  const Explanation = explanations[selected];
  const Undecoded = undecoded[selected];
  return (
    <div className="plate">
      <div className="plate-row" role="tablist" aria-label={`VIN ${vin}, by position`} ref={list}>
        {plateParts.map((part, index) => (
          <button
            key={part.label}
            {...tab(index)}
            onPointerEnter={(event) => event.pointerType === "mouse" && select(index)}
          >
            <span className="ch">
              {[...vin.slice(part.from, part.to)].map((character, offset) => (
                <b key={`${part.from + offset}`}>{character}</b>
              ))}
            </span>
            <span className="lb">{part.label}</span>
          </button>
        ))}
      </div>
      <div className="plate-say" {...panel}>
        <p className="w">{plateParts[selected]?.title}</p>
        <div>
          {decoded && Explanation && <Explanation decoded={decoded} />}
          {!decoded && Undecoded && <Undecoded vin={vin} />}
        </div>
      </div>
    </div>
  );
}

function meanings(decoded: DecodedVin, from: number, to: number): string[] {
  return [...new Set(decoded.positions.slice(from, to).map(({ meaning }) => meaning))];
}

function Maker({ decoded }: { decoded: DecodedVin }) {
  const { manufacturer } = decoded.manufacturer;
  const known = meanings(decoded, 0, 3).filter((meaning) => meaning !== manufacturer);
  return (
    <Explained title={title(manufacturer || "Unknown")}>
      {known.map((meaning, index) => `${decoded.intro.vin[index]}: ${lowered(meaning)}`).join("; ")}.
      Together, the three identify the manufacturer and a registered type of vehicle.
    </Explained>
  );
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function Vehicle({ decoded }: { decoded: DecodedVin }) {
  const { basic, engine } = decoded;
  const patterns = patternsOf(decoded);
  const values = decoded.positions[3]?.elements.length ?? 0;
  const configuration = engine.engine_configuration ? ` ${engine.engine_configuration.toLowerCase()}` : "";
  const facts = [
    [basic.model, basic.trim].filter(Boolean).join(" "),
    basic.doors && counted(Number(basic.doors), "door"),
    engine.engine_size && `${engine.engine_size} L`,
    engine.cylinders && `${counted(Number(engine.cylinders), "cylinder")}${configuration}`,
  ].filter(Boolean);
  if (patterns.length === 0)
    return <Explained title={facts.join(", ") || "Unknown"}>No pattern of NHTSA's data matches.</Explained>;
  return (
    <Explained title={facts.join(", ") || "Unknown"}>
      Decoded together, by {counted(patterns.length, "pattern")} that the manufacturer registered with NHTSA:{" "}
      {patterns.slice(0, 3).map((pattern, index) => (
        <span key={pattern}>
          {index > 0 && ", "}
          <code>{pattern}</code>
        </span>
      ))}
      {patterns.length > 3 && " and more"}. {counted(values, "value")} in total.
    </Explained>
  );
}

const Check = ({ decoded }: { decoded: DecodedVin }) => (
  <CheckDigit vin={decoded.intro.vin} check={decoded.check} />
);

interface CheckDigitProps {
  readonly vin: string;
  readonly check?: Pick<DecodedVin["check"], "check_digit" | "expected" | "valid">;
}

function CheckDigit({ vin, check }: CheckDigitProps) {
  const { columns, total, remainder } = checkArithmetic(vin);
  const digit = check?.check_digit ?? vin[8];
  const expected = check?.expected ?? (remainder === 10 ? "X" : String(remainder));
  const correct = check?.valid ?? digit === expected;
  return (
    <>
      <Explained title={correct ? `${digit} is correct` : `${digit} should be ${expected}`}>
        Each character has a value and a weight. The products add up to {total}; divided by 11, the remainder
        is {remainder === 10 ? "10, written as X" : remainder}.{" "}
        {correct
          ? "A wrong character nearly always changes the remainder."
          : "One of the 17 characters is probably mistyped, or the vehicle was not made for North America."}
      </Explained>
      <Scroll label="Check digit arithmetic">
        <table>
          <tbody>
            {(["value", "weight", "product"] as const).map((row) => (
              <tr key={row}>
                <th scope="row">{title(row.toUpperCase())}</th>
                {columns.map((column) => (
                  <td key={column.position}>{column[row]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

const yearRule = (vin: string) =>
  /[A-Z]/.test(vin[6] ?? "") ? "a letter: 2010 or later" : "a digit: before 2010";

function Year({ decoded }: { decoded: DecodedVin }) {
  const { vin } = decoded.intro;
  return (
    <Explained title={decoded.basic.year || "Unknown"}>
      {vin[9]} means one year in every 30. For cars and light trucks, position 7 decides. Here it is{" "}
      {yearRule(vin)}. For other vehicles, the manufacturer's registration decides.
    </Explained>
  );
}

function Plant({ decoded: { manufacturer } }: { decoded: DecodedVin }) {
  const { plant_city: city, country } = manufacturer;
  return (
    <Explained title={[city && title(city), city && country].filter(Boolean).join(", ") || "Unknown"}>
      The plant that assembled the vehicle. Each manufacturer has its own letters, so the first eight
      positions count too.
    </Explained>
  );
}

function Serial({ decoded }: { decoded: DecodedVin }) {
  return (
    <Explained title={decoded.intro.vin.slice(11)}>
      The number of this vehicle. No two vehicles share all 17 characters.
    </Explained>
  );
}

const yearWords = (vin: string) => modelYears(vin[9] ?? "").join(" or ");

/** What the characters of each part mean before the VIN is decoded. */
const undecoded: readonly ((props: { vin: string }) => ReactNode)[] = [
  ({ vin }) => (
    <Explained title={vin.slice(0, 3)}>The manufacturer and a registered type of vehicle.</Explained>
  ),
  ({ vin }) => (
    <Explained title={vin.slice(3, 8)}>
      Model, body, engine and restraints, in the manufacturer's own code.
    </Explained>
  ),
  ({ vin }) => <CheckDigit vin={vin} />,
  ({ vin }) => (
    <Explained title={yearWords(vin) || "Unknown"}>
      {yearWords(vin) ? `${vin[9]} means one year in every 30.` : `${vin[9]} is no code of a model year.`}
    </Explained>
  ),
  ({ vin }) => <Explained title={vin[10] ?? ""}>The plant, in the manufacturer's own code.</Explained>,
  ({ vin }) => (
    <Explained title={vin.slice(11)}>
      The number of this vehicle. No two vehicles share all 17 characters.
    </Explained>
  ),
];

function Explained({ title: heading, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="k">{heading}</p>
      <p className="muted">{children}</p>
    </>
  );
}

const explanations = [Maker, Vehicle, Check, Year, Plant, Serial];
