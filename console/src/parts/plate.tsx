import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { counted, title } from "../base/format.ts";
import { checkArithmetic, type DecodedVin, patternsOf, plateParts } from "./plate-parts.ts";

/** A VIN as 17 cells in six groups; the group being read is lit and explained below. */
export function Plate({ decoded, first = 1 }: { readonly decoded: DecodedVin; readonly first?: number }) {
  const id = useId();
  const [at, setAt] = useState(first);
  const row = useRef<HTMLDivElement>(null);
  const { vin } = decoded.intro;
  const move = (event: KeyboardEvent) => {
    const last = plateParts.length - 1;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + plateParts.length) % plateParts.length;
    setAt(next);
    (row.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="plate">
      <div className="plate-row" role="tablist" aria-label={`VIN ${vin}, by position`} ref={row}>
        {plateParts.map((part, index) => (
          <button
            key={part.label}
            type="button"
            role="tab"
            id={`${id}t${index}`}
            aria-controls={`${id}p`}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setAt(index)}
            onPointerEnter={(event) => event.pointerType === "mouse" && setAt(index)}
            onKeyDown={move}
          >
            <span className="ch">
              {[...vin.slice(part.from, part.to)].map((character, place) => (
                <b key={`${part.from + place}`}>{character}</b>
              ))}
            </span>
            <span className="lb">{part.label}</span>
          </button>
        ))}
      </div>
      <div className="plate-say" role="tabpanel" id={`${id}p`} aria-labelledby={`${id}t${at}`}>
        <p className="w">{plateParts[at]?.title}</p>
        <div>{sayings[at]?.(decoded)}</div>
      </div>
    </div>
  );
}

function meanings(decoded: DecodedVin, from: number, to: number): string[] {
  return [...new Set(decoded.positions.slice(from, to).map(({ meaning }) => meaning))];
}

function Maker({ decoded }: { readonly decoded: DecodedVin }) {
  const { manufacturer } = decoded.manufacturer;
  const said = meanings(decoded, 0, 3).filter((meaning) => meaning !== manufacturer);
  return (
    <>
      <p className="k">{title(manufacturer || "Unknown")}</p>
      <p className="muted">
        {said.map((meaning, index) => `${decoded.intro.vin[index]}: ${lowered(meaning)}`).join("; ")}. The
        three together name this maker and the kind of vehicle it registered.
      </p>
    </>
  );
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function Vehicle({ decoded }: { readonly decoded: DecodedVin }) {
  const { basic, engine } = decoded;
  const patterns = patternsOf(decoded);
  const told = decoded.positions[3]?.elements.length ?? 0;
  const words = [
    [basic.model, basic.trim].filter(Boolean).join(" "),
    basic.doors && counted(Number(basic.doors), "door"),
    engine.engine_size && `${engine.engine_size} L`,
    engine.cylinders &&
      `${counted(Number(engine.cylinders), "cylinder")}${engine.engine_configuration ? ` ${engine.engine_configuration.toLowerCase()}` : ""}`,
  ].filter(Boolean);
  return (
    <>
      <p className="k">{words.join(", ") || "Nothing is known of these five"}</p>
      <p className="muted">
        {patterns.length > 0 ? (
          <>
            Read together, by {counted(patterns.length, "pattern")} that the maker registered with NHTSA:{" "}
            {patterns.slice(0, 3).map((pattern, index) => (
              <span key={pattern}>
                {index > 0 && ", "}
                <code>{pattern}</code>
              </span>
            ))}
            {patterns.length > 3 && " and more"}. {counted(told, "value")} in all.
          </>
        ) : (
          "No pattern of NHTSA's data matches them."
        )}
      </p>
    </>
  );
}

function Check({ decoded }: { readonly decoded: DecodedVin }) {
  const { check_digit: digit, expected, valid } = decoded.check;
  const { columns, total, remainder } = checkArithmetic(decoded.intro.vin);
  return (
    <>
      <p className="k">{valid ? `${digit} is right` : `${digit} should be ${expected}`}</p>
      <p className="muted">
        Each character has a value and a weight. The products add up to {total}; divided by 11 that leaves{" "}
        {remainder === 10 ? "10, which is written X" : remainder}.{" "}
        {valid
          ? "One wrong character would nearly always leave another."
          : "One of the seventeen is probably mistyped."}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Arithmetic of the check digit">
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
      </section>
    </>
  );
}

const seventh = (vin: string) =>
  /[A-Z]/.test(vin[6] ?? "") ? "a letter, so it is 2010 or later" : "a digit, so it is before 2010";

function Year({ decoded }: { readonly decoded: DecodedVin }) {
  const { vin } = decoded.intro;
  return (
    <>
      <p className="k">{decoded.basic.year || "Unknown"}</p>
      <p className="muted">
        {vin[9]} stands for one year in every thirty. Position 7 is {seventh(vin)} for cars and light trucks;
        other vehicles are judged by what their maker registered.
      </p>
    </>
  );
}

function Plant({ decoded }: { readonly decoded: DecodedVin }) {
  const city = decoded.manufacturer.plant_city;
  return (
    <>
      <p className="k">
        {city
          ? `${title(city)}${decoded.manufacturer.country ? `, ${decoded.manufacturer.country}` : ""}`
          : "Unknown"}
      </p>
      <p className="muted">
        Where it was put together. The letter is the maker's own, so it is read with the first eight.
      </p>
    </>
  );
}

function Serial({ decoded }: { readonly decoded: DecodedVin }) {
  return (
    <>
      <p className="k">{decoded.intro.vin.slice(11)}</p>
      <p className="muted">
        The number of this one vehicle. It tells nothing else, and no two share all seventeen.
      </p>
    </>
  );
}

const sayings: readonly ((decoded: DecodedVin) => ReactNode)[] = [
  (decoded) => <Maker decoded={decoded} />,
  (decoded) => <Vehicle decoded={decoded} />,
  (decoded) => <Check decoded={decoded} />,
  (decoded) => <Year decoded={decoded} />,
  (decoded) => <Plant decoded={decoded} />,
  (decoded) => <Serial decoded={decoded} />,
];
