import type { Got } from "../../../../test/harness.ts";
import type { CoveredLookup } from "../preview-lookups.ts";

/** What `/coverage` answers. */
export interface Covered {
  readonly lookups: readonly CoveredLookup[];
  readonly credits: number;
  readonly credits_remaining: number | null;
  readonly quota_used_up: boolean;
  readonly vin_data: string;
}

export function coverageOf(got: Pick<Got, "status" | "body">): Covered {
  if (got.status !== 200) throw new Error(`the preview answered ${got.status}: ${JSON.stringify(got.body)}`);
  return (got.body as { data: Covered }).data;
}

const endOf = (path: string, status: unknown, source: unknown, match: unknown, credits: unknown): string =>
  JSON.stringify({ path, status, source, match, credits });

/** Previews vehicles and calls every lookup that was listed; what it charges is read from the remaining credits. */
export async function agreement(
  vehicles: Iterable<string>,
  look: (path: string) => Promise<Pick<Got, "status" | "body" | "headers">>,
): Promise<{
  readonly pairs: number;
  readonly found: number;
  readonly differing: readonly { previewed: string; met: string }[];
}> {
  const differing: { previewed: string; met: string }[] = [];
  let pairs = 0;
  let found = 0;
  for (const vehicle of vehicles) {
    const { lookups, credits_remaining } = coverageOf(await look(`/coverage/${vehicle}`));
    let remaining = credits_remaining ?? 0;
    for (const { path, status, source, match, credits } of lookups) {
      const got = await look(path);
      const left = got.headers.get("x-credits-remaining");
      const charged = left === null ? 0 : remaining - Number(left);
      remaining -= charged;
      const header = (name: string) => (got.status === 200 ? got.headers.get(name) : null);
      const previewed = endOf(
        path,
        status,
        status === 200 ? source : null,
        status === 200 ? match : null,
        credits,
      );
      const met = endOf(path, got.status, header("x-data-source"), header("x-match"), charged);
      if (previewed !== met) differing.push({ previewed, met });
      pairs += 1;
      if (got.status === 200) found += 1;
    }
  }
  return { pairs, found, differing };
}
