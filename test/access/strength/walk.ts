import { z } from "zod";
import type { Context, Operation } from "../../../src/calls/context.ts";
import { createServe, type Serve } from "../../../src/calls/dispatch.ts";
import { declaredEffect, effectOfNeed, isOfOneself } from "../../../src/http/effects.ts";
import { type Answer, json } from "../../../src/http/endpoint.ts";
import type { EffectPair } from "../../../src/http/permission-declaration.ts";
import { operations } from "../../../src/operations.ts";
import { ask, type TestService } from "../../harness.ts";
import type { Intent } from "./intents.ts";
import type { Caller } from "./proofs.ts";

/** One call of the walk. */
export interface Cell {
  readonly operation: Operation;
  /** Whom the path names, if it names a user. */
  readonly of: "itself" | "another";
  readonly member: string | undefined;
  readonly caller: Caller;
  readonly answer: Intent | string;
}

const yes = (): Answer => json("yes");

/** The operation without its handler and inputs: only what decides who may call it. */
function bare(operation: Operation): Operation {
  const { id, method, path, audience, permission, effect, members, head } = operation;
  const kept = { id, method, path, audience, permission, effect, members, head };
  const stub = { ...kept, tag: "Stub", summary: "Stub", ...(members && { body: z.unknown() }), handle: yes };
  return stub as unknown as Operation;
}

/** Operations that name a permission, and lookups. The others are open to everybody, or to every client. */
export const walked = operations.filter(
  ({ permission, audience }) => permission !== undefined || audience === "key",
);

const stubs = walked.map(bare);

function serving(app: Context, setting: Caller["setting"]): Serve {
  const identity = { ...app.identity, operatorSecondFactor: setting };
  return createServe({ ...app, identity, operations: stubs });
}

/** Answers of all callers to all operations, and to each declared member of a body. */
export async function* walk(service: TestService, callers: readonly Caller[]): AsyncGenerator<Cell> {
  const serves = new Map(
    [undefined, "twoFactor", "phishingResistant"].map((setting) => [
      setting,
      serving(service.app, setting as Caller["setting"]),
    ]),
  );
  for (const operation of walked)
    for (const of of namesUser(operation) ? (["itself", "another"] as const) : (["itself"] as const))
      for (const member of [undefined, ...Object.keys(operation.members ?? {})])
        for (const caller of callers) {
          if (of === "itself" && namesUser(operation) && caller.userId === undefined) continue;
          const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
            name === userParameter(operation) && of === "itself" ? caller.userId! : "another",
          );
          const values = member === undefined ? undefined : operation.members?.[member]?.values;
          const got = await ask(serves.get(caller.setting)!, operation.method, path, {
            headers: caller.headers,
            ...(operation.method !== "GET" && {
              json: member === undefined ? {} : { [member]: values ? values[0] : "value" },
            }),
          });
          yield { operation, of, member, caller, answer: answerOf(got.status, got.body) };
        }
}

const userParameter = ({ path }: Operation): string | undefined =>
  path.includes("{user_id}") ? "user_id" : path.startsWith("/users/{id}") ? "id" : undefined;
export const namesUser = (operation: Operation): boolean => userParameter(operation) !== undefined;

function answerOf(status: number, body: unknown): string {
  if (status === 200) return "Y";
  const { code = "" } = body as { code?: string };
  const letters: Readonly<Record<string, string>> = {
    step_up_required: "U",
    insufficient_scope: "S",
    forbidden: "R",
    not_authenticated: "-",
    invalid_credential: "-",
  };
  return letters[code] ?? `${status} ${code}`;
}

const shown = ({ itself, others }: EffectPair): string =>
  itself === others ? itself : `${itself}, of others ${others}`;

/** A line for each operation and declared member: what it does, and whether it is about its caller without a name. */
export function effectLines(): string[] {
  return walked.flatMap((operation) => {
    const about = isOfOneself(operation) && !namesUser(operation) ? " (oneself)" : "";
    const members = Object.entries(operation.members ?? {}).map(
      ([name, need]) => `${operation.id}.${name}: ${shown(effectOfNeed(need))}`,
    );
    return [`${operation.id}: ${shown(declaredEffect(operation))}${about}`, ...members];
  });
}
