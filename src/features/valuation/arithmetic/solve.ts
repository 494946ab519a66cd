/**
 * Solves `matrix · x = right` for a symmetric positive definite matrix, given by its lower triangle row by row, and
 * returns x; `matrix` becomes its Cholesky factor. Throws `RangeError` if a pivot is not positive.
 */
export function solveSymmetric(matrix: Float64Array[], right: Float64Array): Float64Array {
  factorize(matrix);
  return solveFactored(matrix, right);
}

/** Replaces the lower triangle of a symmetric positive definite matrix by its Cholesky factor. */
export function factorize(matrix: Float64Array[]): void {
  for (let row = 0; row < matrix.length; row++) {
    const own = matrix[row]!;
    for (let column = 0; column <= row; column++) {
      const other = matrix[column]!;
      let rest = own[column]!;
      for (let k = 0; k < column; k++) rest -= own[k]! * other[k]!;
      if (column < row) own[column] = rest / other[column]!;
      else {
        if (!(rest > 0)) throw new RangeError("the matrix is not positive definite");
        own[column] = Math.sqrt(rest);
      }
    }
  }
}

/** Solves with a factor of `factorize`. */
export function solveFactored(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  for (let row = 0; row < x.length; row++) {
    const own = factor[row]!;
    for (let k = 0; k < row; k++) x[row]! -= own[k]! * x[k]!;
    x[row]! /= own[row]!;
  }
  for (let row = x.length - 1; row >= 0; row--) {
    for (let k = row + 1; k < x.length; k++) x[row]! -= factor[k]![row]! * x[k]!;
    x[row]! /= factor[row]![row]!;
  }
  return x;
}
