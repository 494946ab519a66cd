import type { Language } from "../base/format/languages.ts";
import type { Queries } from "../database/database.ts";
import type { MemberRole } from "../http/caller.ts";

/** What has changed in how a user signs in. */
export type SignInChange =
  | "password"
  | "second_factor_on"
  | "second_factor_off"
  | "second_factor_reset"
  | "operator_token"
  | "recovery_codes"
  | "passkey_added"
  | "passkey_removed"
  | "assistant_connected"
  | "identity_linked"
  | "identity_unlinked"
  | "address_returned";

interface MemberMailData {
  readonly organization: string;
  readonly role: MemberRole;
  readonly at: string;
}

/**
 * The data of mails about an account's own operations. Their tokens are in no event: operators' webhooks receive
 * those.
 */
export interface AccountMailData {
  readonly confirm_address: { readonly token: string };
  readonly reset_password: { readonly token: string };
  /**
   * To the former address. `at` is ISO 8601; `token` takes it back, null if an operator changed it, or the one before was
   * taken back.
   */
  readonly address_changed: {
    readonly at: string;
    readonly token: string | null;
    readonly isTakenBack?: boolean;
  };
  /** `at` is ISO 8601; `network` is the client's address without its last part. */
  readonly new_sign_in: { readonly at: string; readonly network: string };
  /** `at` is ISO 8601. */
  readonly sign_in_refused: { readonly at: string; readonly token: string };
  /** `at` is ISO 8601. */
  readonly sign_in_changed: { readonly at: string; readonly change: SignInChange };
  /** `at` is ISO 8601; `account` is the address of the account that the host opened, `network` as above. */
  readonly entered_from_host: { readonly at: string; readonly account: string; readonly network: string };
  readonly organization_invitation: {
    readonly organization: string;
    readonly inviter: string;
    readonly role: MemberRole;
    readonly token: string;
  };
  /** `at` is ISO 8601. */
  readonly member_role_changed: MemberMailData;
  /** With the role that the member had. */
  readonly member_removed: MemberMailData;
  readonly account_erased: { readonly language: Language };
}

export type AccountMail = {
  readonly [Kind in keyof AccountMailData]: { readonly kind: Kind; readonly data: AccountMailData[Kind] };
}[keyof AccountMailData];

/** Whom an account's mail is for. */
export interface MailRecipient {
  /** Null if the account is no more: its mails are deleted with it. */
  readonly userId: string | null;
  readonly address: string;
}

/** Writes the mails of accounts, in the transaction that causes them. */
export interface Mailer {
  write(tx: Queries, now: number, to: MailRecipient, mail: AccountMail): Promise<void>;
  /** Somebody has received a mail at the address: it is used again if it has refused mail. */
  addressConfirmed(tx: Queries, address: string): Promise<void>;
}
