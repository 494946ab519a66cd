import type { AnswerSource, LookupApi } from "./family.ts";
import { lookupApis } from "./lookup-apis.ts";
import type { RecordFamily } from "./record-family.ts";

/** The IDs of the APIs that declare the records of a name, or answer from them. */
export function apisOfFamily(name: string): readonly string[] {
  const answers = (api: LookupApi) =>
    [...(api.records ?? []), ...api.families.flatMap(({ from }) => recordsOf(from))].some(
      (records) => records.name === name,
    );
  return lookupApis.filter(answers).map(({ id }) => id);
}

function recordsOf(from: AnswerSource | undefined): readonly RecordFamily[] {
  if (from?.kind === "record" || from?.kind === "history") return [from.records];
  if (from?.kind !== "computed") return [];
  return [...(from.named ?? []), ...(from.needs ? [from.needs] : [])];
}
