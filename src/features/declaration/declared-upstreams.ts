import { storedCredentials } from "../../access/upstream-credentials.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type ApiRow, type ApiUpdate, apis } from "../../management/apis/apis-record.ts";
import { builtinChange } from "../../management/apis/apis-upstream.ts";
import { changed, saveApi } from "../../management/apis/apis-write.ts";
import { addressFault } from "../../management/apis/credential-address.ts";
import type { DeclaredUpstream } from "./declaration.ts";
import { declaredAuth, declaredFallback } from "./declared-form.ts";
import { applyMapping } from "./declared-mappings.ts";
import {
  type Applying,
  credentialsOf,
  type Difference,
  difference,
  differingMembers,
  fallbackOf,
  naming,
} from "./differences.ts";

/** The upstream of a built-in API as a file declares it: without its credential. Undefined if it has none. */
export function declaredUpstream(row: ApiRow): DeclaredUpstream | undefined {
  const { name, serviceUrl, timeoutMs, maxConcurrent, caCertificate } = row;
  if (serviceUrl === null || row.upstream === null) return undefined;
  const auth = declaredAuth(row);
  return {
    name,
    service_url: serviceUrl,
    ...(auth && { auth }),
    ...(caCertificate !== null && { ca_certificate: caCertificate }),
    ...(row.fallback !== null && { fallback: declaredFallback(row) }),
    ...(timeoutMs !== null && { timeout_ms: timeoutMs }),
    ...(maxConcurrent !== null && { max_concurrent: maxConcurrent }),
    ...row.upstream,
  };
}

/** Makes the upstreams of built-in APIs equal to the declared ones. */
export async function applyUpstreams(
  tx: Queries,
  declared: readonly DeclaredUpstream[],
  applying: Applying,
): Promise<Difference[]> {
  const rows = await apis.select(tx, sql`where builtin = 1 order by name`);
  const { audit, prune, vault } = applying;
  const extra = rows.filter(
    (row) => declaredUpstream(row) && !declared.some(({ name }) => name === row.name),
  );
  const none: ApiUpdate = {
    service_url: null,
    auth: null,
    ca_certificate: null,
    fallback: null,
    upstream: null,
  };
  if (prune) for (const row of extra) await saveApi(tx, row, changed(row, none, vault, audit.at), audit);
  const done = extra.map(({ name }) => difference(prune ? "delete" : "extra", "upstream", name));
  for (const one of declared) {
    const row = rows.find(({ name }) => name === one.name);
    if (!row) throw new OperatorError(`upstream ${one.name}: no built-in API has this name`);
    done.push(await naming("upstream", one.name, () => applyUpstream(tx, one, row, applying)));
  }
  return done;
}

async function applyUpstream(
  tx: Queries,
  declared: DeclaredUpstream,
  before: ApiRow,
  applying: Applying,
): Promise<Difference> {
  const { vault, audit } = applying;
  const { name, service_url, ca_certificate = null, source, keep_days, on_failure } = declared;
  const moved = addressFault(before, { serviceUrl: service_url, caCertificate: ca_certificate });
  const auth = credentialsOf(declared, storedCredentials(before, vault), applying, moved);
  const { fallback, resealed } = fallbackOf(withoutMapping(declared), before, applying);
  const change = builtinChange(before, {
    service_url,
    ca_certificate,
    timeout_ms: declared.timeout_ms ?? null,
    max_concurrent: declared.max_concurrent ?? null,
    upstream: { source, keep_days, on_failure },
    fallback,
    ...(auth !== undefined && { auth }),
  });
  const row = changed(before, change, vault, audit.at);
  const was = declaredUpstream(before);
  const members = was ? differingMembers(was, declaredUpstream(row)!) : [];
  if (was && auth !== undefined && !members.includes("auth")) members.push("auth");
  if (was && resealed && !members.includes("fallback")) members.push("fallback");
  if (!was || members.length > 0) await saveApi(tx, before, row, audit);
  const { mappings } = applying;
  if (await applyMapping(tx, row, "first", declared.mapping, mappings, audit)) members.push("mapping");
  if (await applyMapping(tx, row, "other", declared.fallback?.mapping, mappings, audit))
    members.push("fallback.mapping");
  if (was && members.length === 0) return difference("none", "upstream", name);
  return difference(was ? "update" : "create", "upstream", name, members);
}

/** A declared upstream whose fallback has only the members that the API stores. */
function withoutMapping({ name, fallback }: DeclaredUpstream): Pick<DeclaredUpstream, "name" | "fallback"> {
  if (!fallback) return { name, fallback };
  const { mapping: _, ...members } = fallback;
  return { name, fallback: members };
}
