import { type Encoding, encodings } from "../../vehicles/imports/input/utf8.ts";
import { parseRejectLimit, type RejectLimit } from "../../vehicles/imports/jobs/rejects.ts";
import type { Mode } from "../../vehicles/imports/jobs/runs.ts";
import { UsageError } from "../command.ts";

export function modeOf(text = "replace"): Mode {
  if (text === "replace" || text === "merge") return text;
  throw new UsageError(`--mode must be replace or merge, not "${text}"`);
}

export function encodingOf(text = "auto"): Encoding {
  const encoding = encodings.find((one) => one === text);
  if (!encoding) throw new UsageError(`--encoding must be one of ${encodings.join(", ")}, not "${text}"`);
  return encoding;
}

export function datesFrom(text: string | undefined): "month_first" | "day_first" | undefined {
  if (text === undefined || text === "month_first" || text === "day_first") return text;
  throw new UsageError(`--dates must be month_first or day_first, not "${text}"`);
}

export function namesFrom(text = "vin"): "vin" | "file" {
  if (text === "vin" || text === "file") return text;
  throw new UsageError(`--names must be vin or file, not "${text}"`);
}

/** A number of rows, or a share: `1%`. */
export function limitOf(text = "1%"): RejectLimit {
  const limit = parseRejectLimit(text);
  if (!limit) throw new UsageError(`--max-rejects must be a number of rows or a share (1%), not "${text}"`);
  return limit;
}
