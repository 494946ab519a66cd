import { describe, descriptorOf } from "../answer/describe.ts";
import { normaliseVin, VIN_LENGTH } from "../characters.ts";
import type { State } from "../decode/state.ts";
import type { Decoder } from "../decoder.ts";
import { createDiagnose, type VinDiagnostics } from "./diagnostics.ts";
import { DIAGNOSTICS_PARTS, isDiagnosticsPart } from "./flat-fields.ts";
import { type Around, FlatWriter } from "./flat-writer.ts";
import { tooLongDiagnostics, unregisteredDiagnostics } from "./unregistered.ts";
import { inVpicOrder } from "./variable-order.ts";

const DESCRIPTOR = 196;

/** One variable of a vehicle, in vPIC's names. */
export interface DecodedVariable {
  readonly Value: string | null;
  /** The value's number for variables with a table of labels, or `null`; `""` for others. */
  readonly ValueId: string | null;
  readonly Variable: string;
  readonly VariableId: number;
}

/** Decodes in NHTSA's form: every text gets an answer, which contains its faults. */
export interface VpicDecoder {
  /** The whole body of `DecodeVinValues`. */
  answer(vin: string, year: number): Uint8Array<ArrayBuffer>;
  /** Its one result. */
  values(vin: string, year: number): Uint8Array<ArrayBuffer>;
  /** The result of a VIN that was not decoded, with the reason as its error. */
  refused(vin: string, code: number, text: string): Uint8Array<ArrayBuffer>;
  /** The results of `DecodeVin`, in vPIC's order. */
  variables(vin: string, year: number): DecodedVariable[];
}

/** `envelope` is the text around the result in the body of `DecodeVinValues`. */
export function createVpicDecoder(decoder: Decoder, envelope: Around): VpicDecoder {
  const { pack } = decoder;
  const diagnose = createDiagnose(pack);
  const whole = new FlatWriter(pack, envelope);
  const alone = new FlatWriter(pack, { before: "", between: "", after: "" });
  const variables = inVpicOrder(pack.meta.elements);

  /** Reads a VIN: its state if it was decoded, its characters, and its diagnostics. */
  const read = (sent: string, year: number): [State | undefined, string, VinDiagnostics] => {
    const vin = normaliseVin(sent);
    const state = decoder.scanAny(vin, year);
    if (typeof state !== "string") return [state, vin, diagnose(state, vin)];
    return [
      undefined,
      vin,
      vin.length > VIN_LENGTH ? tooLongDiagnostics(vin) : unregisteredDiagnostics(pack, vin),
    ];
  };

  return {
    answer(sent, year) {
      const [state, vin, diagnostics] = read(sent, year);
      return whole.write(state, vin, diagnostics, sent);
    },
    values(sent, year) {
      return alone.write(...read(sent, year));
    },
    refused(sent, code, text) {
      const diagnostics = {
        code: String(code),
        text: `${code} - ${text}`,
        additional: "",
        suggested: "",
        possible: "",
      };
      return alone.write(undefined, normaliseVin(sent), diagnostics);
    },
    variables(sent, year) {
      const [state, vin, diagnostics] = read(sent, year);
      const decoded = state === undefined ? [] : describe(pack, state).elements;
      const byId = Map.groupBy(decoded, ({ id }) => id);
      return variables.flatMap(({ id, name, lookup }): DecodedVariable[] => {
        const about = { Variable: name, VariableId: id };
        if (isDiagnosticsPart(id)) return [{ ...partOf(diagnostics, id), ...about }];
        if (id === DESCRIPTOR && state) return [{ Value: descriptorOf(vin), ValueId: "", ...about }];
        const rows = byId.get(id) ?? [];
        if (rows.length === 0) return [{ Value: null, ValueId: lookup ? null : "", ...about }];
        return rows.map(({ value, attribute }) => ({
          Value: value,
          ValueId: lookup ? attribute : "",
          ...about,
        }));
      });
    },
  };
}

const ERROR_CODE = 143;
const ADDITIONAL_TEXT = 156;

/**
 * vPIC's own distinctions: the error code is its own number, and only the additional text is `null` when
 * empty.
 */
function partOf(
  diagnostics: VinDiagnostics,
  id: keyof typeof DIAGNOSTICS_PARTS,
): Pick<DecodedVariable, "Value" | "ValueId"> {
  const text = diagnostics[DIAGNOSTICS_PARTS[id]];
  return {
    Value: id === ADDITIONAL_TEXT && text === "" ? null : text,
    ValueId: id === ERROR_CODE ? text : "",
  };
}
