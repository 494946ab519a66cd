import { type DayForm, dayForms } from "../../base/reading/days.ts";
import { readPercentage, readWhole } from "../../base/reading/numbers.ts";
import { type Encoding, encodingExamples, findEncoding } from "../../vehicles/imports/input/utf8.ts";
import type { Mode } from "../../vehicles/imports/jobs/import-run.ts";
import type { RejectLimit } from "../../vehicles/imports/jobs/rejects.ts";
import { UsageError } from "../command.ts";

export function modeOf(text = "replace"): Mode {
  if (text === "replace" || text === "merge") return text;
  throw new UsageError(`--mode must be replace or merge, not "${text}"`);
}

export function encodingOf(text = "auto"): Encoding {
  const encoding = findEncoding(text);
  if (encoding === undefined)
    throw new UsageError(`--encoding must be auto or a name such as ${encodingExamples}, not "${text}"`);
  return encoding;
}

export function datesFrom(text: string | undefined): DayForm | undefined {
  const form = dayForms.find((one) => one === text);
  if (form !== undefined || text === undefined) return form;
  throw new UsageError(`--dates must be month_first, day_first or year_first, not "${text}"`);
}

export function decimalsFrom(text: string | undefined): "point" | "comma" | undefined {
  if (text === undefined || text === "point" || text === "comma") return text;
  throw new UsageError(`--decimals must be point or comma, not "${text}"`);
}

export function namesFrom(text = "vin"): "vin" | "file" {
  if (text === "vin" || text === "file") return text;
  throw new UsageError(`--names must be vin or file, not "${text}"`);
}

/** A number of rows, or a share: `1%`. */
export function limitOf(text = "1%"): RejectLimit {
  const share = readPercentage(text);
  if (share !== undefined) return { share: share / 10_000 };
  const rows = readWhole(text);
  if (rows === undefined)
    throw new UsageError(
      `--max-rejects takes a number of rows, such as 1,000, or a share, such as 0.5%, not "${text}"`,
    );
  return { rows };
}
