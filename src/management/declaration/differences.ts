import type { AuditContext } from "../../access/audit.ts";
import type { Vault } from "../../access/vault.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { type ApiRow, type ApiUpdate, authValue } from "../apis/apis-record.ts";
import { authContext } from "../apis/apis-write.ts";
import type { DeclaredApi } from "./declaration.ts";
import type { DeclaredDocument } from "./declared-documents.ts";
import { sameValue } from "./declared-form.ts";

/** What an application does to one object. `extra` objects are not in the file and stay. */
export interface Difference {
  readonly change: "create" | "update" | "delete" | "extra" | "none";
  readonly kind: "api" | "upstream" | "product";
  readonly name: string;
  /** The members that change. */
  readonly members: readonly string[];
}

/** What an application needs besides its file. */
export interface Applying {
  readonly operations: readonly Pick<Endpoint, "path">[];
  readonly vault: Vault;
  readonly audit: AuditContext;
  /** Whether to delete what the file does not have. */
  readonly prune: boolean;
  /** The values of `value_env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The declared documents, by the names of their APIs. */
  readonly documents: ReadonlyMap<string, DeclaredDocument>;
}

/** Says of which object an error is. */
export async function naming<T>(kind: string, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new OperatorError(`${kind} ${name}: ${error.detail}`);
    throw error;
  }
}

/** The credential to store: undefined if the stored one stays, null if it is removed. */
export function credentialOf(
  { name, auth }: Pick<DeclaredApi, "name" | "auth">,
  before: ApiRow | undefined,
  { vault, env }: Applying,
): ApiUpdate["auth"] {
  if (auth === undefined) return undefined;
  if (auth === null) return before?.auth_header === null ? undefined : null;
  const { header, value_env: variable } = auth;
  const same = before?.auth_header === header;
  const stored =
    same && before.auth_sealed ? vault.open(before.auth_sealed, authContext(before.id)) : undefined;
  if (variable === undefined) {
    if (stored !== undefined) return undefined;
    throw new OperatorError(
      `API ${name}: the header ${header} has no stored value. Name a variable that has it in auth.value_env`,
    );
  }
  const value = env[variable];
  if (!value) throw new OperatorError(`API ${name}: the variable ${variable} of auth.value_env is empty`);
  if (!authValue.safeParse(value).success)
    throw new OperatorError(`API ${name}: the value of ${variable} cannot be sent in a header`);
  return value === stored ? undefined : { header, value };
}

export function difference(
  change: Difference["change"],
  kind: Difference["kind"],
  name: string,
  members: readonly string[] = [],
): Difference {
  return { change, kind, name, members };
}

/** The names of the members that differ; of a policy, the names of its parts. */
export function differingMembers(was: object, is: object, prefix = ""): string[] {
  const value = (from: object, name: string) => from[name as keyof typeof from] as unknown;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().flatMap((name) => {
    const [one, other] = [value(was, name), value(is, name)];
    if (sameValue(one, other)) return [];
    if (name !== "policy") return [prefix + name];
    return differingMembers((one ?? {}) as object, (other ?? {}) as object, "policy.");
  });
}
