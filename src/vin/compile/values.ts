import {
  BODY_CLASS,
  ENGINE_MODEL,
  FUEL,
  MAKE,
  MANUFACTURER,
  MODEL,
  SECOND_FUEL,
  VEHICLE_TYPE,
} from "../elements.ts";
import { foldText } from "../fold-text.ts";
import {
  BODY_GLIDER,
  BODY_INCOMPLETE,
  BODY_OFF_ROAD,
  DISPLACEMENT,
  FUEL_ELECTRIC,
  FUEL_GASOLINE,
  MULTIPLE,
  VALUE,
  VALUE_EXTRA,
} from "../pack/layout.ts";
import { convert } from "./conversion.ts";
import type { Elements } from "./elements.ts";
import { growingI32 } from "./growing.ts";
import { text, type VpicSource } from "./source.ts";
import type { Strings } from "./strings.ts";

const UPPER: readonly number[] = [MAKE, MANUFACTURER, VEHICLE_TYPE];
// vPIC's procedure lists these body classes by number.
const OFF_ROAD = ["69", "84", "86", "88", "97", "105", "113", "124", "126", "127"];
const INCOMPLETE = "65 107 70 74 63 72 112 62 64 76 78 71 77 67 116 75".split(" ");

const bodyMarks = (attribute: string): number =>
  (attribute === "64" ? BODY_GLIDER : 0) |
  (OFF_ROAD.includes(attribute) ? BODY_OFF_ROAD : 0) |
  (INCOMPLETE.includes(attribute) ? BODY_INCOMPLETE : 0);

/** vPIC's numbers of the fuels from which other facts follow. */
const FUEL_MARKS: Readonly<Record<string, number>> = { "2": FUEL_ELECTRIC, "4": FUEL_GASOLINE };

/** The distinct (element, attribute) pairs, each with its text and its extra word. */
export class Values {
  private readonly words = growingI32();
  private readonly conversions = growingI32();
  private readonly numbers: Map<string, number>[] = Array.from({ length: 256 }, () => new Map());
  private readonly firstByApply = new Map<string, number>();
  private readonly lowerCase = new Map<number, Map<string, number[]>>();
  private readonly makeOfModel = new Map<string, string>();
  private readonly formulas = new Map<number, [to: number, formula: string][]>();

  private readonly elements: Elements;
  private readonly strings: Strings;
  private readonly engineOf: ReadonlyMap<string, number>;

  constructor(
    source: VpicSource,
    elements: Elements,
    strings: Strings,
    engineOf: ReadonlyMap<string, number>,
  ) {
    this.elements = elements;
    this.strings = strings;
    this.engineOf = engineOf;
    for (const [model, make] of source.rows("Make_Model", ["ModelId", "MakeId"])) {
      this.makeOfModel.set(text(model), text(make));
    }
    for (const [from, to, formula] of source.rows("Conversion", [
      "FromElementId",
      "ToElementId",
      "Formula",
    ])) {
      const list = this.formulas.get(Number(from)) ?? [];
      list.push([Number(to), text(formula)]);
      this.formulas.set(Number(from), list);
    }
  }

  /**
   * The number of a value. `columns` contains first and last digit of a formula's capture, from 1; 0 for
   * none.
   */
  of(element: number, attribute: string, columns = 0): number {
    const key = columns === 0 ? attribute : `${attribute}\0${columns}`;
    const known = this.numbers[element]!.get(key);
    if (known !== undefined) return known;
    const label = this.elements.lookups.get(element)?.get(attribute) ?? attribute;
    const index = this.words.push(element | (columns << 8)) / VALUE;
    this.numbers[element]!.set(key, index);
    this.words.push(this.strings.plain(UPPER.includes(element) ? label.toUpperCase() : label));
    this.words.push(this.strings.plain(attribute));
    this.words.push(-1);
    // Computing the extra word may add values, so it is set last.
    this.words.array[index * VALUE + VALUE_EXTRA] = columns === 0 ? this.extra(element, attribute) : -1;
    return index;
  }

  private extra(element: number, attribute: string): number {
    if (element === BODY_CLASS) return bodyMarks(attribute);
    if (element === FUEL || element === SECOND_FUEL) return FUEL_MARKS[attribute] ?? -1;
    if (element === ENGINE_MODEL) return this.engineOf.get(attribute.trim().toLowerCase()) ?? -1;
    if (element === MODEL) {
      const make = this.makeOfModel.get(attribute);
      return make === undefined ? -1 : this.of(MAKE, make);
    }
    if (MULTIPLE.includes(element)) return this.firstAlike(element, attribute);
    return DISPLACEMENT.includes(element) ? this.convertAll(element, attribute) : -1;
  }

  /** The number of the element's first value with the same text, ignoring case, spaces and punctuation. */
  private firstAlike(element: number, attribute: string): number {
    const label = this.elements.lookups.get(element)?.get(attribute) ?? attribute;
    const key = `${element} ${foldText(label)}`;
    const own = this.numbers[element]!.get(attribute)!;
    const first = this.firstByApply.get(key) ?? own;
    this.firstByApply.set(key, first);
    return first;
  }

  /** Stores one value for each other displacement, −1 if there is none; returns the offset. */
  private convertAll(element: number, attribute: string): number {
    const found = DISPLACEMENT.filter((other) => other !== element).map((other) => {
      const formula = this.formulas.get(element)?.find(([to]) => to === other)?.[1];
      const converted = formula === undefined ? undefined : convert(formula, attribute);
      return converted === undefined ? -1 : this.plain(other, converted);
    });
    const place = this.conversions.length;
    for (const value of found) this.conversions.push(value);
    return place;
  }

  /** A value without an extra word. */
  private plain(element: number, attribute: string): number {
    const converted = `${attribute}\0converted`;
    const known = this.numbers[element]!.get(attribute) ?? this.numbers[element]!.get(converted);
    if (known !== undefined) return known;
    const number = this.words.push(element) / VALUE;
    const place = this.strings.plain(attribute);
    this.words.push(place);
    this.words.push(place);
    this.words.push(-1);
    this.numbers[element]!.set(converted, number);
    return number;
  }

  /**
   * The numbers of an element's values with this attribute in any case. Call it after all patterns are read.
   */
  alike(element: number, attribute: string): readonly number[] {
    let index = this.lowerCase.get(element);
    if (index === undefined) {
      index = new Map();
      for (const [key, number] of this.numbers[element]!) {
        const lower = (key.split("\0")[0] ?? "").toLowerCase();
        index.set(lower, [...(index.get(lower) ?? []), number]);
      }
      this.lowerCase.set(element, index);
    }
    return index.get(attribute.toLowerCase()) ?? [];
  }

  sections(): { values: Int32Array; conversions: Int32Array } {
    return { values: this.words.done(), conversions: this.conversions.done() };
  }
}
