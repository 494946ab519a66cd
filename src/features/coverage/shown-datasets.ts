import { isoTime } from "../../base/clock.ts";
import { buildSheets } from "../../vehicles/families/apis/oem-vin-decode.ts";
import { plateRecords } from "../../vehicles/families/apis/plates.ts";
import { dutchFuels, plateRegisters } from "../../vehicles/families/apis/registers.ts";
import { typeRecords } from "../../vehicles/families/apis/vehicle-types.ts";
import { specificationRecords } from "../../vehicles/families/apis/ymm-specs.ts";
import type { AnswerSource } from "../../vehicles/families/family.ts";
import { demoDatasetName, type RecordFamily } from "../../vehicles/families/record-family.ts";
import type { Datasets } from "../../vehicles/lookups/records/datasets.ts";

/** The record families that answers can come from, the most special first. */
export function recordsOf(from: AnswerSource): readonly RecordFamily[] {
  switch (from.kind) {
    case "record":
    case "history":
      return [from.records];
    case "plate":
      return [plateRecords, ...plateRegisters, dutchFuels];
    case "types":
      return from.records;
    case "decoder":
      return from.answer === "oem"
        ? [buildSheets, specificationRecords, ...typeRecords]
        : [specificationRecords];
    case "computed":
      return [...new Set([...(from.named ?? []), ...(from.needs ? [from.needs] : [])])];
  }
}

/** A dataset as coverage shows it. */
export interface ShownDataset {
  readonly family: string;
  readonly name: string;
  readonly version: string;
  readonly records: number;
  readonly loaded_at: string;
  readonly synthetic: boolean;
}

/**
 * The current datasets of some families; with `source`, as `x-data-source` has it, only those that it names. A source
 * that two families share is the first one's.
 */
export function shownDatasets(
  families: readonly RecordFamily[],
  datasets: Datasets,
  source?: string,
): readonly ShownDataset[] {
  const sources = new Set<string>();
  return families.flatMap(({ name: family }) => {
    const dataset = datasets.get(family);
    if (!dataset) return [];
    const { name, version, rows: records, loadedAt } = dataset;
    // Versions may contain commas themselves.
    if (
      source !== undefined &&
      (sources.has(dataset.source) || !`, ${source}, `.includes(`, ${dataset.source}, `))
    )
      return [];
    sources.add(dataset.source);
    return [
      { family, name, version, records, loaded_at: isoTime(loadedAt), synthetic: name === demoDatasetName },
    ];
  });
}
