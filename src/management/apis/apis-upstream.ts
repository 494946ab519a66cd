import { conflict } from "../../http/errors.ts";
import { asksUpstream } from "../../vehicles/families/asks-upstream.ts";
import type { ApiRow, ApiUpdate } from "./apis-record.ts";

/** What an upstream has of which only the address was named. */
const defaults = { source: "upstream", keep_days: null, on_failure: "not_found" } as const;

/**
 * The change of a built-in API. Throws 409 for what only the program decides, and for an upstream of an API that
 * takes none.
 */
export function builtinChange(row: ApiRow, body: ApiUpdate): ApiUpdate {
  const fixed = (["name", "path"] as const).find(
    (field) => body[field] !== undefined && body[field] !== row[field],
  );
  if (fixed) throw conflict(`${row.id} is a built-in API. Its ${fixed} cannot be changed.`);
  const upstreamField = (["service_url", "auth", "fallback", "upstream"] as const).find(
    (field) => body[field],
  );
  if (upstreamField && !asksUpstream(row.id))
    throw conflict(
      `${row.id} computes its answers. It asks no upstream, so its ${upstreamField} cannot be changed.`,
    );
  const url = body.service_url === undefined ? row.serviceUrl : body.service_url;
  if (url !== null) return { ...body, upstream: body.upstream ?? storedUpstream(row, body) };
  if (!body.upstream) return { ...body, upstream: null, fallback: null };
  throw conflict(`${row.id} has no service_url, which its upstream needs.`);
}

const storedUpstream = ({ upstream }: ApiRow, body: ApiUpdate): ApiUpdate["upstream"] =>
  upstream !== null && body.upstream === undefined ? upstream : defaults;

/** Throws 409 for an `upstream` of a registered API: all of its calls are forwarded. */
export function refuseUpstream({ upstream }: ApiUpdate): void {
  if (upstream) throw conflict("Only a built-in API has an upstream. Calls of this API are forwarded.");
}
