import { copy, createScratch, piecesOf, writeText } from "../answer/bytes.ts";
import { createCopies } from "../answer/copies.ts";
import { descriptorOf } from "../answer/describe.ts";
import { capturedDigits, elementValue } from "../decode/element-value.ts";
import type { State } from "../decode/state.ts";
import { MAKE, MANUFACTURER, VEHICLE_TYPE } from "../elements.ts";
import { DISPLACEMENT, NO_SCORE, ROW, VALUE, VALUE_RAW, VALUE_TEXT, WMI, WMI_TYPE } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { VinDiagnostics } from "./diagnostics.ts";
import { type FlatSource, flatFields } from "./flat-fields.ts";

const SIZE = 1 << 18;
/** An element with many rows is cut off here; everything after it needs far less than the rest. */
const ROOM = 1 << 17;

type Pieces = ReturnType<typeof piecesOf>;

/** Elements that another source than a pattern may give. */
const NOT_PLAIN = [MAKE, MANUFACTURER, VEHICLE_TYPE, ...DISPLACEMENT];
const PARTS = ["code", "text", "additional", "suggested", "possible"] as const;
const inJson = (text: string): string => JSON.stringify(text.toWellFormed()).slice(1, -1);

/** vPIC's defaults of each vehicle type: by element the index of its text among `texts`, −1 for none. */
function defaultsOf({ meta }: Pack): { readonly byType: Map<number, Int32Array>; readonly texts: Pieces } {
  const byType = new Map<number, Int32Array>();
  meta.defaults.forEach(({ type, element }, index) => {
    const own = byType.get(type) ?? new Int32Array(256).fill(-1);
    byType.set(type, own);
    own[element] = index;
  });
  return { byType, texts: piecesOf(meta.defaults.map(({ text }) => inJson(text))) };
}

const noDefaults = new Int32Array(256).fill(-1);

/** The element of a field that at most one pattern gives; 0 of a field that is always empty; otherwise −1. */
function plainOf(source: FlatSource): number {
  if (source.kind === "empty") return 0;
  return source.kind === "element" && !NOT_PLAIN.includes(source.id) ? source.id : -1;
}

/** The texts around an object in every answer; the requested input follows `before`. */
export interface Around {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** Writes vPIC's flat form of a decode: one JSON object of texts, `""` for unknown ones. */
export class FlatWriter {
  private readonly pack: Pack;
  private readonly scratch = createScratch(SIZE);
  private readonly keep = createCopies(this.scratch);
  private readonly strings: DataView;
  private readonly sources: readonly FlatSource[];
  private readonly plain: Int32Array;
  /** The text before, then every name with its quotes, then the text after. */
  private readonly names: Pieces;
  private readonly defaults: ReturnType<typeof defaultsOf>;
  private readonly prepared = new WeakMap<VinDiagnostics, Pieces>();

