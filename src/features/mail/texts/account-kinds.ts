import type { Language } from "../../../base/format/languages.ts";
import type { MemberRole } from "../../../http/caller.ts";
import type { AccountMailData, SignInChange } from "../../../outbox/account-mails.ts";
import type { MailContent } from "../../../outbox/mail-kinds.ts";
import { type AccountWording, accountWordings } from "./account-texts.ts";

/** Mails that the core and this feature write themselves. */
export interface OwnMailData extends AccountMailData {
  readonly test: object;
}

interface Recipient {
  readonly address: string;
  readonly sender: string;
  /** In which moments are written. */
  readonly timeZone: string;
}

interface OwnKind<Data> {
  readonly title: string;
  /** The data of previews. */
  readonly sample: Data;
  write(data: Data, to: Recipient, words: AccountWording): MailContent;
}

const signInChanges = {
  password: "the password was changed.",
  second_factor_on: "sign-in now needs a code of an authenticator app.",
  second_factor_off: "sign-in no longer needs a code of an authenticator app.",
  second_factor_reset: "an operator removed the second factor, and ended all sessions.",
  operator_token: "an operator made an access token for your account, which reads and changes it as you do.",
  recovery_codes: "ten new recovery codes replace those of before, if there were any.",
  assistant_connected: "an assistant was connected, which spends credits of a subscription.",
  passkey_added: "a passkey was added, with which one can sign in.",
  passkey_removed: "a passkey was removed.",
  identity_linked: "single sign-on was linked.",
  address_returned: "this email address was taken back, and the password was changed.",
  identity_unlinked: "single sign-on was unlinked.",
} as const satisfies Readonly<Record<SignInChange, string>>;

const roles = {
  owner: "owner: everything, members included",
  developer: "developer: keys, calls and statements",
  billing: "billing: plans, payments and invoices",
} as const satisfies Readonly<Record<MemberRole, string>>;

const sampleToken = "vgm_5kF3xQ9aQ";
const sampleMember = {
  organization: "Acme Fleet",
  role: "developer",
  at: "2026-11-21T09:12:00.000Z",
} as const;

