import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import type { MemberRole, OperatorRole } from "../../src/http/caller.ts";
import { memberRoles, operatorRoles } from "../../src/http/caller.ts";
import { isPermitted } from "../../src/http/permissions.ts";
import { matrixOf } from "../../src/management/sign-in/roles.ts";
import { operations } from "../../src/operations.ts";
import { permissions } from "../api/permissions.ts";
import { signedIn } from "../callers.ts";
import { freshProof } from "../fresh-proof.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";

const refusal = "Your role cannot call this operation.";
const managed = operations.filter((one) => one.permission !== undefined);

/** Objects that do not exist: a call that is admitted finds nothing, so that no call changes another's outcome. */
const nothing: Account = {
  userId: "no-such-user",
  subscriptionId: "no-such-subscription",
  email: "nobody@example.com",
  password: "wrong",
  key: "none",
  secondaryKey: "none",
} as Account;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`roles on ${kind.dialect}`, () => {
    let service: TestService;
    let person: Account;
    let organization: Account;
    const headers = new Map<string, Record<string, string>>();
    beforeAll(async () => {
      service = await startService(kind);
      const { database } = service.app;
      person = await signUp(service);
      organization = await signUp(service);
      for (const role of memberRoles) {
        const member = await signUp(service);
        await database.run(sql`
          insert into member (organization_id, user_id, role, joined_at)
          values (${organization.userId}, ${member.userId}, ${role}, 0)`);
        const own = await signedIn(service, member);
        const chosen = await service.ask("PUT", "/auth/account", {
          headers: own,
          json: { account_id: organization.userId },
        });
        expect(chosen.status).toBe(200);
        headers.set(`member ${role}`, own);
      }
      for (const role of operatorRoles) {
        const account = await signUp(service);
        await database.run(sql`
          update app_user set role = 'operator', operator_role = ${role} where id = ${account.userId}`);
        headers.set(`operator ${role}`, await signedIn(service, account));
      }
      headers.set("operator token", service.operatorHeaders);
      headers.set("own account", await signedIn(service, person));
    });
    afterAll(() => service.end());

    const expected = (name: string, one: (typeof managed)[number]): boolean => {
      const [who, role] = name.split(" ");
      const user = { kind: "user", userId: "", personId: "", proof: freshProof, digest: "" } as const;
      const ofCustomer = (memberRole: MemberRole) =>
        one.audience === "customer" &&
        isPermitted({ ...user, role: "customer", memberRole }, one.permission!);
      const ofOperator = (operatorRole: OperatorRole) =>
        isPermitted({ ...user, role: "operator", operatorRole }, one.permission!);
      if (who === "member") return ofCustomer(role as MemberRole);
      if (name === "own account") return ofCustomer("owner");
      return ofOperator(name === "operator token" ? "owner" : (role as OperatorRole));
    };

    for (const one of managed)
      test(`${one.method} ${one.path}`, async () => {
        const row = permissions[`${one.method} ${one.path}`]!;
        const scene = { target: nothing, caller: nothing, fresh: "unused" };
        for (const [name, own] of headers) {
          // It would end the session of the calls that follow.
          if (one.id === "logOut") continue;
          const got = await service.ask(one.method, row.path(scene), {
            headers: own,
            ...(one.method !== "GET" && { json: { unknown: "member" } }),
          });
          const isRefused = (got.body as { detail?: unknown } | undefined)?.detail === refusal;
          expect([name, isRefused]).toEqual([name, !expected(name, one)]);
          if (isRefused) expect(got.status).toBe(403);
        }
      });
  });

test("the matrix of all operations and callers", () => {
  const { areas, operations: rows } = matrixOf(operations);
  const short = ({ visitor, member, operator }: (typeof rows)[number]["callers"]) =>
    [visitor, ...Object.values(member), ...Object.values(operator)].map((one) => one[0]).join("");
  expect(
    areas.flatMap((area) => area.permissions).map((one) => `${one.permission} ${short(one.callers)}`),
  ).toMatchSnapshot();
  expect(rows.map((one) => `${one.method} ${one.path} ${short(one.callers)}`)).toMatchSnapshot();
});
