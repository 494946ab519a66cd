import { expect, test } from "bun:test";
import fc from "fast-check";
import { solveSymmetric } from "../arithmetic/solve.ts";

const size = 5;
const numbers = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), {
  minLength: size * size,
  maxLength: size * size,
});

/** A times its transpose, and something on the diagonal. */
function positiveDefinite(values: readonly number[]): Float64Array[] {
  return Array.from({ length: size }, (_, row) =>
    Float64Array.from({ length: size }, (_, column) => {
      let sum = row === column ? 1 : 0;
      for (let k = 0; k < size; k++) sum += values[row * size + k]! * values[column * size + k]!;
      return sum;
    }),
  );
}

test("a solution satisfies its equations", () => {
  fc.assert(
    fc.property(
      numbers,
      fc.array(fc.integer({ min: -100, max: 100 }), { minLength: size }),
      (values, right) => {
        const matrix = positiveDefinite(values);
        const x = solveSymmetric(
          matrix.map((row) => Float64Array.from(row)),
          Float64Array.from(right.slice(0, size)),
        );
        const scale =
          Math.max(...matrix.flatMap((row) => [...row].map(Math.abs))) * Math.max(1, ...x.map(Math.abs));
        matrix.forEach((row, index) => {
          const sum = row.reduce((total, value, column) => total + value * x[column]!, 0);
          expect(Math.abs(sum - right[index]!)).toBeLessThan(1e-9 * scale);
        });
      },
    ),
  );
});

test("a matrix that is not positive definite is refused", () => {
  const matrix = [Float64Array.of(1, 0), Float64Array.of(2, 1)];
  expect(() => solveSymmetric(matrix, Float64Array.of(1, 1))).toThrow(RangeError);
  expect(() => solveSymmetric([Float64Array.of(Number.NaN)], Float64Array.of(1))).toThrow(RangeError);
});
