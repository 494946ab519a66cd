/** Values of one statement. */
const partSize = 500;

/** Rows of many values, which are read some at a time. */
export async function inParts<Value, Row>(
  values: readonly Value[],
  read: (part: readonly Value[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < values.length; from += partSize)
    rows.push(...(await read(values.slice(from, from + partSize))));
  return rows;
}
