import { z } from "zod";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import type { MemberRole, OperatorRole } from "../../http/caller.ts";
import { permissionAreas } from "../../http/permission-declaration.ts";
import { isHeld, type Permission, permissionNames, permissions } from "../../http/permissions.ts";
import {
  compressed,
  type StoredBody,
  StoredBodyHeaders,
  storedAnswer,
  storedBody,
} from "../../http/stored-body.ts";
import { caching } from "../documentation/pages.ts";

const everywhere = "`yes`: for all accounts; `own`: for the account that one acts for; `no`: not at all.";
const allowed = z.enum(["yes", "own", "no"]);

/** Who may do something, by caller. */
const Callers = z
  .object({
    visitor: allowed.describe("Without a credential, or with the public client token."),
    member: z
      .object({
        owner: allowed.describe("An owner, and every user for the own account."),
        developer: allowed.describe("A developer of an organization."),
        billing: allowed.describe("A member of an organization who pays."),
      })
      .describe("A customer, by the role in the account that it acts for."),
    operator: z
      .object({
        owner: allowed.describe("An owner, and the operator token."),
        support: allowed.describe("Sees customers' accounts, and changes nothing."),
        billing: allowed.describe("Credits, offers, payments and papers."),
        data: allowed.describe("Datasets, products and APIs."),
      })
      .describe("An operator, by role."),
  })
  .meta({ id: "RoleCallers", description: everywhere });

type Callers = z.output<typeof Callers>;

export const RoleMatrix = z
  .object({
    areas: z
      .array(
        z.object({
          area: z.string().describe("What its permissions are about."),
          permissions: z
            .array(
              z.object({
                permission: z.string().describe("Its name, such as `keys.view`."),
                text: z.string().describe("What it allows."),
                callers: Callers,
              }),
            )
            .describe("The permissions, those that are used most first."),
        }),
      )
      .describe("All permissions, by area."),
    operations: z
      .array(
        z.object({
          id: z.string(),
          method: z.string(),
          path: z.string().describe("As the reference writes it."),
          summary: z.string().describe("What it does."),
          area: z.string().describe("That of its permission; the tag of an operation without one."),
          permission: z.string().nullable().describe("Null if a key, or no credential, decides."),
          callers: Callers,
        }),
      )
      .describe("All operations, in the order of the reference."),
  })
  .meta({ id: "RoleMatrix" });

export const roleEndpoints = [
  endpoint({
    id: "listRoles",
    method: "GET",
    path: "/roles",
    tag: "Users",
    summary: "List what each role can do, by permission and by operation",
    description:
      "Made of the declarations of the operations. Members of an organization have a role in it; users are the owners of their own account.",
    audience: "none",
    headers: StoredBodyHeaders,
    response: RoleMatrix,
    head: true,
    extension: true,
    handle: async ({ operations }, call) =>
      storedAnswer(await storedMatrix(operations), call.headers, caching),
  }),
];

const stored = new WeakMap<Context["operations"], Promise<StoredBody>>();

/** The matrix with its compressed forms, made once: anyone may request it, and it is long. */
function storedMatrix(operations: Context["operations"]): Promise<StoredBody> {
  const known = stored.get(operations);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(matrixOf(operations)));
  const made = compressed(bytes).then((forms) => storedBody("application/json", bytes, forms));
  stored.set(operations, made);
  return made;
}

const sameForAll = (
  visitor: Callers["visitor"],
  members: Callers["visitor"],
  operators = members,
): Callers => ({
  visitor,
  member: { owner: members, developer: members, billing: members },
  operator: { owner: operators, support: operators, billing: operators, data: operators },
});

function callersOf(permission: Permission): Callers {
  const member = (memberRole: MemberRole) =>
    isHeld(permission, { role: "customer", memberRole }) ? "own" : "no";
  const operator = (operatorRole: OperatorRole) =>
    isHeld(permission, { role: "operator", operatorRole }) ? "yes" : "no";
  return {
    visitor: "no",
    member: { owner: member("owner"), developer: member("developer"), billing: member("billing") },
    operator: {
      owner: operator("owner"),
      support: operator("support"),
      billing: operator("billing"),
      data: operator("data"),
    },
  };
}

function callersOfOperation(one: Operation): Callers {
  if (one.permission) return callersOf(one.permission);
  if (one.audience !== "key") return sameForAll("yes", "yes");
  // Whoever can copy the keys can call.
  const { visitor, member } = callersOf("keys.view");
  return { ...sameForAll("no", "no"), visitor, member };
}

/** The matrix of these operations. */
export function matrixOf(operations: readonly Operation[]): z.output<typeof RoleMatrix> {
  const all = permissionNames.map((permission) => ({
    permission,
    area: permissions[permission].area,
    text: permissions[permission].text,
    callers: callersOf(permission),
  }));
  return {
    areas: permissionAreas.map((area) => ({
      area,
      permissions: all.filter((one) => one.area === area).map(({ area: _, ...one }) => one),
    })),
    operations: operations.map((one) => ({
      id: one.id,
      method: one.method,
      path: one.path,
      summary: one.summary,
      area: one.permission ? permissions[one.permission].area : one.tag,
      permission: one.permission ?? null,
      callers: callersOfOperation(one),
    })),
  };
}
