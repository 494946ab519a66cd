import type { Problem } from "../../api/problem.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";

/** `Line 12, sample 2 (data.auctions): is absent.` in its parts. */
const form = /^(?:line (\d+))?(?:, )?(?:sample (\d+))? ?(?:\((.+?)\))?: (.+)$/is;

/** A fault of a mapping with its line and sample, in the page's language. */
function faultOf(sentence: string): string {
  const [, line, sample, path, found] = form.exec(sentence) ?? [];
  const reason = found === undefined ? undefined : sentText(found);
  if (reason === undefined || (line ?? sample ?? path) === undefined) return sentence;
  const fault = path === undefined ? reason : `${sentText(path)}: ${reason}`;
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
