import type { AuditContext } from "../../access/audit.ts";
import {
  type Credential,
  type CredentialName,
  fallbackCredentials,
  storedFallback,
} from "../../access/upstream-credentials.ts";
import type { Vault } from "../../access/vault.ts";
import { OperatorError } from "../../base/operator-error.ts";
import { membersOf } from "../../entities/wire.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { credentialFault } from "../../management/apis/apis-credentials.ts";
import type { ApiRow, ApiUpdate } from "../../management/apis/apis-record.ts";
import { addressFault, clientFault } from "../../management/apis/credential-address.ts";
import type { DeclaredApi } from "./declaration.ts";
import type { DeclaredDocument } from "./declared-documents.ts";
import { sameValue } from "./declared-form.ts";
import type { DeclaredMapping } from "./declared-mappings.ts";

/** What an application does to one object. `extra` objects are not in the file and stay. */
export interface Difference {
  readonly change: "create" | "update" | "delete" | "extra" | "none";
  readonly kind: "api" | "upstream" | "product";
  readonly name: string;
  /** The members that change. */
  readonly members: readonly string[];
}

/** Where the value of a credential is. */
export interface SecretSource {
  readonly value_env?: string | undefined;
  readonly value_file?: string | undefined;
}

/** What an application needs besides its file. */
export interface Applying {
  readonly operations: readonly Pick<Endpoint, "path">[];
  readonly vault: Vault;
  readonly audit: AuditContext;
  /** Whether to delete what the file does not have. */
  readonly prune: boolean;
  /** The value that a variable or a file has; undefined if it has none. Throws an `OperatorError`. */
  readonly secretOf: (source: SecretSource) => string | undefined;
  /** The declared documents, by the names of their APIs. */
  readonly documents: ReadonlyMap<string, DeclaredDocument>;
  /** The declared mappings, by `mappingName`. */
  readonly mappings: ReadonlyMap<string, DeclaredMapping>;
}

/** Adds the object's kind and name to an error. */
export async function naming<T>(kind: string, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new OperatorError(`${kind} ${name}: ${error.detail}`);
    throw error;
  }
}

/**
 * The credentials to store: undefined if the stored ones stay, null if they are removed. `moved` is the reason for
 * which none may stay.
 */
export function credentialsOf(
  { name, auth }: Pick<DeclaredApi, "name" | "auth">,
  stored: readonly Credential[],
  { secretOf }: Pick<Applying, "secretOf">,
  moved: string | undefined,
): ApiUpdate["auth"] {
  const needed = (): OperatorError =>
    new OperatorError(
      `API ${name}: ${moved}. Say where its value is in auth.value_env or auth.value_file, or declare auth: null`,
    );
  if (auth === undefined && moved !== undefined && stored.length > 0) throw needed();
  if (auth === undefined) return undefined;
  const declared = (auth === null ? [] : [auth].flat()).map(({ value_env, value_file, ...place }) => {
    const source = value_env ?? value_file;
    const kept = keptOf(stored, place);
    if (source === undefined && kept && moved !== undefined) throw needed();
    if (source === undefined && kept) return kept;
    const shown = shownPlace(place);
    if (source === undefined)
      throw new OperatorError(
        `API ${name}: ${shown} has no stored value. Say where it is in auth.value_env or auth.value_file`,
      );
    const value = secretOf({ value_env, value_file });
    if (!value) throw new OperatorError(`API ${name}: the value of ${source} for ${shown} is empty`);
    const fault = credentialFault({ ...place, value });
    if (fault !== undefined) throw new OperatorError(`API ${name}: ${source} for ${shown}: ${fault}`);
    return { ...place, value };
  });
  // For another address the same value is stored again.
  const stays = moved === undefined || declared.length === 0;
  if (stays && sameValue(declared, stored)) return undefined;
  return declared.length === 0 ? null : declared;
}

/** The stored credential for the same place, with the declared names. A secret stays with its client and its host. */
function keptOf(stored: readonly Credential[], { oauth, ...place }: CredentialName): Credential | undefined {
  if (!oauth) return stored.find(({ value: _, ...other }) => sameValue(other, place));
  const kept = stored.find((other) => other.oauth && clientFault(other.oauth, oauth) === undefined);
  return kept && { oauth, value: kept.value };
}

function shownPlace(place: CredentialName): string {
  if (place.certificate !== undefined) return "the certificate";
  if (place.oauth) return `the client ${place.oauth.client_id} at ${new URL(place.oauth.token_url).origin}`;
  const [kind, placeName] = Object.entries(place)[0]!;
  return `the ${kind} ${placeName}`;
}

/** The second source to store, and whether its credentials change. */
export function fallbackOf(
  { name, fallback }: Pick<DeclaredApi, "name" | "fallback">,
  before: ApiRow | undefined,
  applying: Applying,
): { readonly fallback: ApiUpdate["fallback"]; readonly resealed: boolean } {
  if (!fallback) return { fallback: null, resealed: false };
  const { auth: declared, ...members } = fallback;
  const stored = before ? fallbackCredentials(before, applying.vault) : [];
  const was = before && storedFallback(before);
  const moved = was && addressFault(was, membersOf(members));
  const auth = credentialsOf({ name: `${name}, its fallback`, auth: declared }, stored, applying, moved);
  return { fallback: { ...members, ...(auth !== undefined && { auth }) }, resealed: auth !== undefined };
}

export function difference(
  change: Difference["change"],
  kind: Difference["kind"],
  name: string,
  members: readonly string[] = [],
): Difference {
  return { change, kind, name, members };
}

/** The names of the members that differ; of a policy and an offer, the names of their parts. */
export function differingMembers(was: object, is: object, prefix = ""): string[] {
  const value = (from: object, name: string) => from[name as keyof typeof from] as unknown;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().flatMap((name) => {
    const [one, other] = [value(was, name), value(is, name)];
    if (sameValue(one, other)) return [];
    if (name !== "policy" && name !== "offer") return [prefix + name];
    return differingMembers((one ?? {}) as object, (other ?? {}) as object, `${name}.`);
  });
}
