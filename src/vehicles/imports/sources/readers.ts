import { demoDatasetName } from "../../families/record-family.ts";

/** RDW's table of vehicles as datasets name it. */
export const dutchRegisterOrigin = "RDW, Open Data Gekentekende voertuigen";

/**
 * What read the values of files, and what changed with each number: the first is number 1. Add one at the end when the
 * same file is stored otherwise; 0 are datasets that were imported before readers had numbers.
 */
const readers = {
  ownRecords: [
    "amounts, distances, days and words for nothing are read as their column is written, and stored in one form",
  ],
  publicSources: ["days, numbers and words for nothing are read by the readers of own records"],
} as const;

/** Changes of one public source, after those of all: their number is added to these. */
const sourceReaders: Readonly<Record<string, readonly string[]>> = {
  [dutchRegisterOrigin]: ["towing masses and the judgment of the odometer are read"],
};

/** The publisher of own records, which datasets keep as their source. */
export const ownOrigin = "the operator";

/** How datasets name where their records are from. */
interface Origin {
  readonly source: string;
}

/** The number of the reader that would read a dataset's file today. */
export const presentReader = ({ source }: Origin): number =>
  source === ownOrigin
    ? readers.ownRecords.length
    : readers.publicSources.length + (sourceReaders[source]?.length ?? 0);

/** Whether a newer reader would read a dataset's file otherwise; the demo set has no file that a person could import. */
export const isOfOlderReader = (
  dataset: Origin & { readonly name: string; readonly reader: number },
): boolean => dataset.name !== demoDatasetName && dataset.reader < presentReader(dataset);

/** The command that imports a dataset's file again; `imported` is the source that its import names. */
export function importAgain(
  { family, source }: Origin & { readonly family: string },
  imported: string | undefined,
): string {
  if (source === ownOrigin) return `vingate import records ${family} FILE`;
  return imported === undefined ? "vingate import SOURCE" : `vingate import ${imported}`;
}
