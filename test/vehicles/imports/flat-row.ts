/** A row of NHTSA's flat file, by column number. */
export function flatRow(
  model: string,
  component: string,
  more: Readonly<Record<number, string>> = {},
  width = 27,
): string {
  const cells = new Array<string>(width).fill("");
  const columns: Readonly<Record<number, string>> = {
    1: "92017",
    2: "14V351000",
    3: "HONDA",
    4: model,
    5: "2003",
    7: component,
    8: "HONDA (AMERICAN HONDA MOTOR CO.)",
    11: "V",
    16: "20140619",
    24: "000082021000216701000000332",
    20: 'HONDA IS RECALLING CERTAIN VEHICLES; UPON DEPLOYMENT OF THE "DRIVER" AIR BAG, EXCESSIVE PRESSURE MAY RUPTURE THE INFLATOR.',
    21: "A RUPTURED INFLATOR MAY STRIKE OCCUPANTS.",
    22: "DEALERS WILL REPLACE THE INFLATOR.",
    ...more,
  };
  for (const [number, text] of Object.entries(columns)) cells[Number(number) - 1] = text;
  return `${cells.join("\t")}\r\n`;
}
