const columns = [
  ..."id year make model baseModel displ cylinders trany trans_dscr drive eng_dscr VClass fuelType".split(
    " ",
  ),
  ..."fuelType1 fuelType2 city08 highway08 comb08 cityA08 highwayA08 combA08 range rangeA tCharger".split(
    " ",
  ),
  ..."sCharger evMotor co2TailpipeGpm ghgScore feScore pv2 pv4 hpv lv2 lv4 hlv fuelCost08 atvType startStop".split(
    " ",
  ),
] as const;

const engine = { displ: "1.5", cylinders: "4", fuelType: "Regular", fuelType1: "Regular Gasoline" };

/** A row of fueleconomy.gov's table, by column name. */
export function epaRow(values: Readonly<Record<string, string>>): string {
  const row: Readonly<Record<string, string>> = { id: "1", ...engine, ...values };
  return `${columns.map((name) => row[name] ?? "").join(",")}\n`;
}

/** The table with such rows. */
export const epaTableOf = (...rows: readonly string[]): string => `${columns.join(",")}\n${rows.join("")}`;
