import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "./client.ts";
import { readText, sendText } from "./text-files.ts";

/** Which source of a built-in API a mapping is for: its upstream or its fallback. */
export type MappedSource = "first" | "other";

/** A mapping that was read, with what it makes of its samples. */
export type VendorMapping = Schemas["VendorMapping"];
export type MappingSample = Schemas["MappingSample"];

export interface StoredMapping {
  readonly text: string;
  /** The size of the text as UTF-8. */
  readonly bytes: number;
  /** 64 hexadecimal digits; "" if the response has none. */
  readonly sha256: string;
  /** As `Last-Modified` has it; null if the response has none. */
  readonly putAt: string | null;
}

/** The SHA-256 of `Repr-Digest` (RFC 9530) in hexadecimal digits: pages that came without TLS cannot compute it. */
function digestOf(headers: Headers): string {
  const [, base64 = ""] = /sha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get("repr-digest") ?? "") ?? [];
  return [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

const withSource = (source: MappedSource) => `mapping?source=${source}`;

/** The mapping of a source; null without one. */
export const mappingOf = (id: string, source: MappedSource) =>
  queryOptions({
    queryKey: ["apis", id, "mapping", source],
    queryFn: async (): Promise<StoredMapping | null> => {
      const found = await readText(id, withSource(source));
      if (!found) return null;
      const { text, headers } = found;
      return {
        text,
        bytes: new TextEncoder().encode(text).length,
        sha256: digestOf(headers),
        putAt: headers.get("last-modified"),
      };
    },
  });

/** Reads the samples of a mapping; nothing is stored. */
export const previewMapping = (id: string, text: string): Promise<VendorMapping> =>
  sendText("POST", id, "mapping/preview", text);

export const putMapping = (id: string, source: MappedSource, text: string): Promise<VendorMapping> =>
  sendText("PUT", id, withSource(source), text);

export const deleteMapping = (id: string, source: MappedSource) =>
  dataOf(api.DELETE("/apis/{api_id}/mapping", { params: { path: { api_id: id }, query: { source } } }));
