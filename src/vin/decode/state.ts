import { VIN_LENGTH } from "../characters.ts";
import { NO_SCORE } from "../pack/layout.ts";

/**
 * The errors of a pass that are not yet computed: every computed pass has at least one bit, if only that it
 * is clean.
 */
export const NOT_COMPUTED = 0;

/** One decode of a VIN under one model year. Reused: decoding allocates nothing. */
export interface Pass {
  /** 0 if the VIN has no valid year character. */
  year: number;
  /** The caller requested another year than this pass's. */
  differs: boolean;
  /** Whether this pass's year was certain. */
  conclusive: boolean;
  /** Offset of the covering links. */
  covers: number;
  /** Lowest score, its row and its key, by element. */
  readonly best: Int32Array;
  readonly row: Int32Array;
  readonly key: Int32Array;
  /** The elements that have a row, in order of arrival. */
  readonly present: Uint8Array;
  count: number;
  /** Row and key of each row of the elements that keep all rows. */
  readonly multiple: Int32Array;
  multipleCount: number;
  /**
   * How many of `present` and of `multiple` came from patterns; later ones come from vehicle specifications.
   */
  patternCount: number;
  patternMultiples: number;
  /** Value numbers, −1 for none: the make, and the displacements that conversions fill. */
  make: number;
  readonly converted: Int32Array;
  /** VIN indices whose characters some key names, and those whose character is among them; one bit each. */
  named: number;
  valid: number;
  patterns: number;
  /** Error codes as bits, `NOT_COMPUTED` until `findErrors` has been called. */
  errors: number;
  errorWeight: number;
}

export interface State {
  readonly codes: Uint8Array;
  length: number;
  /** The VIN's characters if some of them have no code. */
  text: string;
  /** Sum of the check digit's products, and the flags of invalid characters. */
  sum: number;
  flags: number;
  /** Number of the manufacturer code. */
  wmi: number;
  readonly passes: readonly [Pass, Pass, Pass];
  chosen: Pass;
  /** The caller's model year, 0 for none. */
  requested: number;
  /** The model year of the pass that was not chosen, 0 for none. */
  otherYear: number;
  /** Whether the model year is assumed: the VIN may be of another market than North America. */
  assumed: boolean;
  /** Whether the VIN may be of another market, however its model year was chosen. */
  elsewhere: boolean;
  /**
   * Whether no pattern describes a vehicle of another market: the manufacturer code's facts about vehicles of the
   * United States are left out.
   */
  undescribed: boolean;
  /** Whether positions 7 and 10 give a model year that no schema covers. */
  uncovered: boolean;
}

function createPass(): Pass {
  return {
    year: 0,
    differs: false,
    conclusive: false,
    covers: 0,
    best: new Int32Array(256).fill(NO_SCORE),
    row: new Int32Array(256),
    key: new Int32Array(256),
    present: new Uint8Array(256),
    count: 0,
    multiple: new Int32Array(1024),
    multipleCount: 0,
    patternCount: 0,
    patternMultiples: 0,
    make: -1,
    converted: new Int32Array(3).fill(-1),
    named: 0,
    valid: 0,
    patterns: 0,
    errors: NOT_COMPUTED,
    errorWeight: 0,
  };
}

export function createState(): State {
  const passes: [Pass, Pass, Pass] = [createPass(), createPass(), createPass()];
  const codes = new Uint8Array(VIN_LENGTH + 1);
  const read = { codes, length: 0, text: "", sum: 0, flags: 0, wmi: 0 };
  const years = {
    requested: 0,
    otherYear: 0,
    assumed: false,
    elsewhere: false,
    undescribed: false,
    uncovered: false,
  };
  return Object.assign(read, years, { passes, chosen: passes[0] });
}
