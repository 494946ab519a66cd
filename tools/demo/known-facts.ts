// Facts of common cars from their owner's manuals: engine oil (SAE grade, litres with and without the filter, if the
// manual has both) and bulbs of halogen headlights. All other values are synthetic.

/** An engine's oil in the owner's manual. */
export interface OilFact {
  readonly viscosity: string;
  readonly withFilter: number;
  readonly withoutFilter: number | undefined;
}

/** The bulbs of halogen headlights. */
export interface BulbFact {
  readonly low: string;
  readonly high: string;
}

const oils = `
TOYOTA|Corolla|2009-2019|1.8|0W-20|4.2|3.9
TOYOTA|Camry|2010-2017|2.5|0W-20|4.4|4.0
TOYOTA|Camry|2010-2017|3.5|0W-20|6.1|5.7
TOYOTA|Prius|2010-2015|1.8|0W-20|4.2|3.9
TOYOTA|Tacoma|2005-2015|4.0|5W-30|5.2|4.9
HONDA|Civic|2006-2011|1.8|5W-20|3.7|3.5
HONDA|Accord|2003-2007|2.4|5W-20|4.2|4.0
HONDA|Accord|2013-2017|2.4|0W-20|4.2|4.0
HONDA|CR-V|2007-2009|2.4|5W-20|4.2|4.0
FORD|F-150|2011-2017|5.0|5W-20|7.3|
FORD|F-150|2011-2020|3.5|5W-30|5.7|
FORD|Mustang|2011-2017|5.0|5W-20|7.6|
CHEVROLET|Silverado|2007-2013|5.3|5W-30|5.7|
CHEVROLET|Silverado|2014-2018|5.3|0W-20|7.6|
CHEVROLET|Corvette|1997-2004|5.7|5W-30|6.1|
RAM|1500|2013-2023|5.7|5W-20|6.6|
SUBARU|Outback|2013-2019|2.5|0W-20|4.8|
SUBARU|Legacy|2013-2019|2.5|0W-20|4.8|
SUBARU|Forester|2014-2018|2.5|0W-20|4.8|
NISSAN|Altima|2013-2018|2.5|0W-20|4.6|`;

const bulbs = `
TOYOTA|Camry|2007-2011|H11|9005
TOYOTA|Corolla|2009-2013|H11|9005
HONDA|Civic|2006-2011|H11|9005
HONDA|Accord|2008-2012|H11|9005
FORD|F-150|2004-2014|H13|H13
FORD|F-150|2015-2017|H11|9005
FORD|Ranger|1993-2011|9007|9007
CHEVROLET|Silverado|2007-2013|H11|9005
JEEP|Wrangler|2007-2017|H13|H13`;

interface NamedModel {
  readonly make: string;
  readonly model: string;
  readonly year: number;
}

function rowsFor(table: string, { make, model, year }: NamedModel): string[][] {
  return table
    .trim()
    .split("\n")
    .map((row) => row.split("|"))
    .filter(([ofMake, ofModel, years]) => {
      const [first, last] = years!.split("-").map(Number) as [number, number];
      return ofMake === make && ofModel === model && year >= first && year <= last;
    });
}

/** The oil of an engine by its litres; undefined if it is unknown. */
export function oilFact(vehicle: NamedModel, litres: string): OilFact | undefined {
  const row = rowsFor(oils, vehicle).find((one) => one[3] === litres);
  if (!row) return undefined;
  const [, , , , viscosity, withFilter, without] = row;
  return {
    viscosity: viscosity!,
    withFilter: Number(withFilter),
    withoutFilter: without === "" ? undefined : Number(without),
  };
}

/** The bulbs of a model's year; `undefined` where they are not among the facts. */
export function bulbFact(vehicle: NamedModel): BulbFact | undefined {
  const [row] = rowsFor(bulbs, vehicle);
  return row && { low: row[3]!, high: row[4]! };
}
