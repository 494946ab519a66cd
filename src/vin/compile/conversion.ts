interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
  /** Significant digits, as SQL Server counts those of a literal. */
  readonly precision: number;
}

function decimal(text: string): Decimal | undefined {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (match === null || (match[1] === "" && match[2] === "")) return undefined;
  const fraction = match[2] ?? "";
  const significant = `${(match[1] ?? "").replace(/^0+/, "")}${fraction}`;
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length, precision: significant.length };
}

function print(digits: bigint, scale: number): string {
  const padded = digits.toString().padStart(scale + 1, "0");
  return scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/**
 * Applies one of vPIC's conversion formulas, such as `#x# / 16.387064`, to a number's text. The arithmetic is
 * that of SQL Server's decimals, whose digits vPIC returns: a quotient has max(6, scale + divisor's precision
 * + 1) places and is truncated. Returns `undefined` for text that is not a number.
 */
export function convert(formula: string, value: string): string | undefined {
  const match = /^\s*#x#\s*([*/])\s*([\d.]+)\s*$/.exec(formula);
  const left = decimal(value);
  const right = match === null ? undefined : decimal(match[2] ?? "");
  if (match === null || left === undefined || right === undefined) return undefined;
  if (match[1] === "*") return print(left.digits * right.digits, left.scale + right.scale);
  if (right.digits === 0n) return undefined;
  const scale = Math.max(6, left.scale + right.precision + 1);
  const shift = BigInt(scale + right.scale - left.scale);
  return print((left.digits * 10n ** shift) / right.digits, scale);
}
