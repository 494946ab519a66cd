import { Checks } from "./checks.ts";
import { contractOf } from "./contract.ts";
import { type DocumentOperation, operationsOf } from "./operations.ts";
import { type DocumentFault, parseText } from "./parse.ts";
import { checkParts, checkRoot } from "./structure.ts";
import { isShallow, type Json, type Path } from "./tree.ts";

/** A document that can be used. */
export interface ReadDocument {
  readonly operations: readonly DocumentOperation[];
  /** Paths and components as OpenAPI 3.1. */
  readonly contract: Json;
  /** What is odd, and what calls are not checked by. */
  readonly warnings: readonly DocumentFault[];
}

/** The same as JSON texts, as they are stored. */
export interface DocumentTexts extends Pick<ReadDocument, "warnings"> {
  readonly operations: string;
  readonly contract: string;
}

type Faults = { readonly faults: readonly DocumentFault[] };
export type Reading = ReadDocument | Faults;
export type ReadTexts = DocumentTexts | Faults;

const levelsMax = 100;
const faultsMax = 20;

/** Reads the bytes of a document. */
export function readSource(source: Uint8Array, isYaml: boolean): ReadTexts {
  try {
    const reading = readDocument(new TextDecoder("utf-8", { fatal: true }).decode(source), isYaml);
    if ("faults" in reading) return reading;
    const { operations, contract, warnings } = reading;
    return { operations: JSON.stringify(operations), contract: JSON.stringify(contract), warnings };
  } catch (error) {
    const reason =
      error instanceof RangeError ? "Its parts are nested too deeply." : "It is not text in UTF-8.";
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    return { faults: [{ line: 1, column: 1, path: [], reason }] };
  }
}

/** Reads an OpenAPI document, or finds its faults. Takes minutes for a hostile one: see `readApart`. */
export function readDocument(text: string, isYaml: boolean): Reading {
  const parsed = parseText(text, isYaml);
  if ("reason" in parsed) return { faults: [parsed] };
  const { value, fault } = parsed;
  const faults: DocumentFault[] = [];
  const warnings: DocumentFault[] = [];
  const report = (path: Path, reason: string) => {
    if (faults.length < faultsMax) faults.push(fault(path, reason));
  };
  const warn = (path: Path, reason: string) => {
    if (warnings.length < faultsMax) warnings.push(fault(path, reason));
  };
  if (!isShallow(value, levelsMax)) {
    report([], `The document has more than ${levelsMax} levels.`);
    return { faults };
  }
  if (!checkRoot(value, report)) return { faults };
  checkParts(value, report, warn);
  // What follows relies on references.
  if (faults.length > 0) return { faults };
  const operations = operationsOf(value, report, warn);
  if (faults.length > 0) return { faults };
  const contract = contractOf(value);
  new Checks(contract, operations).compileAll(warn);
  return { operations, contract, warnings };
}
