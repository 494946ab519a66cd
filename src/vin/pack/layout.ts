import { MAKE, MANUFACTURER, MODEL_YEAR, VEHICLE_TYPE } from "../elements.ts";
// The numbers that compiling and decoding share. Elements have vPIC's own ids.

/** A second row for each engine model: vPIC chooses the engine by an order of its own. */
export const ENGINE_CHOICE = 255;

/** Never taken from patterns: they come from the manufacturer code and the year. */
export const NOT_FROM_PATTERNS: readonly number[] = [MAKE, MANUFACTURER, MODEL_YEAR, VEHICLE_TYPE];
/** These keep all their rows instead of one. */
export const MULTIPLE: readonly number[] = [114, 121, 129, 150, 154, 155, 169, 186];
/** Liters, cubic centimeters and cubic inches fill one another. */
export const DISPLACEMENT: readonly number[] = [11, 12, 13];
export const DISPLACEMENT_FIRST = 11;

/** A row's score is its link's base plus its rank; the lowest of an element wins. */
export const RANK_BITS = 21;
export const linkBase = (yearFrom: number): number => (2100 - yearFrom) << RANK_BITS;
/** vPIC gives formulas the priority 100 and engine patterns 50, below every year. */
export const FORMULA_BASE = 200 << RANK_BITS;
export const ENGINE_BASE = 300 << RANK_BITS;
/** Vehicle specifications fill only what patterns, formulas and engines leave open. */
export const SPECIFICATION_BASE = 400 << RANK_BITS;
export const NO_SCORE = 0x7fffffff;
/** Marks rows of `MULTIPLE` elements: their rank reads as a negative number. */
export const MULTIPLE_FLAG = 0x80000000;

/** Words of one row: element in the top byte and value below, rank, pattern id. */
export const ROW = 3;
/** Words of one value: element and formula columns, text, raw text (string offsets), one extra. */
export const VALUE = 4;
export const VALUE_TEXT = 1;
export const VALUE_RAW = 2;
/**
 * A model's make, an engine's list, a body class's or fuel's flags, a displacement's conversions, or the
 * first value with an equal text of an element that keeps all rows; −1 for none.
 */
export const VALUE_EXTRA = 3;

/** Flags of a body class. */
export const BODY_GLIDER = 1;
export const BODY_OFF_ROAD = 2;
export const BODY_INCOMPLETE = 4;

/** Flags of a fuel. */
export const FUEL_ELECTRIC = 1;
export const FUEL_GASOLINE = 2;

/** Words of one manufacturer code. */
export const WMI = 8;
export const WMI_KEY = 0;
export const WMI_FLAGS = 1;
export const WMI_TYPE = 2;
export const WMI_MANUFACTURER = 3;
export const WMI_MANUFACTURER_ID = 4;
export const WMI_MAKE = 5;
export const WMI_PUBLIC_DAY = 6;
export const WMI_PIECE = 7;
/** Car, MPV or light truck: position 7 decides the cycle of the year. */
export const WMI_LIGHT = 1;
export const WMI_SIX = 2;
export const WMI_INCOMPLETE = 4;
export const WMI_CAR = 8;
/** Not in vPIC, but assigned: see `assigned/`. */
export const WMI_ASSIGNED = 16;
/** In vPIC, but lists of codes have more about it: see `assigned/besides.ts`. */
export const WMI_BESIDES = 32;
/** In vPIC for imports alone: elsewhere the code has other makes. See `assigned/besides.ts`. */
export const WMI_ABROAD = 64;

/** Slots of the year index: 0 is any year, 1 is 1980, the last is every year from 2040. */
export const FIRST_YEAR = 1980;
export const YEAR_SLOTS = 62;
export const yearSlot = (year: number): number =>
  year === 0 ? 0 : Math.min(Math.max(year - FIRST_YEAR + 1, 1), YEAR_SLOTS - 1);

/**
 * Words before a schema block's positions (number of keys, the first of them, number of positions, the offset
 * of its models in `blockModels`), and of each position: the VIN index (bits 0–4), whether some key names a
 * character there (5), the counts of invalid classes (8–15) and of all classes (16–23); the offset of the
 * class map; the offset of the bit sets, by word of keys, then class; the characters that keys name (two
 * words).
 */
export const BLOCK_HEAD = 4;
export const BLOCK_MODELS = 3;
export const BLOCK_POSITION = 5;

export const HASH_SIZE = 32768;
/** Index in the WMI hash where the search for a code begins. */
export const hashOf = (key: number): number => (Math.imul(key, 0x9e3779b1) >>> 17) & (HASH_SIZE - 1);
