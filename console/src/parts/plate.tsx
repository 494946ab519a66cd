import type { ReactNode } from "react";
import { listedAsChoice, title, withinSentence } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";
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
      <div className="plate-row" role="tablist" aria-label={t("VIN {vin}, by position", { vin })} ref={list}>
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
    <Explained title={title(manufacturer || t("Unknown"))}>
      {t("{known}. Together, the three identify the manufacturer and a registered type of vehicle.", {
        known: known
          .map((meaning, index) => `${decoded.intro.vin[index]}: ${withinSentence(meaning)}`)
          .join("; "),
      })}
    </Explained>
  );
}

function Vehicle({ decoded }: { decoded: DecodedVin }) {
  const { basic, engine } = decoded;
  const patterns = patternsOf(decoded);
  const values = decoded.positions[3]?.elements.length ?? 0;
  const configuration = engine.engine_configuration ? ` ${engine.engine_configuration.toLowerCase()}` : "";
  const facts = [
    [basic.model, basic.trim].filter(Boolean).join(" "),
    basic.doors && t("{doors, plural, one {# door} other {# doors}}", { doors: Number(basic.doors) }),
    engine.engine_size && `${engine.engine_size} L`,
    engine.cylinders &&
      `${t("{cylinders, plural, one {# cylinder} other {# cylinders}}", { cylinders: Number(engine.cylinders) })}${configuration}`,
  ].filter(Boolean);
  if (patterns.length === 0)
    return (
      <Explained title={facts.join(", ") || t("Unknown")}>
        {t("No pattern of NHTSA's data matches.")}
      </Explained>
    );
  return (
    <Explained title={facts.join(", ") || t("Unknown")}>
      <T
        text="Decoded together, by {patterns, plural, one {# pattern} other {# patterns}} that the manufacturer registered with NHTSA: {first}{rest, select, yes { and more} other {}}. {values, plural, one {# value} other {# values}} in total."
        patterns={patterns.length}
        first={patterns.slice(0, 3).map((pattern, index) => (
          <span key={pattern}>
            {index > 0 && ", "}
            <code>{pattern}</code>
          </span>
        ))}
        rest={patterns.length > 3 ? "yes" : "no"}
        values={values}
      />
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
      <Explained
        title={
          correct
            ? t("{digit} is correct", { digit })
            : t("{digit} should be {expected}", { digit, expected })
        }
      >
        {t(
          "Each character has a value and a weight. The products add up to {total}; divided by 11, the remainder is {ten, select, yes {10, written as X} other {{remainder}}}.",
          { total, ten: remainder === 10 ? "yes" : "no", remainder },
        )}{" "}
        {correct
          ? t("A wrong character nearly always changes the remainder.")
          : t(
              "One of the 17 characters is probably mistyped, or the vehicle was not made for North America.",
            )}
      </Explained>
      <Scroll label={t("Check digit arithmetic")}>
        <table>
          <tbody>
            {(["value", "weight", "product"] as const).map((row) => (
              <tr key={row}>
                <th scope="row">{rowNames[row]}</th>
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

const rowNames = { value: t("Value"), weight: t("Weight"), product: t("Product") } as const;

const yearRule = (vin: string) =>
  /[A-Z]/.test(vin[6] ?? "") ? t("a letter: 2010 or later") : t("a digit: before 2010");

function Year({ decoded }: { decoded: DecodedVin }) {
  const { vin } = decoded.intro;
  return (
    <Explained title={decoded.basic.year || t("Unknown")}>
      {t(
        "{vin} means one year in every 30. For cars and light trucks, position 7 decides. Here it is {yearRule}. For other vehicles, the manufacturer's registration decides.",
        { vin: vin[9], yearRule: yearRule(vin) },
      )}
    </Explained>
  );
}

function Plant({ decoded: { manufacturer } }: { decoded: DecodedVin }) {
  const { plant_city: city, country } = manufacturer;
  return (
    <Explained title={[city && title(city), city && country].filter(Boolean).join(", ") || t("Unknown")}>
      {t(
        "The plant that assembled the vehicle. Each manufacturer has its own letters, so the first eight positions count too.",
      )}
    </Explained>
  );
}

function Serial({ decoded }: { decoded: DecodedVin }) {
  return (
    <Explained title={decoded.intro.vin.slice(11)}>
      {t("The number of this vehicle. No two vehicles share all 17 characters.")}
    </Explained>
  );
}

const yearWords = (vin: string) => listedAsChoice(modelYears(vin[9] ?? "").map(String));

/** What the characters of each part mean before the VIN is decoded. */
const undecoded: readonly ((props: { vin: string }) => ReactNode)[] = [
  ({ vin }) => (
    <Explained title={vin.slice(0, 3)}>{t("The manufacturer and a registered type of vehicle.")}</Explained>
  ),
  ({ vin }) => (
    <Explained title={vin.slice(3, 8)}>
      {t("Model, body, engine and restraints, in the manufacturer's own code.")}
    </Explained>
  ),
  ({ vin }) => <CheckDigit vin={vin} />,
  ({ vin }) => (
    <Explained title={yearWords(vin) || t("Unknown")}>
      {yearWords(vin)
        ? t("{vin} means one year in every 30.", { vin: vin[9] })
        : t("{vin} is no code of a model year.", { vin: vin[9] })}
    </Explained>
  ),
  ({ vin }) => <Explained title={vin[10] ?? ""}>{t("The plant, in the manufacturer's own code.")}</Explained>,
  ({ vin }) => (
    <Explained title={vin.slice(11)}>
      {t("The number of this vehicle. No two vehicles share all 17 characters.")}
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
