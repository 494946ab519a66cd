import { LineCounter, parseDocument } from "yaml";
import { OperatorError } from "../../../base/operator-error.ts";
import { checkSamples } from "../mappings/check-samples.ts";
import { parseVendorMapping } from "../mappings/parse-vendor-mapping.ts";
import type { Fault, SampleResult } from "../mappings/vendor-sample.ts";
import { compactMapping } from "./compact-mapping.ts";

/** What is wrong with the text of a mapping, or with one of its samples. */
export interface MappingFault {
  /** From 1; null if it is unknown. */
  readonly line: number | null;
  /** The number of the sample, from 1; null for a fault of the mapping itself. */
  readonly sample: number | null;
  /** The member or column; "" for the whole. */
  readonly path: string;
  readonly reason: string;
}

/** A mapping that was read, with what it makes of its samples, or why it was not. */
export type MappingReading =
  | {
      readonly api: string;
      readonly samples: readonly SampleResult[];
      readonly faults: readonly MappingFault[];
    }
  | { readonly faults: readonly MappingFault[] };

/** Reads the text of a mapping and its samples. `faults` of a mapping that was read are those of samples. */
export function readMapping(text: string): MappingReading {
  try {
    const mapping = parseVendorMapping(text, file);
    // A node that could not make it compact could not read it.
    compactMapping(text);
    const samples = checkSamples(mapping);
    const lineOf = sampleLines(text);
    const faults = samples.flatMap((result, at) =>
      result.as_declared
        ? []
        : faultsOf(result).map((fault) => ({ line: lineOf(at), sample: at + 1, ...fault })),
    );
    return { api: mapping.api, samples, faults };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { faults: error.message.split("\n").map(parsedFault) };
  }
}

const file = "mapping";

/** "mapping, line 12: lookups.0.records is …" in its parts. */
function parsedFault(message: string): MappingFault {
  const [, line, rest = message] = /^mapping(?:, line (\d+))?: (.*)$/s.exec(message) ?? [];
  const [, path = "", reason = rest] = /^((?:api|price|lookups|samples)(?:\.\S+)?) (.*)$/s.exec(rest) ?? [];
  return { line: line === undefined ? null : Number(line), sample: null, path, reason };
}

/** Why a sample is not as it declares. */
function faultsOf({ is, outcome, faults }: SampleResult): readonly Fault[] {
  if (faults.length > 0) return faults;
  if (outcome !== is) return [{ path: "is", reason: `declares ${is}, and is read as ${outcome}` }];
  return [{ path: "data", reason: "differs from what is read" }];
}

/** The line of a sample by its index. */
function sampleLines(text: string): (at: number) => number | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  return (at) => {
    const node = document.getIn(["samples", at], true) as { readonly range?: readonly number[] } | undefined;
    return node?.range ? lines.linePos(node.range[0]!).line : null;
  };
}

/** A fault for people: "line 12, sample 2 (data.auctions): is absent". */
export function mappingFaultText({ line, sample, path, reason }: MappingFault): string {
  const where = [
    ...(line === null ? [] : [`line ${line}`]),
    ...(sample === null ? [] : [`sample ${sample}`]),
  ];
  const place = `${where.join(", ")}${path === "" ? "" : ` (${path})`}`.trim();
  return place === "" ? reason : `${place}: ${reason}`;
}