/** By ID, in the order in which operators see them. */
export const ownKinds: { readonly [Kind in keyof OwnMailData]: OwnKind<OwnMailData[Kind]> } = {
  confirm_address: {
    title: "Confirm address",
    sample: { token: sampleToken },
    write: ({ token }, { address }, { say }) => ({
      subject: say("Confirm your email address"),
      before: [
        say("Someone entered {address} for an account. If it was you, confirm the address:", { address }),
      ],
      button: { text: say("Confirm address"), path: `/console/confirm#${token}` },
      after: [
        say("The link works once, for 24 hours. Nothing is charged by it."),
        say("It was not you? Ignore this mail."),
      ],
    }),
  },
  reset_password: {
    title: "New password",
    sample: { token: sampleToken },
    write: ({ token }, { address }, { say }) => ({
      subject: say("Choose a new password"),
      before: [
        say("Someone requested a new password for {address}. If it was you, choose one:", { address }),
      ],
      button: { text: say("Choose password"), path: `/console/reset#${token}` },
      after: [
        say(
          "The link works once, for 24 hours. A new password ends all sessions and access tokens; API keys stay.",
        ),
        say("It was not you? Ignore this mail. Your password stays."),
      ],
    }),
  },
  new_sign_in: {
    title: "Sign-in from a new place",
    sample: { at: "2026-11-21T09:12:00.000Z", network: "203.0.113.x" },
    write: ({ at, network }, { address, timeZone }, { say, timeIn }) => ({
      subject: say("New sign-in to your account"),
      before: [
        say("Someone signed in to the account of {address} from an address that was not used before.", {
          address,
        }),
      ],
      rows: [
        { label: say("Time"), value: timeIn(Date.parse(at), timeZone) },
        { label: say("Network"), value: network },
      ],
      button: { text: say("Open security"), path: "/console/me?tab=security" },
      after: [say("It was not you? Change your password: this ends all other sessions.")],
    }),
  },
  sign_in_refused: {
    title: "Refused sign-ins",
    sample: { at: "2026-11-21T09:12:00.000Z", token: sampleToken },
    write: ({ at, token }, { address, timeZone }, { say, timeIn }) => ({
      subject: say("Sign-ins to your account are refused"),
      before: [
        say(
          "Someone entered too many wrong passwords for {address}. For 15 minutes sign-ins from new places are refused. If you are refused, sign in by this link:",
          { address },
        ),
      ],
      rows: [{ label: say("Time"), value: timeIn(Date.parse(at), timeZone) }],
      button: { text: say("Sign in"), path: `/console/sign-in#${token}` },
      after: [
        say("The link admits one sign-in with your password, where you open it, within 24 hours."),
        say("It was not you? Ignore this mail. No wrong password opened your account."),
      ],
    }),
  },
  sign_in_changed: {
    title: "Change of sign-in",
    sample: { at: "2026-11-21T09:12:00.000Z", change: "second_factor_on" },
    write: ({ at, change }, { address, timeZone }, { say, timeIn }) => ({
      subject: say("Your sign-in has changed"),
      before: [
        say("For the account of {address}: {change}", { address, change: say(signInChanges[change]) }),
      ],
      rows: [{ label: say("Time"), value: timeIn(Date.parse(at), timeZone) }],
      button: { text: say("Open security"), path: "/console/me?tab=security" },
      after: [say("It was not you? Change your password, and tell the operator.")],
    }),
  },
  address_changed: {
    title: "Changed address",
    sample: { at: "2026-11-21T09:12:00.000Z", token: sampleToken },
    write: ({ at, token, isTakenBack }, { address, timeZone }, { say, timeIn }) => ({
      subject: say("Your account has another email address"),
      before: [
        isTakenBack
          ? say(
              "Someone gave the account of {address} its former email address, by the link that was mailed there when it changed, and chose a new password.",
              { address },
            )
          : token === null
            ? say("An operator gave the account of {address} another email address.", { address })
            : say(
                "Someone gave the account of {address} another email address. If it was not you, take this one back:",
                { address },
              ),
      ],
      rows: [{ label: say("Time"), value: timeIn(Date.parse(at), timeZone) }],
      ...(token !== null && {
        button: { text: say("Take address back"), path: `/console/take-back#${token}` },
      }),
      after:
        token === null
          ? [say("You did not expect it? Ask the operator.")]
          : [
              say(
                "The link works once, for 7 days. You choose a new password, and all sessions, access tokens and assistants end. So does what was added to the sign-in since the change.",
              ),
              say("It was you? Ignore this mail."),
            ],
    }),
  },
  entered_from_host: {
    title: "Account opened from the host",
    sample: { at: "2026-11-21T09:12:00.000Z", account: "lena@acmefleet.example", network: "203.0.113.x" },
    write: ({ at, account, network }, { timeZone }, { say, timeIn }) => ({
      subject: say("An account was opened from the host"),
      before: [
        say(
          "Someone with access to the host opened the account of {account} with a link of `vingate enter`, and set its password. All by which one could enter it before has ended; API keys stay.",
          { account },
        ),
      ],
      rows: [
        { label: say("Time"), value: timeIn(Date.parse(at), timeZone) },
        { label: say("Network"), value: network },
      ],
      button: { text: say("Open console"), path: "/console/overview" },
      after: [say("You do not know who it was? Block the account, and find out who can use the host.")],
    }),
  },
  organization_invitation: {
    title: "Invitation to an organization",
    sample: { organization: "Acme Fleet", inviter: "Lena Novák", role: "developer", token: "vgi_5kF3xQ9aQ" },
    write: ({ organization, inviter, role, token }, { address, sender }, { say }) => ({
      subject: say("Invitation to {organization}", { organization }),
      before: [
        say("{inviter} invited {address} to the organization {organization} at {sender}, as {role}.", {
          inviter: inviter === "The operator" ? say(inviter) : inviter,
          address,
          organization,
          sender,
          role: say(roles[role]),
        }),
      ],
      button: { text: say("Accept invitation"), path: `/console/invitations/accept#${token}` },
      after: [
        say(
          "Sign in, or sign up, with this address. The link works once, for 7 days. Nothing is charged by it.",
        ),
        say("You do not know them? Ignore this mail."),
      ],
    }),
  },
  member_role_changed: {
    title: "Role in an organization",
    sample: sampleMember,
    write: ({ organization, role, at }, { address, timeZone }, { say, timeIn }) => ({
      subject: say("Your role in {organization} has changed", { organization }),
      before: [say("The account of {address} is now {role}.", { address, role: say(roles[role]) })],
      rows: [{ label: say("Time"), value: timeIn(Date.parse(at), timeZone) }],
      button: { text: say("Open console"), path: "/console/overview" },
    }),
  },
  member_removed: {
    title: "Removed from an organization",
    sample: sampleMember,
    write: ({ organization, at }, { address, timeZone }, { say, timeIn }) => ({
      subject: say("You are no longer a member of {organization}", { organization }),
      before: [
        say(
          "The account of {address} can no longer act for {organization}. Your own account and its keys stay.",
          { address, organization },
        ),
      ],
      rows: [{ label: say("Time"), value: timeIn(Date.parse(at), timeZone) }],
    }),
  },
  account_erased: {
    title: "Account deleted",
    sample: { language: "en" },
    write: (_, { address, sender }, { say }) => ({
      subject: say("Your account is deleted"),
      before: [
        say(
          "The account of {address} at {sender} is deleted. Its keys no longer work, and its personal data is removed.",
          { address, sender },
        ),
        say("This is the last mail to this address about the account."),
      ],
    }),
  },
  test: {
    title: "Test",
    sample: {},
    write: (_, { sender }, { say }) => ({
      subject: say("Test mail from {sender}", { sender }),
      before: [say("Mail works: this was sent by the operator's test.")],
    }),
  },
};

/** The mail of a kind, in a language. */
export function writeOwnMail(
  id: keyof OwnMailData,
  data: object,
  to: Recipient,
  language: Language,
): MailContent {
  const write = ownKinds[id].write as OwnKind<object>["write"];
  return write(data, to, accountWordings[language]);
}

export const isOwnKind = (id: string): id is keyof OwnMailData => Object.hasOwn(ownKinds, id);
