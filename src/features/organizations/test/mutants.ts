import type { Mutant } from "../../../../test/mutants/mutant.ts";

const restores = "src/features/organizations/test/restores.test.ts";
const folder = "src/features/organizations";
const members = `${folder}/test/members.test.ts`;
const ended = `${folder}/test/ended-invitations.test.ts`;
const organizations = `${folder}/test/organizations.test.ts`;

/** Bugs in organizations, their members and invitations. */
export const mutants: readonly Mutant[] = [
  {
    bug: "an invitation is accepted by every account that has its token",
    file: `${folder}/operations/accept-endpoint.ts`,
    find: "open.email_key !== person.email_key",
    replace: "open.email_key === null",
    test: organizations,
    named: "organizations on sqlite an invitation is accepted once",
  },
  {
    bug: "the access tokens of a removed member stay",
    file: "src/access/kept-credential.ts",
    find: "and kind = 'vgt' and account_id = ",
    replace: "and kind = 'vgo' and account_id = ",
    test: members,
    named: "members on sqlite a removed member's session",
  },
  {
    bug: "the last owner can leave",
    file: `${folder}/operations/member-endpoints.ts`,
    find: '    if (before === "owner") await requireOtherOwner(tx, id, userId);\n    // Before',
    replace: "    // Before",
    test: organizations,
    named: "organizations on sqlite the last owner",
  },
  {
    bug: "a blocked owner counts as one who can take over",
    file: "src/management/users/organization-owners.ts",
    find: "and u.state = 'active' limit 1`);",
    replace: "limit 1`);",
    test: organizations,
    named: "organizations on sqlite the last owner",
  },
  {
    bug: "event streams of removed members go on",
    file: "src/calls/open/open-calls.ts",
    find: "object === `/organizations/",
    replace: "object === `/none/",
    test: members,
    named: "members on sqlite a removal on another node",
  },
  {
    bug: "an organization has one member more than the limit",
    file: `${folder}/operations/accept-endpoint.ts`,
    find: ">= membersMax)",
    replace: "> membersMax)",
    test: members,
    named: "members on sqlite an organization has at most",
  },
  {
    bug: "a member who is no owner receives subscriptions for the organization",
    file: `${folder}/operations/transfer-endpoint.ts`,
    find: '=== "owner";',
    replace: "!== undefined;",
    test: `${folder}/test/transfer.test.ts`,
    named: "moving subscriptions on sqlite only who owns both accounts",
  },
  {
    bug: "an address that is not confirmed sends invitations",
    file: `${folder}/member-mails.ts`,
    find: "email_confirmed_at === null) return false;",
    replace: "email_confirmed_at === 0) return false;",
    test: `${folder}/test/mails.test.ts`,
    named: "mails of organizations on sqlite an inviter whose own address",
  },
  {
    bug: "a restore brings a removed member back",
    file: "src/features/organizations/ended-members.ts",
    find: "  decide(tx, removed, membership);\n",
    replace: "",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "a restore brings a member's higher role back",
    file: "src/features/organizations/ended-members.ts",
    find: 'if (role !== "owner")',
    replace: 'if (role === "owner")',
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "the access tokens of a removed member come back with a restore",
    file: "src/access/kept-credential.ts",
    find: "and kind = 'vgt' and account_id = ",
    replace: "and kind = 'vgs' and account_id = ",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "a restore brings invitations back",
    file: "src/features/organizations/ended-members.ts",
    find: "delete from organization_invitation`",
    replace: "delete from organization_invitation where expires_at = 0`",
    test: restores,
    named: "on sqlite no restore",
  },
  {
    bug: "an access token for an organization ends before its member has left by it",
    file: `${folder}/operations/member-endpoints.ts`,
    find: "{ userId, accountId: id, session }",
    replace: "{ userId, accountId: id, ...(session && {}) }",
    test: members,
    named: "on sqlite a member leaves with an access token",
  },
  {
    bug: "invitations are looked for by another name than the inviter's",
    file: "src/features/organizations/invitation.ts",
    find: "`/users/",
    replace: "`/none/",
    test: ended,
    named: "on sqlite are withdrawn when its password is reset",
  },
  {
    bug: "a call that began before its role ended invites",
    file: "src/features/organizations/access.ts",
    find: "if (!isHolder) throw",
    replace: "if (isHolder === null) throw",
    test: ended,
    named: "on sqlite are not made by a call that began when it still was an owner",
  },
];
