import type { Problem } from "../../api/problem.ts";
import { t } from "../../base/language/language.ts";

/** `Line 12, sample 2 (data.auctions): is absent.` in its parts. */
const form = /^(?:line (\d+))?(?:, )?(?:sample (\d+))? ?(?:\((.+?)\))?: (.+)$/is;

/** A fault of a mapping with its line and sample, in the page's language. The reason is the service's. */
function faultOf(sentence: string): string {
  const [, line, sample, path, reason] = form.exec(sentence) ?? [];
  if (reason === undefined || (line ?? sample ?? path) === undefined) return sentence;
  const fault = path === undefined ? reason : `${path}: ${reason}`;
  if (line === undefined && sample === undefined) return fault;
  if (sample === undefined) return t("Line {line}: {fault}", { line: line!, fault });
  if (line === undefined) return t("Sample {sample}: {fault}", { sample, fault });
  return t("Line {line}, sample {sample}: {fault}", { line, sample, fault });
}

/** The faults of the text that a 422 has, one a line; undefined for any other problem. */
export function faultsOf(problem: Problem | undefined): string | undefined {
  if (!problem || problem.issues.length === 0) return undefined;
  return problem.issues.map(({ msg }) => faultOf(msg)).join("\n");
}