  constructor(pack: Pack, { before, between, after }: Around) {
    const fields = flatFields(pack.meta);
    this.pack = pack;
    this.strings = new DataView(pack.strings.buffer, pack.strings.byteOffset);
    this.sources = fields.map(({ source }) => source);
    this.plain = Int32Array.from(this.sources, plainOf);
    const names = fields.map(({ name }, index) => `${index === 0 ? `${between}{` : '",'}"${name}":"`);
    this.names = piecesOf([before, ...names, `"}${after}`]);
    this.defaults = defaultsOf(pack);
  }

  /**
   * The answer of a VIN; `vin` is its characters. Without a state, because it was not decoded, only the VIN
   * and its diagnostics.
   */
  write(
    state: State | undefined,
    vin: string,
    diagnostics: VinDiagnostics,
    requested = "",
  ): Uint8Array<ArrayBuffer> {
    const { names, sources } = this;
    const best = state?.chosen.best;
    const type = state === undefined ? -1 : this.pack.wmis[state.wmi * WMI + WMI_TYPE]!;
    const own = this.defaults.byType.get(type) ?? noDefaults;
    const shared = diagnostics.shared ? this.preparedOf(diagnostics) : undefined;
    let at = this.writeVin(this.writePieces(0, 0, 1), requested);
    let written = 1;
    for (let i = 0; i < sources.length; i++) {
      const id = this.plain[i]!;
      // Pieces are adjacent, so those around empty fields are copied at one time.
      if (id === 0 || (id > 0 && (best === undefined || (best[id] === NO_SCORE && own[id]! < 0)))) continue;
      at = this.writePieces(at, written, i + 2);
      written = i + 2;
      const source = sources[i]!;
      at =
        source.kind === "diagnostics"
          ? this.writeDiagnostics(at, diagnostics, source.part, shared)
          : this.writeField(at, source, state, vin, own);
    }
    return this.keep(this.writePieces(at, written, names.starts.length - 1));
  }

  private writePieces(at: number, from: number, to: number): number {
    const { view, starts } = this.names;
    return copy(this.scratch.view, at, view, starts[from]!, starts[to]!);
  }

  private writeString(at: number, place: number): number {
    const { strings } = this;
    return copy(this.scratch.view, at, strings, place + 2, place + 2 + strings.getUint16(place, true));
  }

  private writeVin(at: number, vin: string): number {
    const { bytes } = this.scratch;
    for (let i = 0; i < vin.length; i++) {
      const unit = vin.charCodeAt(i);
      // Neither a quote, a backslash, a control character nor a multibyte character.
      if (unit < 32 || unit > 126 || unit === 34 || unit === 92)
        return writeText(this.scratch, at, vin.toWellFormed());
      bytes[at + i] = unit;
    }
    return at + vin.length;
  }

  private preparedOf(diagnostics: VinDiagnostics): Pieces {
    const known = this.prepared.get(diagnostics) ?? piecesOf(PARTS.map((part) => inJson(diagnostics[part])));
    this.prepared.set(diagnostics, known);
    return known;
  }

  private writeDiagnostics(
    at: number,
    diagnostics: VinDiagnostics,
    part: (typeof PARTS)[number],
    shared?: Pieces,
  ): number {
    if (shared === undefined) return this.writeVin(at, diagnostics[part]);
    const index = PARTS.indexOf(part);
    return copy(this.scratch.view, at, shared.view, shared.starts[index]!, shared.starts[index + 1]!);
  }

  private writeField(
    at: number,
    source: FlatSource,
    state: State | undefined,
    vin: string,
    own: Int32Array,
  ): number {
    if (source.kind === "vin") return this.writeVin(at, vin);
    if (state === undefined) return at;
    switch (source.kind) {
      case "descriptor":
        return this.writeVin(at, descriptorOf(vin));
      case "year":
        return state.chosen.year === 0 ? at : this.writeVin(at, String(state.chosen.year));
      case "several":
        return this.writeSeveral(at, state, source.id, own);
      case "element":
        return this.writeElement(at, state, source.id, own);
      case "number": {
        const value = elementValue(this.pack, state, source.id);
        return value < 0 ? at : this.writeString(at, this.pack.values[value * VALUE + VALUE_RAW]!);
      }
      default:
        return at;
    }
  }

  private writeElement(at: number, state: State, id: number, own: Int32Array): number {
    const { pack } = this;
    const value = elementValue(pack, state, id);
    if (value < 0) return this.writeDefault(at, own[id]!);
    const digits = capturedDigits(pack, state, value);
    if (digits !== undefined) return this.writeVin(at, digits);
    return this.writeString(at, pack.values[value * VALUE + VALUE_TEXT]!);
  }

  private writeDefault(at: number, text: number): number {
    const { view, starts } = this.defaults.texts;
    return text < 0 ? at : copy(this.scratch.view, at, view, starts[text]!, starts[text + 1]!);
  }

  private writeSeveral(at: number, state: State, id: number, own: Int32Array): number {
    const { rows, values } = this.pack;
    const { multiple, multipleCount } = state.chosen;
    // One row may have won in addition to those that are all kept.
    let end = this.writeElement(at, state, id, noDefaults);
    for (let i = 0; i < multipleCount; i++) {
      const meaning = rows[multiple[i * 2]! * ROW]!;
      if (meaning >>> 24 !== id || end > ROOM) continue;
      if (end > at) end = this.writeVin(end, "; ");
      end = this.writeString(end, values[(meaning & 0xffffff) * VALUE + VALUE_TEXT]!);
    }
    return end > at ? end : this.writeDefault(at, own[id]!);
  }
}
