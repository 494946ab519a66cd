import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../../src/calls/context.ts";
import { isHeld, isOfVisits, type Permission } from "../../../src/http/permissions.ts";
import { startService, type TestService } from "../../harness.ts";
import { type Intent, intents } from "./intents.ts";
import { type Caller, callersOf } from "./proofs.ts";
import { type Cell, effectLines, namesUser, walk } from "./walk.ts";

const committed = readFileSync(join(import.meta.dir, "operations.txt"), "utf8");

test("what each operation does is what operations.txt says", () => {
  expect(`${effectLines().join("\n")}\n`).toBe(committed);
});

/** What an operation or member does by the committed list, not by the program. */
const listed = new Map(
  committed
    .trim()
    .split("\n")
    .map((line) => {
      const [, name = "", itself = "", others = itself, oneself] =
        /^(\S+): (\w+)(?:, of others (\w+))?( \(oneself\))?$/.exec(line) ?? [];
      return [name, { itself, others, isOfOneself: oneself !== undefined }];
    }),
);

const isOperatorToken = ({ name }: Caller) => name.startsWith("operator token");
const isVisit = ({ name }: Caller) => name.startsWith("view as customer");
const isCustomer = ({ setting }: Caller) => setting === undefined;

function effectOf({ operation, of, caller }: Cell, entry: string): string {
  const { itself, others } = listed.get(entry)!;
  const { isOfOneself } = listed.get(operation.id)!;
  const named = namesUser(operation);
  const isItself = !isOperatorToken(caller) && of === "itself";
  const effect = isItself ? itself : others;
  if (effect !== "read" && effect !== "change") return effect;
  return `${effect}${isCustomer(caller) || (isItself && (named || isOfOneself)) ? "Own" : "Others"}`;
}

/** Whether the caller's role may at all; `permissions.test.ts` and the role matrix test that. */
function mayRole(caller: Caller, { audience }: Operation, permission: Permission | undefined): boolean {
  if (permission === undefined) return true;
  if (isVisit(caller)) return audience === "customer" && isOfVisits(permission);
  const holder = isCustomer(caller)
    ? ({ role: "customer", memberRole: "owner" } as const)
    : ({ role: "operator", operatorRole: "owner" } as const);
  return (audience === "customer" || holder.role === "operator") && isHeld(permission, holder);
}

function expected(cell: Cell, callers: readonly Caller[]): Intent {
  const { operation, member, caller } = cell;
  const of = (entry: string): Intent => intents.get(effectOf(cell, entry))![callers.indexOf(caller)]!;
  if (callers.indexOf(caller) < 4) return of(operation.id);
  if (!mayRole(caller, operation, operation.permission)) return operation.permission ? "R" : of(operation.id);
  const answer = of(operation.id);
  const need = member === undefined ? undefined : operation.members?.[member];
  if (answer !== "Y" || need === undefined) return answer;
  if (need.ofOperators && (isCustomer(caller) || isVisit(caller))) return answer;
  return mayRole(caller, operation, need.permission) ? of(`${operation.id}.${member}`) : "R";
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.end());

test("every proof may do what intents.ts says, and nothing else", async () => {
  const callers = await callersOf(service);
  for (const [effect, answers] of intents) expect([effect, answers.length]).toEqual([effect, callers.length]);
  const different: string[] = [];
  let calls = 0;
  for await (const cell of walk(service, callers)) {
    const { operation, of, member = "", caller, answer } = cell;
    const wanted = expected(cell, callers);
    calls += 1;
    if (answer !== wanted)
      different.push(`${operation.id} ${of} ${member} by ${caller.name}: ${answer}, not ${wanted}`);
  }
  expect(different).toEqual([]);
  expect(calls).toBeGreaterThan(11_000);
});
