"""The operations of the service.

Made by `npm run sdk` from the OpenAPI document. Do not edit.
"""

from __future__ import annotations

from typing import Any

from ._core import Operation
from .models import *

GET_HEALTH: Operation[GetHealthAnswer] = Operation(
    "get_health",
    "GET",
    "/health",
    "application/json",
    credentials=("token",),
    anonymous=True,
)

GET_LIVENESS: Operation[GetLivenessAnswer] = Operation(
    "get_liveness",
    "GET",
    "/livez",
    "application/json",
)

GET_READINESS: Operation[GetLivenessAnswer] = Operation(
    "get_readiness",
    "GET",
    "/readyz",
    "application/json",
)

GET_ACME_CHALLENGE: Operation[str] = Operation(
    "get_acme_challenge",
    "GET",
    "/.well-known/acme-challenge/{token}",
    "text/plain",
)

GET_OPTIONS: Operation[dict[str, Any]] = Operation(
    "get_options",
    "OPTIONS",
    "/{path}",
    "application/json",
)

GET_ROOT: Operation[GetRootAnswer] = Operation(
    "get_root",
    "GET",
    "/",
    "application/json",
)

GET_IDENTITY: Operation[GetIdentityAnswer] = Operation(
    "get_identity",
    "GET",
    "/identity",
    "application/json",
)

GET_BRAND: Operation[Brand] = Operation(
    "get_brand",
    "GET",
    "/brand",
    "application/json",
)

PUT_BRAND: Operation[Brand] = Operation(
    "put_brand",
    "PUT",
    "/brand",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_BRAND_LOGO: Operation[bytes] = Operation(
    "get_brand_logo",
    "GET",
    "/brand/logo",
    "image/png",
)

SIGN_IN: Operation[SignInAnswer] = Operation(
    "sign_in",
    "POST",
    "/auth/signin",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

SIGN_UP: Operation[SignUpAnswer] = Operation(
    "sign_up",
    "POST",
    "/auth/signup",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LOG_OUT: Operation[LogOutAnswer] = Operation(
    "log_out",
    "POST",
    "/auth/logout",
    "application/json",
    credentials=("token",),
)

CHECK_EMAIL: Operation[CheckEmailAnswer] = Operation(
    "check_email",
    "GET",
    "/auth/check-email",
    "application/json",
    credentials=("token",),
)

TAKE_ADDRESS_BACK: Operation[LogOutAnswer] = Operation(
    "take_address_back",
    "POST",
    "/auth/take-back",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

CREATE_RESET_LINK: Operation[CreateResetLinkAnswer] = Operation(
    "create_reset_link",
    "POST",
    "/users/{id}/resetLink",
    "application/json",
    credentials=("token",),
)

RESET_PASSWORD: Operation[LogOutAnswer] = Operation(
    "reset_password",
    "POST",
    "/auth/reset",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

ENTER_FROM_HOST: Operation[SignInAnswer] = Operation(
    "enter_from_host",
    "POST",
    "/auth/enter",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

FORGOT_PASSWORD: Operation[LogOutAnswer] = Operation(
    "forgot_password",
    "POST",
    "/auth/forgot",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

CONFIRM_EMAIL: Operation[LogOutAnswer] = Operation(
    "confirm_email",
    "POST",
    "/auth/confirm",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

SEND_CONFIRMATION: Operation[LogOutAnswer] = Operation(
    "send_confirmation",
    "POST",
    "/auth/confirm/send",
    "application/json",
    credentials=("token",),
)

LIST_ACCOUNTS: Operation[list[Account]] = Operation(
    "list_accounts",
    "GET",
    "/auth/accounts",
    "application/json",
    credentials=("token",),
)

CHOOSE_ACCOUNT: Operation[list[Account]] = Operation(
    "choose_account",
    "PUT",
    "/auth/account",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

STEP_UP: Operation[LogOutAnswer] = Operation(
    "step_up",
    "POST",
    "/auth/step-up",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_SECOND_FACTOR: Operation[SecondFactor] = Operation(
    "get_second_factor",
    "GET",
    "/users/{id}/second-factor",
    "application/json",
    credentials=("token",),
)

BEGIN_SECOND_FACTOR: Operation[BeginSecondFactorAnswer] = Operation(
    "begin_second_factor",
    "POST",
    "/users/{id}/second-factor",
    "application/json",
    credentials=("token",),
)

CONFIRM_SECOND_FACTOR: Operation[RecoveryCodes] = Operation(
    "confirm_second_factor",
    "PUT",
    "/users/{id}/second-factor",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

REMOVE_SECOND_FACTOR: Operation[SecondFactor] = Operation(
    "remove_second_factor",
    "DELETE",
    "/users/{id}/second-factor",
    "application/json",
    credentials=("token",),
)

CREATE_RECOVERY_CODES: Operation[RecoveryCodes] = Operation(
    "create_recovery_codes",
    "POST",
    "/users/{id}/second-factor/recovery-codes",
    "application/json",
    credentials=("token",),
)

LIST_PASSKEYS: Operation[list[Passkey]] = Operation(
    "list_passkeys",
    "GET",
    "/users/{id}/passkeys",
    "application/json",
    credentials=("token",),
)

ADD_PASSKEY: Operation[AddedPasskey] = Operation(
    "add_passkey",
    "POST",
    "/users/{id}/passkeys",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

BEGIN_PASSKEY: Operation[dict[str, Any]] = Operation(
    "begin_passkey",
    "POST",
    "/users/{id}/passkeys/options",
    "application/json",
    credentials=("token",),
)

RENAME_PASSKEY: Operation[Passkey] = Operation(
    "rename_passkey",
    "PATCH",
    "/users/{id}/passkeys/{passkey_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

REMOVE_PASSKEY: Operation[RemovePasskeyAnswer] = Operation(
    "remove_passkey",
    "DELETE",
    "/users/{id}/passkeys/{passkey_id}",
    "application/json",
    credentials=("token",),
)

BEGIN_PASSKEY_SIGN_IN: Operation[dict[str, Any]] = Operation(
    "begin_passkey_sign_in",
    "POST",
    "/auth/passkey/options",
    "application/json",
    credentials=("token",),
)

SIGN_IN_WITH_PASSKEY: Operation[SignInWithPasskeyAnswer] = Operation(
    "sign_in_with_passkey",
    "POST",
    "/auth/passkey",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

STEP_UP_WITH_PASSKEY: Operation[LogOutAnswer] = Operation(
    "step_up_with_passkey",
    "POST",
    "/auth/step-up/passkey",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_SESSIONS: Operation[list[Session]] = Operation(
    "list_sessions",
    "GET",
    "/users/{id}/sessions",
    "application/json",
    credentials=("token",),
)

END_OTHER_SESSIONS: Operation[EndOtherSessionsAnswer] = Operation(
    "end_other_sessions",
    "DELETE",
    "/users/{id}/sessions",
    "application/json",
    credentials=("token",),
)

LIST_SIGN_ON_PROVIDERS: Operation[list[SignOnProvider]] = Operation(
    "list_sign_on_providers",
    "GET",
    "/auth/sign-on",
    "application/json",
    credentials=("token",),
)

START_SIGN_ON: Operation[SignOnStart] = Operation(
    "start_sign_on",
    "POST",
    "/auth/sign-on/start",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

FINISH_SIGN_ON: Operation[SignInAnswer] = Operation(
    "finish_sign_on",
    "POST",
    "/auth/sign-on/finish",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

START_SIGN_ON_STEP_UP: Operation[SignOnStart] = Operation(
    "start_sign_on_step_up",
    "POST",
    "/auth/step-up/sign-on/start",
    "application/json",
    credentials=("token",),
)

STEP_UP_WITH_SIGN_ON: Operation[LogOutAnswer] = Operation(
    "step_up_with_sign_on",
    "POST",
    "/auth/step-up/sign-on",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_IDENTITIES: Operation[list[Identity]] = Operation(
    "list_identities",
    "GET",
    "/users/{id}/identities",
    "application/json",
    credentials=("token",),
)

LINK_IDENTITY: Operation[Identity] = Operation(
    "link_identity",
    "POST",
    "/users/{id}/identities",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

START_IDENTITY: Operation[SignOnStart] = Operation(
    "start_identity",
    "POST",
    "/users/{id}/identities/start",
    "application/json",
    credentials=("token",),
)

UNLINK_IDENTITY: Operation[RemovePasskeyAnswer] = Operation(
    "unlink_identity",
    "DELETE",
    "/users/{id}/identities/{identity_id}",
    "application/json",
    credentials=("token",),
)

END_SESSION: Operation[RemovePasskeyAnswer] = Operation(
    "end_session",
    "DELETE",
    "/users/{id}/sessions/{session_id}",
    "application/json",
    credentials=("token",),
)

GET_ACCOUNT_CLOSING: Operation[AccountClosing] = Operation(
    "get_account_closing",
    "GET",
    "/users/{id}/closing",
    "application/json",
    credentials=("token",),
)

CLOSE_ACCOUNT: Operation[CloseAccountAnswer] = Operation(
    "close_account",
    "POST",
    "/users/{id}/closing",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

EXPORT_ACCOUNT: Operation[str] = Operation(
    "export_account",
    "GET",
    "/users/{id}/export",
    "application/zip",
    credentials=("token",),
)

SIGN_UP_USER: Operation[SignUpUserAnswer] = Operation(
    "sign_up_user",
    "POST",
    "/users/signup",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_USERS: Operation[list[User]] = Operation(
    "list_users",
    "GET",
    "/users/",
    "application/json",
    credentials=("token",),
)

GET_USER: Operation[User] = Operation(
    "get_user",
    "GET",
    "/users/{user_id}",
    "application/json",
    credentials=("token",),
)

PATCH_USER: Operation[User] = Operation(
    "patch_user",
    "PATCH",
    "/users/{user_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DELETE_USER: Operation[User] = Operation(
    "delete_user",
    "DELETE",
    "/users/{user_id}",
    "application/json",
    credentials=("token",),
)

CREATE_USER: Operation[User] = Operation(
    "create_user",
    "POST",
    "/users/{user_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

PUT_USER: Operation[User] = Operation(
    "put_user",
    "PUT",
    "/users/{user_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

CREATE_ORGANIZATION: Operation[Organization] = Operation(
    "create_organization",
    "POST",
    "/organizations",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

GET_ORGANIZATION: Operation[Organization] = Operation(
    "get_organization",
    "GET",
    "/organizations/{id}",
    "application/json",
    credentials=("token",),
)

PATCH_ORGANIZATION: Operation[Organization] = Operation(
    "patch_organization",
    "PATCH",
    "/organizations/{id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_MEMBERS: Operation[list[OrganizationMember]] = Operation(
    "list_members",
    "GET",
    "/organizations/{id}/members",
    "application/json",
    credentials=("token",),
)

PUT_MEMBER: Operation[PutMemberAnswer] = Operation(
    "put_member",
    "PUT",
    "/organizations/{id}/members/{user_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DELETE_MEMBER: Operation[DeleteMemberAnswer] = Operation(
    "delete_member",
    "DELETE",
    "/organizations/{id}/members/{user_id}",
    "application/json",
    credentials=("token",),
)

LIST_INVITATIONS: Operation[list[OrganizationInvitation]] = Operation(
    "list_invitations",
    "GET",
    "/organizations/{id}/invitations",
    "application/json",
    credentials=("token",),
)

CREATE_INVITATION: Operation[NewOrganizationInvitation] = Operation(
    "create_invitation",
    "POST",
    "/organizations/{id}/invitations",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

RENEW_INVITATION: Operation[NewOrganizationInvitation] = Operation(
    "renew_invitation",
    "POST",
    "/organizations/{id}/invitations/{invitation_id}/renew",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

DELETE_INVITATION: Operation[RemovePasskeyAnswer] = Operation(
    "delete_invitation",
    "DELETE",
    "/organizations/{id}/invitations/{invitation_id}",
    "application/json",
    credentials=("token",),
)

ACCEPT_INVITATION: Operation[AcceptInvitationAnswer] = Operation(
    "accept_invitation",
    "POST",
    "/invitations/accept",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

TRANSFER_SUBSCRIPTION: Operation[Subscription] = Operation(
    "transfer_subscription",
    "POST",
    "/subscriptions/{id}/transfer",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_USER_NOTES: Operation[list[UserNote]] = Operation(
    "list_user_notes",
    "GET",
    "/users/{id}/notes",
    "application/json",
    credentials=("token",),
)

ADD_USER_NOTE: Operation[UserNote] = Operation(
    "add_user_note",
    "POST",
    "/users/{id}/notes",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

DELETE_USER_NOTE: Operation[RemovePasskeyAnswer] = Operation(
    "delete_user_note",
    "DELETE",
    "/users/{id}/notes/{note_id}",
    "application/json",
    credentials=("token",),
)

CREATE_USER_TOKEN: Operation[CreateUserTokenAnswer] = Operation(
    "create_user_token",
    "POST",
    "/users/{id}/token",
    "application/json",
    credentials=("token",),
)

LIST_USER_TOKENS: Operation[list[AccessToken]] = Operation(
    "list_user_tokens",
    "GET",
    "/users/{id}/tokens",
    "application/json",
    credentials=("token",),
)

REVOKE_USER_TOKEN: Operation[RevokeUserTokenAnswer] = Operation(
    "revoke_user_token",
    "DELETE",
    "/users/{id}/tokens/{token_id}",
    "application/json",
    credentials=("token",),
)

LIST_REMAINING_CREDENTIALS: Operation[list[RemainingCredential]] = Operation(
    "list_remaining_credentials",
    "GET",
    "/users/{id}/remaining-credentials",
    "application/json",
    credentials=("token",),
)

KEEP_REMAINING_CREDENTIALS: Operation[LogOutAnswer] = Operation(
    "keep_remaining_credentials",
    "DELETE",
    "/users/{id}/remaining-credentials",
    "application/json",
    credentials=("token",),
)

LIST_OPERATOR_ACCESS: Operation[list[OperatorAccess]] = Operation(
    "list_operator_access",
    "GET",
    "/users/{id}/operator-access",
    "application/json",
    credentials=("token",),
)

LIST_OPERATORS: Operation[list[Operator]] = Operation(
    "list_operators",
    "GET",
    "/operators",
    "application/json",
    credentials=("token",),
)

LIST_ROLES: Operation[RoleMatrix] = Operation(
    "list_roles",
    "GET",
    "/roles",
    "application/json",
)

LIST_USER_SUBSCRIPTIONS: Operation[list[Subscription]] = Operation(
    "list_user_subscriptions",
    "GET",
    "/users/{id}/subscriptions",
    "application/json",
    credentials=("token",),
)

LIST_SUBSCRIPTIONS: Operation[list[Subscription]] = Operation(
    "list_subscriptions",
    "GET",
    "/subscriptions",
    "application/json",
    credentials=("token",),
)

GET_SUBSCRIPTION: Operation[Subscription] = Operation(
    "get_subscription",
    "GET",
    "/subscriptions/{subscription_id}",
    "application/json",
    credentials=("token",),
)

DELETE_SUBSCRIPTION: Operation[RemovePasskeyAnswer] = Operation(
    "delete_subscription",
    "DELETE",
    "/subscriptions/{subscription_id}",
    "application/json",
    credentials=("token",),
)

CREATE_SUBSCRIPTION: Operation[Subscription] = Operation(
    "create_subscription",
    "POST",
    "/subscriptions/{subscription_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

PUT_SUBSCRIPTION: Operation[Subscription] = Operation(
    "put_subscription",
    "PUT",
    "/subscriptions/{subscription_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

PATCH_SUBSCRIPTION: Operation[Subscription] = Operation(
    "patch_subscription",
    "PATCH",
    "/subscriptions/{subscription_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

BUMP_SANDBOX: Operation[BumpSandboxAnswer] = Operation(
    "bump_sandbox",
    "PUT",
    "/subscriptions/sandbox-bump",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

ADJUST_CREDITS: Operation[AdjustCreditsAnswer] = Operation(
    "adjust_credits",
    "POST",
    "/subscriptions/{id}/credits",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_LEDGER: Operation[list[LedgerEntry]] = Operation(
    "list_ledger",
    "GET",
    "/subscriptions/{subscription_id}/ledger",
    "application/json",
    credentials=("token",),
)

LIST_GRANTS: Operation[list[Grant]] = Operation(
    "list_grants",
    "GET",
    "/subscriptions/{id}/grants",
    "application/json",
    credentials=("token",),
)

CREATE_GRANT: Operation[Grant] = Operation(
    "create_grant",
    "POST",
    "/subscriptions/{id}/grants",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

DELETE_GRANT: Operation[DeleteGrantAnswer] = Operation(
    "delete_grant",
    "DELETE",
    "/subscriptions/{id}/grants/{grant_id}",
    "application/json",
    credentials=("token",),
)

GET_PLAN: Operation[SubscriptionPlan] = Operation(
    "get_plan",
    "GET",
    "/subscriptions/{id}/plan",
    "application/json",
    credentials=("token",),
)

CHANGE_PLAN: Operation[SubscriptionPlan] = Operation(
    "change_plan",
    "POST",
    "/subscriptions/{id}/plan",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

KEEP_PLAN: Operation[SubscriptionPlan] = Operation(
    "keep_plan",
    "DELETE",
    "/subscriptions/{id}/plan/change",
    "application/json",
    credentials=("token",),
)

PUT_OVERAGE: Operation[SubscriptionPlan] = Operation(
    "put_overage",
    "PUT",
    "/subscriptions/{id}/overage",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

PUT_TIME_ZONE: Operation[SubscriptionPlan] = Operation(
    "put_time_zone",
    "PUT",
    "/subscriptions/{id}/time-zone",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

PAUSE_PLAN: Operation[SubscriptionPlan] = Operation(
    "pause_plan",
    "POST",
    "/subscriptions/{id}/pause",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

RESUME_PLAN: Operation[SubscriptionPlan] = Operation(
    "resume_plan",
    "POST",
    "/subscriptions/{id}/resume",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

LIST_SUBSCRIPTION_PERIODS: Operation[list[BillingPeriod]] = Operation(
    "list_subscription_periods",
    "GET",
    "/subscriptions/{id}/periods",
    "application/json",
    credentials=("token",),
)

LIST_PERIODS: Operation[list[BillingPeriod]] = Operation(
    "list_periods",
    "GET",
    "/periods",
    "application/json",
    credentials=("token",),
)

PAY_PERIOD: Operation[BillingPeriod] = Operation(
    "pay_period",
    "POST",
    "/subscriptions/{id}/periods/{number}/paid",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

LAPSE_PERIOD: Operation[BillingPeriod] = Operation(
    "lapse_period",
    "POST",
    "/subscriptions/{id}/periods/{number}/lapse",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

EXTEND_PERIOD: Operation[BillingPeriod] = Operation(
    "extend_period",
    "POST",
    "/subscriptions/{id}/periods/{number}/extend",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_NUMBER_GAPS: Operation[list[NumberGap]] = Operation(
    "list_number_gaps",
    "GET",
    "/papers/gaps",
    "application/json",
    credentials=("token",),
)

LIST_MISSING_LETTERS: Operation[MissingLetters] = Operation(
    "list_missing_letters",
    "GET",
    "/papers/letters",
    "application/json",
    credentials=("token",),
)

GET_MONTH_CSV: Operation[str] = Operation(
    "get_month_csv",
    "GET",
    "/papers/months/{month}/csv",
    "text/csv",
    credentials=("token",),
)

GET_MONTH_DATEV: Operation[str] = Operation(
    "get_month_datev",
    "GET",
    "/papers/months/{month}/datev",
    "text/csv",
    credentials=("token",),
)

GET_MONTH_ZIP: Operation[str] = Operation(
    "get_month_zip",
    "GET",
    "/papers/months/{month}/zip",
    "application/zip",
    credentials=("token",),
)

GET_REVENUE: Operation[list[MonthRevenue]] = Operation(
    "get_revenue",
    "GET",
    "/papers/revenue",
    "application/json",
    credentials=("token",),
)

LIST_PAPERS: Operation[list[Paper]] = Operation(
    "list_papers",
    "GET",
    "/papers",
    "application/json",
    credentials=("token",),
)

GET_PAPER: Operation[str] = Operation(
    "get_paper",
    "GET",
    "/papers/{id}",
    "application/json",
    credentials=("token",),
)

GET_PAPER_FILE: Operation[str] = Operation(
    "get_paper_file",
    "GET",
    "/papers/{id}/pdf",
    "application/pdf",
    credentials=("token",),
)

GET_PAPER_XML: Operation[str] = Operation(
    "get_paper_xml",
    "GET",
    "/papers/{id}/xml",
    "application/xml",
    credentials=("token",),
)

LIST_PAPER_FORMS: Operation[list[PaperForm]] = Operation(
    "list_paper_forms",
    "GET",
    "/papers/{id}/forms",
    "application/json",
    credentials=("token",),
)

GET_SELLER: Operation[Seller] = Operation(
    "get_seller",
    "GET",
    "/papers/seller",
    "application/json",
    credentials=("token",),
)

PUT_SELLER: Operation[Seller] = Operation(
    "put_seller",
    "PUT",
    "/papers/seller",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_TAXES: Operation[Taxes] = Operation(
    "get_taxes",
    "GET",
    "/papers/taxes",
    "application/json",
    credentials=("token",),
)

PUT_TAXES: Operation[Taxes] = Operation(
    "put_taxes",
    "PUT",
    "/papers/taxes",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_BOOKKEEPING_ACCOUNTS: Operation[BookkeepingAccounts] = Operation(
    "get_bookkeeping_accounts",
    "GET",
    "/papers/accounts",
    "application/json",
    credentials=("token",),
)

PUT_BOOKKEEPING_ACCOUNTS: Operation[BookkeepingAccounts] = Operation(
    "put_bookkeeping_accounts",
    "PUT",
    "/papers/accounts",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_BILLING_DETAILS: Operation[BillingDetails] = Operation(
    "get_billing_details",
    "GET",
    "/users/{id}/billing-details",
    "application/json",
    credentials=("token",),
)

PUT_BILLING_DETAILS: Operation[BillingDetails] = Operation(
    "put_billing_details",
    "PUT",
    "/users/{id}/billing-details",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

PUBLISH_TERMS: Operation[TermsText] = Operation(
    "publish_terms",
    "PUT",
    "/terms/{kind}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_TERMS: Operation[list[Terms]] = Operation(
    "list_terms",
    "GET",
    "/terms",
    "application/json",
)

GET_TERMS: Operation[TermsText] = Operation(
    "get_terms",
    "GET",
    "/terms/{kind}/{version}",
    "application/json",
)

LIST_OPEN_TERMS: Operation[list[Terms]] = Operation(
    "list_open_terms",
    "GET",
    "/terms/open",
    "application/json",
    credentials=("token",),
)

ACCEPT_TERMS: Operation[Acceptance] = Operation(
    "accept_terms",
    "POST",
    "/terms/acceptances",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_ACCEPTANCES: Operation[list[Acceptance]] = Operation(
    "list_acceptances",
    "GET",
    "/users/{id}/acceptances",
    "application/json",
    credentials=("token",),
)

LIST_TAX_IDS: Operation[list[TaxIdCheck]] = Operation(
    "list_tax_ids",
    "GET",
    "/papers/tax-ids",
    "application/json",
    credentials=("token",),
)

DECIDE_TAX_ID: Operation[TaxIdCheck] = Operation(
    "decide_tax_id",
    "POST",
    "/papers/tax-ids/{id}/decision",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_USER_SUBSCRIPTION_SECRETS: Operation[SignUpAnswerKeys] = Operation(
    "list_user_subscription_secrets",
    "POST",
    "/users/{id}/subscriptions/{subscription_id}/listSecrets",
    "application/json",
    credentials=("token",),
)

LIST_SECRETS: Operation[SignUpAnswerKeys] = Operation(
    "list_secrets",
    "POST",
    "/subscriptions/{subscription_id}/listSecrets",
    "application/json",
    credentials=("token",),
)

LIST_KEYS: Operation[list[KeyInUse]] = Operation(
    "list_keys",
    "GET",
    "/subscriptions/{subscription_id}/keys",
    "application/json",
    credentials=("token",),
)

REGENERATE_PRIMARY_KEY: Operation[SignUpAnswerKeys] = Operation(
    "regenerate_primary_key",
    "POST",
    "/subscriptions/{id}/regeneratePrimaryKey",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

REGENERATE_SECONDARY_KEY: Operation[SignUpAnswerKeys] = Operation(
    "regenerate_secondary_key",
    "POST",
    "/subscriptions/{id}/regenerateSecondaryKey",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

REGENERATE_TEST_KEY: Operation[SignUpAnswerKeys] = Operation(
    "regenerate_test_key",
    "POST",
    "/subscriptions/{id}/regenerateTestKey",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

FIND_KEYS: Operation[list[FoundKey]] = Operation(
    "find_keys",
    "POST",
    "/keys/find",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_PRODUCTS: Operation[list[Product]] = Operation(
    "list_products",
    "GET",
    "/products",
    "application/json",
    credentials=("token",),
)

GET_PRODUCT: Operation[Product] = Operation(
    "get_product",
    "GET",
    "/products/{id}",
    "application/json",
    credentials=("token",),
)

CREATE_PRODUCT: Operation[Product] = Operation(
    "create_product",
    "POST",
    "/products/{id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

PUT_PRODUCT: Operation[PutProductAnswer] = Operation(
    "put_product",
    "PUT",
    "/products/{id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DELETE_PRODUCT: Operation[RemovePasskeyAnswer] = Operation(
    "delete_product",
    "DELETE",
    "/products/{id}",
    "application/json",
    credentials=("token",),
)

LIST_PRODUCT_APIS: Operation[list[APIOutput]] = Operation(
    "list_product_apis",
    "GET",
    "/products/{id}/apis",
    "application/json",
    credentials=("token",),
)

ADD_PRODUCT_API: Operation[APIOutput] = Operation(
    "add_product_api",
    "PUT",
    "/products/{id}/apis/{api_id}",
    "application/json",
    credentials=("token",),
)

REMOVE_PRODUCT_API: Operation[LogOutAnswer] = Operation(
    "remove_product_api",
    "DELETE",
    "/products/{id}/apis/{api_id}",
    "application/json",
    credentials=("token",),
)

GET_PRODUCT_POLICY: Operation[GetProductPolicyAnswer] = Operation(
    "get_product_policy",
    "GET",
    "/products/{id}/policies/policy",
    "application/json",
    credentials=("token",),
)

PUT_PRODUCT_POLICY: Operation[GetProductPolicyAnswer] = Operation(
    "put_product_policy",
    "PUT",
    "/products/{id}/policies/policy",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

PREVIEW_PRODUCT_POLICY: Operation[PolicyPreview] = Operation(
    "preview_product_policy",
    "POST",
    "/products/{id}/policies/preview",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_PRODUCT_OFFER: Operation[Offer] = Operation(
    "get_product_offer",
    "GET",
    "/products/{id}/offer",
    "application/json",
    credentials=("token",),
)

PUT_PRODUCT_OFFER: Operation[Offer] = Operation(
    "put_product_offer",
    "PUT",
    "/products/{id}/offer",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_PRODUCT_OFFERS: Operation[list[Offer]] = Operation(
    "list_product_offers",
    "GET",
    "/products/{id}/offers",
    "application/json",
    credentials=("token",),
)

LIST_OFFERS: Operation[list[Offer]] = Operation(
    "list_offers",
    "GET",
    "/offers",
    "application/json",
    credentials=("token",),
)

PREVIEW_PRODUCT_OFFER: Operation[OfferPreview] = Operation(
    "preview_product_offer",
    "POST",
    "/products/{id}/offer/preview",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_PRICING: Operation[Pricing] = Operation(
    "get_pricing",
    "GET",
    "/pricing",
    "application/json",
)

LIST_APIS: Operation[list[APIOutput]] = Operation(
    "list_apis",
    "GET",
    "/apis",
    "application/json",
    credentials=("token",),
)

CREATE_API: Operation[APIOutput] = Operation(
    "create_api",
    "POST",
    "/apis",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

GET_API: Operation[APIOutput] = Operation(
    "get_api",
    "GET",
    "/apis/{api_id}",
    "application/json",
    credentials=("token",),
)

UPDATE_API: Operation[APIOutput] = Operation(
    "update_api",
    "PATCH",
    "/apis/{api_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DELETE_API: Operation[LogOutAnswer] = Operation(
    "delete_api",
    "DELETE",
    "/apis/{api_id}",
    "application/json",
    credentials=("token",),
)

GET_API_DOCUMENT: Operation[str] = Operation(
    "get_api_document",
    "GET",
    "/apis/{api_id}/document",
    "application/json",
    credentials=("token",),
)

PUT_API_DOCUMENT: Operation[ApiDocument] = Operation(
    "put_api_document",
    "PUT",
    "/apis/{api_id}/document",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DELETE_API_DOCUMENT: Operation[LogOutAnswer] = Operation(
    "delete_api_document",
    "DELETE",
    "/apis/{api_id}/document",
    "application/json",
    credentials=("token",),
)

GET_API_MAPPING: Operation[str] = Operation(
    "get_api_mapping",
    "GET",
    "/apis/{api_id}/mapping",
    "application/yaml",
    credentials=("token",),
)

PUT_API_MAPPING: Operation[VendorMapping] = Operation(
    "put_api_mapping",
    "PUT",
    "/apis/{api_id}/mapping",
    "application/json",
    credentials=("token",),
    body_type="application/yaml",
)

DELETE_API_MAPPING: Operation[LogOutAnswer] = Operation(
    "delete_api_mapping",
    "DELETE",
    "/apis/{api_id}/mapping",
    "application/json",
    credentials=("token",),
)

PREVIEW_API_MAPPING: Operation[VendorMapping] = Operation(
    "preview_api_mapping",
    "POST",
    "/apis/{api_id}/mapping/preview",
    "application/json",
    credentials=("token",),
    body_type="application/yaml",
)

TEST_API: Operation[TestApiAnswer] = Operation(
    "test_api",
    "POST",
    "/apis/test",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_API_HEALTH: Operation[APIHealth] = Operation(
    "get_api_health",
    "GET",
    "/apis/{api_id}/health",
    "application/json",
    credentials=("token",),
)

REPORT_BY_API: Operation[MetricsResponse] = Operation(
    "report_by_api",
    "GET",
    "/reports/byApi",
    "application/json",
    credentials=("token",),
)

REPORT_OF_KEY: Operation[MetricsResponse] = Operation(
    "report_of_key",
    "GET",
    "/usage",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="reportOfKey",
)

REPORT_BY_SUBSCRIPTION: Operation[ReportBySubscriptionAnswer] = Operation(
    "report_by_subscription",
    "GET",
    "/reports/bySubscription",
    "application/json",
    credentials=("token",),
)

REPORT_BY_USER: Operation[ReportByUserAnswer] = Operation(
    "report_by_user",
    "GET",
    "/reports/byUser",
    "application/json",
    credentials=("token",),
)

REPORT_BY_REQUEST: Operation[RequestResponse] = Operation(
    "report_by_request",
    "GET",
    "/reports/byRequest",
    "application/json",
    credentials=("token",),
)

REPORT_TIMESERIES: Operation[ReportTimeseriesAnswer] = Operation(
    "report_timeseries",
    "GET",
    "/reports/timeseries",
    "application/json",
    credentials=("token",),
)

REPORT_TIMES: Operation[CallTimes] = Operation(
    "report_times",
    "GET",
    "/reports/times",
    "application/json",
    credentials=("token",),
)

FOLLOW_REQUESTS: Operation[str] = Operation(
    "follow_requests",
    "GET",
    "/reports/byRequest/events",
    "text/event-stream",
    credentials=("token",),
)

REPORT_BY_KEY: Operation[ReportByKeyAnswer] = Operation(
    "report_by_key",
    "GET",
    "/reports/byKey",
    "application/json",
    credentials=("token",),
)

REPORT_BY_ERROR: Operation[ReportByErrorAnswer] = Operation(
    "report_by_error",
    "GET",
    "/reports/byError",
    "application/json",
    credentials=("token",),
)

LIST_WEBHOOKS: Operation[list[Webhook]] = Operation(
    "list_webhooks",
    "GET",
    "/webhooks",
    "application/json",
    credentials=("token",),
)

CREATE_WEBHOOK: Operation[CreateWebhookAnswer] = Operation(
    "create_webhook",
    "POST",
    "/webhooks",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

GET_WEBHOOK: Operation[Webhook] = Operation(
    "get_webhook",
    "GET",
    "/webhooks/{webhook_id}",
    "application/json",
    credentials=("token",),
)

UPDATE_WEBHOOK: Operation[Webhook] = Operation(
    "update_webhook",
    "PATCH",
    "/webhooks/{webhook_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DELETE_WEBHOOK: Operation[RemovePasskeyAnswer] = Operation(
    "delete_webhook",
    "DELETE",
    "/webhooks/{webhook_id}",
    "application/json",
    credentials=("token",),
)

LIST_WEBHOOK_EVENT_TYPES: Operation[list[WebhookEventType]] = Operation(
    "list_webhook_event_types",
    "GET",
    "/webhooks/event-types",
    "application/json",
    credentials=("token",),
)

LIST_WEBHOOK_SECRETS: Operation[WebhookSecrets] = Operation(
    "list_webhook_secrets",
    "POST",
    "/webhooks/{webhook_id}/listSecrets",
    "application/json",
    credentials=("token",),
)

REGENERATE_WEBHOOK_SECRET: Operation[WebhookSecrets] = Operation(
    "regenerate_webhook_secret",
    "POST",
    "/webhooks/{webhook_id}/regenerateSecret",
    "application/json",
    credentials=("token",),
)

LIST_WEBHOOK_DELIVERIES: Operation[list[WebhookDelivery]] = Operation(
    "list_webhook_deliveries",
    "GET",
    "/webhooks/{webhook_id}/deliveries",
    "application/json",
    credentials=("token",),
)

GET_WEBHOOK_DELIVERY: Operation[GetWebhookDeliveryAnswer] = Operation(
    "get_webhook_delivery",
    "GET",
    "/webhooks/{webhook_id}/deliveries/{event_id}",
    "application/json",
    credentials=("token",),
)

TEST_WEBHOOK: Operation[TestWebhookAnswer] = Operation(
    "test_webhook",
    "POST",
    "/webhooks/{webhook_id}/test",
    "application/json",
    credentials=("token",),
)

REPLAY_WEBHOOK: Operation[ReplayWebhookAnswer] = Operation(
    "replay_webhook",
    "POST",
    "/webhooks/{webhook_id}/replay",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_AUDIT: Operation[list[AuditRecord]] = Operation(
    "list_audit",
    "GET",
    "/audit",
    "application/json",
    credentials=("token",),
)

GET_SYSTEM: Operation[System] = Operation(
    "get_system",
    "GET",
    "/system",
    "application/json",
    credentials=("token",),
)

FOLLOW_SYSTEM: Operation[str] = Operation(
    "follow_system",
    "GET",
    "/system/events",
    "text/event-stream",
    credentials=("token",),
)

CHECK_LEDGER: Operation[CheckLedgerAnswer] = Operation(
    "check_ledger",
    "POST",
    "/system/ledgerCheck",
    "application/json",
    credentials=("token",),
)

REQUEST_BACKUP: Operation[RequestBackupAnswer] = Operation(
    "request_backup",
    "POST",
    "/system/backup",
    "application/json",
    credentials=("token",),
)

FORGET_NODE: Operation[ForgetNodeAnswer] = Operation(
    "forget_node",
    "DELETE",
    "/system/nodes/{instance}",
    "application/json",
    credentials=("token",),
)

RESUME_SERVICE: Operation[ResumeServiceAnswer] = Operation(
    "resume_service",
    "POST",
    "/system/resume",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

CHECK_INSTALLATION: Operation[CheckInstallationAnswer] = Operation(
    "check_installation",
    "GET",
    "/system/checks",
    "application/json",
    credentials=("token",),
)

LIST_CUSTOMERS: Operation[Customers] = Operation(
    "list_customers",
    "GET",
    "/system/customers",
    "application/json",
    credentials=("token",),
)

GET_INBOX: Operation[Inbox] = Operation(
    "get_inbox",
    "GET",
    "/system/inbox",
    "application/json",
    credentials=("token",),
)

PUT_OFF_INBOX_ROW: Operation[PutOffInboxRowAnswer] = Operation(
    "put_off_inbox_row",
    "POST",
    "/system/inbox/{id}/put-off",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

SEARCH: Operation[Search] = Operation(
    "search",
    "POST",
    "/system/search",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

SEARCH_ACCOUNT: Operation[Search] = Operation(
    "search_account",
    "POST",
    "/users/{id}/search",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_METRICS: Operation[str] = Operation(
    "get_metrics",
    "GET",
    "/metrics",
    "text/plain",
    credentials=("token",),
    anonymous=True,
)

LIST_DATASETS: Operation[list[Dataset]] = Operation(
    "list_datasets",
    "GET",
    "/datasets",
    "application/json",
    credentials=("token",),
)

GET_DATASET: Operation[DatasetFamily] = Operation(
    "get_dataset",
    "GET",
    "/datasets/{family}",
    "application/json",
    credentials=("token",),
)

PUT_DATASET: Operation[Import] = Operation(
    "put_dataset",
    "PUT",
    "/datasets/{family}",
    "application/json",
    credentials=("token",),
    body_type="text/csv",
)

ROLL_BACK_DATASET: Operation[DatasetFamily] = Operation(
    "roll_back_dataset",
    "POST",
    "/datasets/{family}/rollback",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

COMPARE_DATASETS: Operation[DatasetChanges] = Operation(
    "compare_datasets",
    "GET",
    "/datasets/{family}/diff",
    "application/json",
    credentials=("token",),
)

GET_VIN_DATA: Operation[VinData] = Operation(
    "get_vin_data",
    "GET",
    "/datasets/vpic",
    "application/json",
    credentials=("token",),
)

PUT_VIN_DATA: Operation[Import] = Operation(
    "put_vin_data",
    "PUT",
    "/datasets/vpic",
    "application/json",
    credentials=("token",),
    body_type="application/octet-stream",
)

ROLL_BACK_VIN_DATA: Operation[VinData] = Operation(
    "roll_back_vin_data",
    "POST",
    "/datasets/vpic/rollback",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

GET_DATASET_COLUMNS: Operation[DatasetColumns] = Operation(
    "get_dataset_columns",
    "GET",
    "/datasets/{family}/columns",
    "application/json",
    credentials=("token",),
)

LIST_IMPORTS: Operation[list[Import]] = Operation(
    "list_imports",
    "GET",
    "/imports",
    "application/json",
    credentials=("token",),
)

GET_IMPORT: Operation[Import] = Operation(
    "get_import",
    "GET",
    "/imports/{id}",
    "application/json",
    credentials=("token",),
)

DELETE_IMPORT: Operation[Import] = Operation(
    "delete_import",
    "DELETE",
    "/imports/{id}",
    "application/json",
    credentials=("token",),
)

WATCH_IMPORT: Operation[str] = Operation(
    "watch_import",
    "GET",
    "/imports/{id}/events",
    "text/event-stream",
    credentials=("token",),
)

LIST_IMPORT_REJECTS: Operation[str] = Operation(
    "list_import_rejects",
    "GET",
    "/imports/{id}/rejects",
    "text/csv",
    credentials=("token",),
)

LIST_HEADLIGHT_ASSEMBLY_YEARS: Operation[Choices] = Operation(
    "list_headlight_assembly_years",
    "GET",
    "/headlight-assembly/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listHeadlightAssemblyYears",
)

LIST_HEADLIGHT_ASSEMBLY_MAKES: Operation[Choices] = Operation(
    "list_headlight_assembly_makes",
    "GET",
    "/headlight-assembly/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listHeadlightAssemblyMakes",
)

LIST_HEADLIGHT_ASSEMBLY_MODELS: Operation[Choices] = Operation(
    "list_headlight_assembly_models",
    "GET",
    "/headlight-assembly/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listHeadlightAssemblyModels",
)

GET_HEADLIGHT_ASSEMBLY_BY_MODEL: Operation[HeadlightAssembly] = Operation(
    "get_headlight_assembly_by_model",
    "GET",
    "/headlight-assembly/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getHeadlightAssemblyByModel",
)

GET_HEADLIGHT_ASSEMBLY: Operation[HeadlightAssembly] = Operation(
    "get_headlight_assembly",
    "GET",
    "/headlight-assembly/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getHeadlightAssembly",
)

LIST_VEHICLE_IMAGES_YEARS: Operation[Choices] = Operation(
    "list_vehicle_images_years",
    "GET",
    "/vehicle-images/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listVehicleImagesYears",
)

LIST_VEHICLE_IMAGES_MAKES: Operation[Choices] = Operation(
    "list_vehicle_images_makes",
    "GET",
    "/vehicle-images/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listVehicleImagesMakes",
)

LIST_VEHICLE_IMAGES_MODELS: Operation[Choices] = Operation(
    "list_vehicle_images_models",
    "GET",
    "/vehicle-images/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listVehicleImagesModels",
)

LIST_VEHICLE_IMAGES_TRIMS: Operation[Choices] = Operation(
    "list_vehicle_images_trims",
    "GET",
    "/vehicle-images/options/trim/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listVehicleImagesTrims",
)

GET_VEHICLE_IMAGES: Operation[VehicleImages] = Operation(
    "get_vehicle_images",
    "GET",
    "/vehicle-images/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getVehicleImages",
)

GET_VEHICLE_IMAGES_BY_TRIM: Operation[VehicleImages] = Operation(
    "get_vehicle_images_by_trim",
    "GET",
    "/vehicle-images/{year}/{make}/{model}/{trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getVehicleImagesByTrim",
)

GET_VEHICLE_IMAGES_BY_EXTRA_TRIM: Operation[VehicleImages] = Operation(
    "get_vehicle_images_by_extra_trim",
    "GET",
    "/vehicle-images/{year}/{make}/{model}/{trim}/{extra_trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getVehicleImagesByExtraTrim",
)

LIST_MARKET_VALUATION_YEARS: Operation[Choices] = Operation(
    "list_market_valuation_years",
    "GET",
    "/market-valuation/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listMarketValuationYears",
)

LIST_MARKET_VALUATION_MAKES: Operation[Choices] = Operation(
    "list_market_valuation_makes",
    "GET",
    "/market-valuation/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listMarketValuationMakes",
)

LIST_MARKET_VALUATION_MODELS: Operation[Choices] = Operation(
    "list_market_valuation_models",
    "GET",
    "/market-valuation/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listMarketValuationModels",
)

GET_MARKET_VALUATION: Operation[MarketValuation] = Operation(
    "get_market_valuation",
    "GET",
    "/market-valuation/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getMarketValuation",
)

GET_MARKET_VALUATION_BY_MODEL: Operation[MarketValuation] = Operation(
    "get_market_valuation_by_model",
    "GET",
    "/market-valuation/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getMarketValuationByModel",
)

LIST_WINDSHIELD_YEARS: Operation[Choices] = Operation(
    "list_windshield_years",
    "GET",
    "/windshield-api/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listWindshieldYears",
)

LIST_WINDSHIELD_MAKES: Operation[Choices] = Operation(
    "list_windshield_makes",
    "GET",
    "/windshield-api/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listWindshieldMakes",
)

LIST_WINDSHIELD_MODELS: Operation[Choices] = Operation(
    "list_windshield_models",
    "GET",
    "/windshield-api/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listWindshieldModels",
)

GET_WINDSHIELD_BY_MODEL: Operation[Windshield] = Operation(
    "get_windshield_by_model",
    "GET",
    "/windshield-api/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getWindshieldByModel",
)

GET_WINDSHIELD_BY_PLATE: Operation[Windshield] = Operation(
    "get_windshield_by_plate",
    "GET",
    "/windshield-api/{license_plate}/{state}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getWindshieldByPlate",
)

GET_WINDSHIELD: Operation[Windshield] = Operation(
    "get_windshield",
    "GET",
    "/windshield-api/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getWindshield",
)

GET_WINDSHIELD_OF_VIN: Operation[Windshield] = Operation(
    "get_windshield_of_vin",
    "GET",
    "/windshield/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getWindshieldOfVin",
)

GET_LIENS: Operation[LienLookup] = Operation(
    "get_liens",
    "GET",
    "/lien/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getLiens",
)

GET_PLATE_DECODE_BY_PLATE: Operation[PlateDecode] = Operation(
    "get_plate_decode_by_plate",
    "GET",
    "/us-plate-decode/{license_plate}/{state}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getPlateDecodeByPlate",
)

GET_LICENSE_DECODE_BY_PLATE: Operation[LicenseDecode] = Operation(
    "get_license_decode_by_plate",
    "GET",
    "/license-decoder/{license_plate}/{state}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getLicenseDecodeByPlate",
)

LIST_SPECIFICATIONS_V3_YEARS: Operation[Choices] = Operation(
    "list_specifications_v3_years",
    "GET",
    "/ymm-specs/options/v3/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV3Years",
)

LIST_SPECIFICATIONS_V3_MAKES: Operation[Choices] = Operation(
    "list_specifications_v3_makes",
    "GET",
    "/ymm-specs/options/v3/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV3Makes",
)

LIST_SPECIFICATIONS_V3_MODELS: Operation[Choices] = Operation(
    "list_specifications_v3_models",
    "GET",
    "/ymm-specs/options/v3/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV3Models",
)

LIST_SPECIFICATIONS_V3_TRIMS: Operation[Choices] = Operation(
    "list_specifications_v3_trims",
    "GET",
    "/ymm-specs/options/v3/trim/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV3Trims",
)

GET_SPECIFICATIONS_V3_BY_TRIM: Operation[GroupedSpecifications] = Operation(
    "get_specifications_v3_by_trim",
    "GET",
    "/ymm-specs/v3/{year}/{make}/{model}/{trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getSpecificationsV3ByTrim",
)

GET_SPECIFICATIONS_V3_BY_EXTRA_TRIM: Operation[GroupedSpecifications] = Operation(
    "get_specifications_v3_by_extra_trim",
    "GET",
    "/ymm-specs/v3/{year}/{make}/{model}/{trim}/{extra_trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getSpecificationsV3ByExtraTrim",
)

GET_SPECIFICATIONS_BY_TRIM: Operation[Specifications] = Operation(
    "get_specifications_by_trim",
    "GET",
    "/ymm-specs/{year}/{make}/{model}/{trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getSpecificationsByTrim",
)

GET_SPECIFICATIONS_BY_EXTRA_TRIM: Operation[Specifications] = Operation(
    "get_specifications_by_extra_trim",
    "GET",
    "/ymm-specs/{year}/{make}/{model}/{trim}/{extra_trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getSpecificationsByExtraTrim",
)

LIST_SPECIFICATIONS_V2_YEARS: Operation[Choices] = Operation(
    "list_specifications_v2_years",
    "GET",
    "/ymm-specs/options/v2/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV2Years",
)

LIST_SPECIFICATIONS_V2_MAKES: Operation[Choices] = Operation(
    "list_specifications_v2_makes",
    "GET",
    "/ymm-specs/options/v2/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV2Makes",
)

LIST_SPECIFICATIONS_V2_MODELS: Operation[Choices] = Operation(
    "list_specifications_v2_models",
    "GET",
    "/ymm-specs/options/v2/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV2Models",
)

LIST_SPECIFICATIONS_V2_TRIMS: Operation[Choices] = Operation(
    "list_specifications_v2_trims",
    "GET",
    "/ymm-specs/options/v2/trim/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listSpecificationsV2Trims",
)

LIST_OEM_PARTS_YEARS: Operation[Choices] = Operation(
    "list_oem_parts_years",
    "GET",
    "/oem-parts/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listOemPartsYears",
)

LIST_OEM_PARTS_MAKES: Operation[Choices] = Operation(
    "list_oem_parts_makes",
    "GET",
    "/oem-parts/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listOemPartsMakes",
)

LIST_OEM_PARTS_MODELS: Operation[Choices] = Operation(
    "list_oem_parts_models",
    "GET",
    "/oem-parts/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listOemPartsModels",
)

LIST_OEM_PARTS_TRIMS: Operation[Choices] = Operation(
    "list_oem_parts_trims",
    "GET",
    "/oem-parts/options/trim/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listOemPartsTrims",
)

LIST_OEM_PARTS_CATEGORIES: Operation[Choices] = Operation(
    "list_oem_parts_categories",
    "GET",
    "/oem-parts/options/categories/{year}/{make}/{model}/{trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listOemPartsCategories",
)

LIST_OEM_PARTS_SUBCATEGORIES: Operation[Choices] = Operation(
    "list_oem_parts_subcategories",
    "GET",
    "/oem-parts/options/subcategories/{year}/{make}/{model}/{trim}/{category}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listOemPartsSubcategories",
)

GET_OEM_PARTS: Operation[OemParts] = Operation(
    "get_oem_parts",
    "GET",
    "/oem-parts/{year}/{make}/{model}/{trim}/{category}/{subcategory}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getOemParts",
)

GET_OEM_VIN_DECODE: Operation[OemVinDecode] = Operation(
    "get_oem_vin_decode",
    "GET",
    "/oem-vin-decode/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getOemVinDecode",
)

GET_OPEN_RECALLS: Operation[OpenRecalls] = Operation(
    "get_open_recalls",
    "GET",
    "/open-recall/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getOpenRecalls",
)

GET_ENGINE_OIL: Operation[OilLookup] = Operation(
    "get_engine_oil",
    "GET",
    "/oil-lookup/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getEngineOil",
)

GET_ENGINE_OIL_BY_PLATE: Operation[OilLookup] = Operation(
    "get_engine_oil_by_plate",
    "GET",
    "/oil-lookup/{license}/{state}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getEngineOilByPlate",
)

DECODE_VIN: Operation[VinDecode] = Operation(
    "decode_vin",
    "GET",
    "/vin-decoder/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="decodeVin",
)

LIST_MOTORCYCLE_YEARS: Operation[Choices] = Operation(
    "list_motorcycle_years",
    "GET",
    "/motorcycle-decode/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listMotorcycleYears",
)

LIST_MOTORCYCLE_MAKES: Operation[Choices] = Operation(
    "list_motorcycle_makes",
    "GET",
    "/motorcycle-decode/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listMotorcycleMakes",
)

LIST_MOTORCYCLE_MODELS: Operation[Choices] = Operation(
    "list_motorcycle_models",
    "GET",
    "/motorcycle-decode/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listMotorcycleModels",
)

GET_MOTORCYCLE: Operation[MotorcycleDecode] = Operation(
    "get_motorcycle",
    "GET",
    "/motorcycle-decode/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getMotorcycle",
)

GET_MOTORCYCLE_BY_MODEL: Operation[MotorcycleDecode] = Operation(
    "get_motorcycle_by_model",
    "GET",
    "/motorcycle-decode/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getMotorcycleByModel",
)

LIST_REPAIR_ESTIMATES_YEARS: Operation[Choices] = Operation(
    "list_repair_estimates_years",
    "GET",
    "/repair-estimates/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listRepairEstimatesYears",
)

LIST_REPAIR_ESTIMATES_MAKES: Operation[Choices] = Operation(
    "list_repair_estimates_makes",
    "GET",
    "/repair-estimates/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listRepairEstimatesMakes",
)

LIST_REPAIR_ESTIMATES_MODELS: Operation[Choices] = Operation(
    "list_repair_estimates_models",
    "GET",
    "/repair-estimates/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listRepairEstimatesModels",
)

LIST_REPAIR_ESTIMATES_TRIMS: Operation[Choices] = Operation(
    "list_repair_estimates_trims",
    "GET",
    "/repair-estimates/options/trim/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listRepairEstimatesTrims",
)

GET_REPAIR_ESTIMATES: Operation[RepairEstimates] = Operation(
    "get_repair_estimates",
    "GET",
    "/repair-estimates/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getRepairEstimates",
)

GET_REPAIR_ESTIMATES_BY_TRIM: Operation[RepairEstimates] = Operation(
    "get_repair_estimates_by_trim",
    "GET",
    "/repair-estimates/{year}/{make}/{model}/{trim}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getRepairEstimatesByTrim",
)

GET_AUCTION_HISTORY: Operation[AuctionHistory] = Operation(
    "get_auction_history",
    "GET",
    "/auction/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getAuctionHistory",
)

GET_SALES_HISTORY: Operation[SalesHistory] = Operation(
    "get_sales_history",
    "GET",
    "/saleshistory/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getSalesHistory",
)

LIST_RECALLS_YEARS: Operation[Choices] = Operation(
    "list_recalls_years",
    "GET",
    "/recalls/options/year",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listRecallsYears",
)

LIST_RECALLS_MAKES: Operation[Choices] = Operation(
    "list_recalls_makes",
    "GET",
    "/recalls/options/make/{year}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listRecallsMakes",
)

LIST_RECALLS_MODELS: Operation[Choices] = Operation(
    "list_recalls_models",
    "GET",
    "/recalls/options/model/{year}/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listRecallsModels",
)

GET_RECALLS_BY_MODEL: Operation[Recalls] = Operation(
    "get_recalls_by_model",
    "GET",
    "/recalls/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getRecallsByModel",
)

GET_VEHICLE_TYPES: Operation[VehicleTypes] = Operation(
    "get_vehicle_types",
    "GET",
    "/vehicle-types/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getVehicleTypes",
)

GET_SAFETY_RATINGS: Operation[SafetyRatings] = Operation(
    "get_safety_ratings",
    "GET",
    "/safety-ratings/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getSafetyRatings",
)

GET_SAFETY_RATINGS_BY_MODEL: Operation[SafetyRatings] = Operation(
    "get_safety_ratings_by_model",
    "GET",
    "/safety-ratings/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getSafetyRatingsByModel",
)

GET_KNOWN_PROBLEMS: Operation[KnownProblems] = Operation(
    "get_known_problems",
    "GET",
    "/known-problems/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getKnownProblems",
)

GET_KNOWN_PROBLEMS_BY_MODEL: Operation[KnownProblems] = Operation(
    "get_known_problems_by_model",
    "GET",
    "/known-problems/{year}/{make}/{model}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getKnownProblemsByModel",
)

GET_REPORT: Operation[VehicleReport] = Operation(
    "get_report",
    "GET",
    "/report/{vin}",
    "application/json",
    credentials=("key",),
    idempotent=True,
)

GET_REPORT_PRICE: Operation[VehicleReportPrice] = Operation(
    "get_report_price",
    "GET",
    "/report/{vin}/price",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getReportPrice",
)

GET_VEHICLE_REPORT: Operation[VehicleReport] = Operation(
    "get_vehicle_report",
    "GET",
    "/report/vehicle",
    "application/json",
    credentials=("key",),
    idempotent=True,
)

GET_VEHICLE_REPORT_PRICE: Operation[VehicleReportPrice] = Operation(
    "get_vehicle_report_price",
    "GET",
    "/report/vehicle/price",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getVehicleReportPrice",
)

GET_PLATE_REPORT: Operation[VehicleReport] = Operation(
    "get_plate_report",
    "GET",
    "/report/plate/{state}/{plate}",
    "application/json",
    credentials=("key",),
    idempotent=True,
)

GET_PLATE_REPORT_PRICE: Operation[VehicleReportPrice] = Operation(
    "get_plate_report_price",
    "GET",
    "/report/plate/{state}/{plate}/price",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getPlateReportPrice",
)

REPORT_VEHICLES: Operation[str] = Operation(
    "report_vehicles",
    "POST",
    "/report/batch",
    "application/x-ndjson",
    credentials=("key",),
    body_type="application/json",
    idempotent=True,
)

GET_COVERAGE: Operation[Coverage] = Operation(
    "get_coverage",
    "GET",
    "/coverage/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getCoverage",
)

GET_VEHICLE_COVERAGE: Operation[Coverage] = Operation(
    "get_vehicle_coverage",
    "GET",
    "/coverage/vehicle",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getVehicleCoverage",
)

GET_PLATE_COVERAGE: Operation[Coverage] = Operation(
    "get_plate_coverage",
    "GET",
    "/coverage/plate/{state}/{plate}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getPlateCoverage",
)

VPIC_DECODE_VIN: Operation[VpicVariables] = Operation(
    "vpic_decode_vin",
    "GET",
    "/vehicles/DecodeVin/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicDecodeVin",
)

VPIC_DECODE_VIN_VALUES: Operation[VpicValues] = Operation(
    "vpic_decode_vin_values",
    "GET",
    "/vehicles/DecodeVinValues/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicDecodeVinValues",
)

VPIC_DECODE_VIN_EXTENDED: Operation[VpicVariables] = Operation(
    "vpic_decode_vin_extended",
    "GET",
    "/vehicles/DecodeVinExtended/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicDecodeVinExtended",
)

VPIC_DECODE_VIN_VALUES_EXTENDED: Operation[VpicValues] = Operation(
    "vpic_decode_vin_values_extended",
    "GET",
    "/vehicles/DecodeVinValuesExtended/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicDecodeVinValuesExtended",
)

VPIC_DECODE_VIN_VALUES_BATCH: Operation[VpicValues] = Operation(
    "vpic_decode_vin_values_batch",
    "POST",
    "/vehicles/DecodeVINValuesBatch",
    "application/json",
    credentials=("key",),
    body_type="application/x-www-form-urlencoded",
    idempotent=True,
)

VPIC_DECODE_WMI: Operation[VpicDecodeWMI] = Operation(
    "vpic_decode_wmi",
    "GET",
    "/vehicles/DecodeWMI/{wmi}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicDecodeWMI",
)

VPIC_GET_WMIS_FOR_MANUFACTURER: Operation[VpicGetWMIsForManufacturer] = Operation(
    "vpic_get_wmis_for_manufacturer",
    "GET",
    "/vehicles/GetWMIsForManufacturer/{manufacturer}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetWMIsForManufacturer",
)

VPIC_GET_WMIS_FOR_MANUFACTURERS: Operation[VpicGetWMIsForManufacturers] = Operation(
    "vpic_get_wmis_for_manufacturers",
    "GET",
    "/vehicles/GetWMIsForManufacturer",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetWMIsForManufacturers",
)

VPIC_GET_ALL_MAKES: Operation[VpicGetAllMakes] = Operation(
    "vpic_get_all_makes",
    "GET",
    "/vehicles/GetAllMakes",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetAllMakes",
)

VPIC_GET_MAKE_FOR_MANUFACTURER: Operation[VpicGetMakeForManufacturer] = Operation(
    "vpic_get_make_for_manufacturer",
    "GET",
    "/vehicles/GetMakeForManufacturer/{manufacturer}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetMakeForManufacturer",
)

VPIC_GET_MAKES_FOR_MANUFACTURER_AND_YEAR: Operation[VpicGetMakesForManufacturerAndYear] = Operation(
    "vpic_get_makes_for_manufacturer_and_year",
    "GET",
    "/vehicles/GetMakesForManufacturerAndYear/{manufacturer}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetMakesForManufacturerAndYear",
)

VPIC_GET_MAKES_FOR_VEHICLE_TYPE: Operation[VpicGetMakesForVehicleType] = Operation(
    "vpic_get_makes_for_vehicle_type",
    "GET",
    "/vehicles/GetMakesForVehicleType/{vehicle_type}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetMakesForVehicleType",
)

VPIC_GET_VEHICLE_TYPES_FOR_MAKE: Operation[VpicGetVehicleTypesForMake] = Operation(
    "vpic_get_vehicle_types_for_make",
    "GET",
    "/vehicles/GetVehicleTypesForMake/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetVehicleTypesForMake",
)

VPIC_GET_VEHICLE_TYPES_FOR_MAKE_ID: Operation[VpicGetVehicleTypesForMakeId] = Operation(
    "vpic_get_vehicle_types_for_make_id",
    "GET",
    "/vehicles/GetVehicleTypesForMakeId/{make_id}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetVehicleTypesForMakeId",
)

VPIC_GET_MODELS_FOR_MAKE: Operation[VpicGetModelsForMake] = Operation(
    "vpic_get_models_for_make",
    "GET",
    "/vehicles/GetModelsForMake/{make}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMake",
)

VPIC_GET_MODELS_FOR_MAKE_ID: Operation[VpicGetModelsForMakeId] = Operation(
    "vpic_get_models_for_make_id",
    "GET",
    "/vehicles/GetModelsForMakeId/{make_id}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMakeId",
)

VPIC_GET_MODELS_FOR_MAKE_YEAR: Operation[VpicGetModelsForMakeYear] = Operation(
    "vpic_get_models_for_make_year",
    "GET",
    "/vehicles/GetModelsForMakeYear/make/{make}/modelyear/{modelyear}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMakeYear",
)

VPIC_GET_MODELS_FOR_MAKE_ID_YEAR: Operation[VpicGetModelsForMakeIdYear] = Operation(
    "vpic_get_models_for_make_id_year",
    "GET",
    "/vehicles/GetModelsForMakeIdYear/makeId/{make_id}/modelyear/{modelyear}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMakeIdYear",
)

VPIC_GET_MODELS_FOR_MAKE_YEAR_TYPE: Operation[VpicGetModelsForMakeYearType] = Operation(
    "vpic_get_models_for_make_year_type",
    "GET",
    "/vehicles/GetModelsForMakeYear/make/{make}/vehicletype/{vehicle_type}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMakeYearType",
)

VPIC_GET_MODELS_FOR_MAKE_ID_YEAR_TYPE: Operation[VpicGetModelsForMakeIdYearType] = Operation(
    "vpic_get_models_for_make_id_year_type",
    "GET",
    "/vehicles/GetModelsForMakeIdYear/makeId/{make_id}/vehicletype/{vehicle_type}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMakeIdYearType",
)

VPIC_GET_MODELS_FOR_MAKE_YEAR_AND_TYPE: Operation[VpicGetModelsForMakeYearAndType] = Operation(
    "vpic_get_models_for_make_year_and_type",
    "GET",
    "/vehicles/GetModelsForMakeYear/make/{make}/modelyear/{modelyear}/vehicletype/{vehicle_type}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMakeYearAndType",
)

VPIC_GET_MODELS_FOR_MAKE_ID_YEAR_AND_TYPE: Operation[VpicGetModelsForMakeIdYearAndType] = Operation(
    "vpic_get_models_for_make_id_year_and_type",
    "GET",
    "/vehicles/GetModelsForMakeIdYear/makeId/{make_id}/modelyear/{modelyear}/vehicletype/{vehicle_type}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetModelsForMakeIdYearAndType",
)

VPIC_GET_ALL_MANUFACTURERS: Operation[VpicGetAllManufacturers] = Operation(
    "vpic_get_all_manufacturers",
    "GET",
    "/vehicles/GetAllManufacturers",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetAllManufacturers",
)

VPIC_GET_MANUFACTURER_DETAILS: Operation[VpicGetManufacturerDetails] = Operation(
    "vpic_get_manufacturer_details",
    "GET",
    "/vehicles/GetManufacturerDetails/{manufacturer}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetManufacturerDetails",
)

VPIC_GET_VEHICLE_VARIABLE_LIST: Operation[VpicGetVehicleVariableList] = Operation(
    "vpic_get_vehicle_variable_list",
    "GET",
    "/vehicles/GetVehicleVariableList",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetVehicleVariableList",
)

VPIC_GET_VEHICLE_VARIABLE_VALUES_LIST: Operation[VpicGetVehicleVariableValuesList] = Operation(
    "vpic_get_vehicle_variable_values_list",
    "GET",
    "/vehicles/GetVehicleVariableValuesList/{variable}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetVehicleVariableValuesList",
)

VPIC_GET_PARTS: Operation[VpicGetParts] = Operation(
    "vpic_get_parts",
    "GET",
    "/vehicles/GetParts",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetParts",
)

VPIC_GET_EQUIPMENT_PLANT_CODES: Operation[VpicGetEquipmentPlantCodes] = Operation(
    "vpic_get_equipment_plant_codes",
    "GET",
    "/vehicles/GetEquipmentPlantCodes",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetEquipmentPlantCodes",
)

VPIC_GET_CANADIAN_VEHICLE_SPECIFICATIONS: Operation[VpicGetCanadianVehicleSpecifications] = Operation(
    "vpic_get_canadian_vehicle_specifications",
    "GET",
    "/vehicles/GetCanadianVehicleSpecifications",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="vpicGetCanadianVehicleSpecifications",
)

VPIC_ROUTES: Operation[VpicRoutes] = Operation(
    "vpic_routes",
    "GET",
    "/vehicles",
    "application/json",
)

LIST_SUBSCRIPTION_WATCHES: Operation[WatchPage] = Operation(
    "list_subscription_watches",
    "GET",
    "/subscriptions/{subscription_id}/watches",
    "application/json",
    credentials=("token",),
)

LIST_WATCHES: Operation[WatchPage] = Operation(
    "list_watches",
    "GET",
    "/watches",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="listWatches",
)

PUT_WATCHES: Operation[PlacedWatches] = Operation(
    "put_watches",
    "PUT",
    "/watches",
    "application/json",
    credentials=("key",),
    body_type="text/csv",
)

GET_WATCH: Operation[Watch] = Operation(
    "get_watch",
    "GET",
    "/watches/{vin}",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getWatch",
)

PUT_WATCH: Operation[Watch] = Operation(
    "put_watch",
    "PUT",
    "/watches/{vin}",
    "application/json",
    credentials=("key",),
    body_type="application/json",
)

DELETE_WATCH: Operation[LogOutAnswer] = Operation(
    "delete_watch",
    "DELETE",
    "/watches/{vin}",
    "application/json",
    credentials=("key",),
)

READ_VINS: Operation[VinsInText] = Operation(
    "read_vins",
    "POST",
    "/vin-decoder/read",
    "application/json",
    credentials=("key",),
    body_type="application/json",
)

GET_IMAGE: Operation[bytes] = Operation(
    "get_image",
    "GET",
    "/images/{object_name}",
    "image/*",
)

GET_SAMPLE_DECODE: Operation[OemVinDecode] = Operation(
    "get_sample_decode",
    "GET",
    "/sample/decode",
    "application/json",
)

DECODE_FOR_OPERATOR: Operation[OemVinDecode] = Operation(
    "decode_for_operator",
    "GET",
    "/decode/{vin}",
    "application/json",
    credentials=("token",),
)

GET_OPENAPI: Operation[GetOpenapiAnswer] = Operation(
    "get_openapi",
    "GET",
    "/openapi.json",
    "application/json",
    credentials=("token", "key",),
    anonymous=True,
)

GET_OPENAPI_YAML: Operation[str] = Operation(
    "get_openapi_yaml",
    "GET",
    "/openapi.yaml",
    "application/yaml",
    credentials=("token", "key",),
    anonymous=True,
)

GET_ERRORS_PAGE: Operation[str] = Operation(
    "get_errors_page",
    "GET",
    "/docs/errors",
    "text/html",
)

GET_ERROR_PAGE: Operation[str] = Operation(
    "get_error_page",
    "GET",
    "/docs/errors/{code}",
    "text/html",
)

GET_LOOKUP_PAGE: Operation[str] = Operation(
    "get_lookup_page",
    "GET",
    "/docs/lookups/{page}",
    "text/markdown",
)

GET_OPERATION_PAGE: Operation[str] = Operation(
    "get_operation_page",
    "GET",
    "/docs/operations/{page}",
    "text/markdown",
)

GET_GUIDE_PAGE: Operation[str] = Operation(
    "get_guide_page",
    "GET",
    "/docs/{page}",
    "text/markdown",
)

GET_LLMS_TXT: Operation[str] = Operation(
    "get_llms_txt",
    "GET",
    "/llms.txt",
    "text/plain",
)

LIST_CLIENT_PACKAGES: Operation[str] = Operation(
    "list_client_packages",
    "GET",
    "/sdk",
    "text/html",
)

GET_CLIENT_PACKAGE: Operation[str] = Operation(
    "get_client_package",
    "GET",
    "/sdk/{file}",
    "application/octet-stream",
)

GET_API_CATALOG: Operation[str] = Operation(
    "get_api_catalog",
    "GET",
    "/.well-known/api-catalog",
    "application/linkset+json",
)

GET_SECURITY_TXT: Operation[str] = Operation(
    "get_security_txt",
    "GET",
    "/.well-known/security.txt",
    "text/plain",
)

CALL_MCP: Operation[CallMcpAnswer] = Operation(
    "call_mcp",
    "POST",
    "/mcp",
    "application/json",
)

GET_PROTECTED_RESOURCE: Operation[GetProtectedResourceAnswer] = Operation(
    "get_protected_resource",
    "GET",
    "/.well-known/oauth-protected-resource",
    "application/json",
)

GET_PROTECTED_MCP: Operation[GetProtectedResourceAnswer] = Operation(
    "get_protected_mcp",
    "GET",
    "/.well-known/oauth-protected-resource/mcp",
    "application/json",
)

GET_AUTHORIZATION_SERVER: Operation[GetAuthorizationServerAnswer] = Operation(
    "get_authorization_server",
    "GET",
    "/.well-known/oauth-authorization-server",
    "application/json",
)

REGISTER_ASSISTANT: Operation[RegisterAssistantAnswer] = Operation(
    "register_assistant",
    "POST",
    "/oauth/register",
    "application/json",
)

AUTHORIZE_ASSISTANT: Operation[str] = Operation(
    "authorize_assistant",
    "GET",
    "/oauth/authorize",
    "text/plain",
)

EXCHANGE_ASSISTANT_TOKEN: Operation[ExchangeAssistantTokenAnswer] = Operation(
    "exchange_assistant_token",
    "POST",
    "/oauth/token",
    "application/json",
)

REVOKE_ASSISTANT_TOKEN: Operation[dict[str, Any]] = Operation(
    "revoke_assistant_token",
    "POST",
    "/oauth/revoke",
    "application/json",
)

GET_ASSISTANT_REQUEST: Operation[AssistantRequest] = Operation(
    "get_assistant_request",
    "GET",
    "/assistants/request",
    "application/json",
    credentials=("token",),
)

CONNECT_ASSISTANT: Operation[AssistantReturn] = Operation(
    "connect_assistant",
    "POST",
    "/assistants",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DENY_ASSISTANT: Operation[AssistantReturn] = Operation(
    "deny_assistant",
    "POST",
    "/assistants/deny",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_ASSISTANTS: Operation[list[Assistant]] = Operation(
    "list_assistants",
    "GET",
    "/users/{id}/assistants",
    "application/json",
    credentials=("token",),
)

CHANGE_ASSISTANT: Operation[Assistant] = Operation(
    "change_assistant",
    "PATCH",
    "/users/{id}/assistants/{assistant_id}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DISCONNECT_ASSISTANT: Operation[RemovePasskeyAnswer] = Operation(
    "disconnect_assistant",
    "DELETE",
    "/users/{id}/assistants/{assistant_id}",
    "application/json",
    credentials=("token",),
)

GET_DOCS: Operation[str] = Operation(
    "get_docs",
    "GET",
    "/docs",
    "text/html",
)

GET_CONSOLE: Operation[str] = Operation(
    "get_console",
    "GET",
    "/console/",
    "text/html",
)

GET_CONSOLE_FILE: Operation[str] = Operation(
    "get_console_file",
    "GET",
    "/console/{object_name}",
    "text/html",
)

QUOTE_PAYMENT: Operation[PaymentQuote] = Operation(
    "quote_payment",
    "GET",
    "/payments/quote",
    "application/json",
    credentials=("token",),
)

CREATE_PAYMENT: Operation[Payment] = Operation(
    "create_payment",
    "POST",
    "/payments",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_PAYMENTS: Operation[list[Payment]] = Operation(
    "list_payments",
    "GET",
    "/payments",
    "application/json",
    credentials=("token",),
)

LIST_TRANSFERS: Operation[list[ReceivedTransfer]] = Operation(
    "list_transfers",
    "GET",
    "/payments/transfers",
    "application/json",
    credentials=("token",),
)

RECORD_TRANSFER: Operation[ReceivedTransfer] = Operation(
    "record_transfer",
    "POST",
    "/payments/transfers",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

MATCH_TRANSFER: Operation[ReceivedTransfer] = Operation(
    "match_transfer",
    "POST",
    "/payments/transfers/{id}/match",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

RETURN_TRANSFER: Operation[ReceivedTransfer] = Operation(
    "return_transfer",
    "POST",
    "/payments/transfers/{id}/return",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

IMPORT_TRANSFERS: Operation[ImportedTransfers] = Operation(
    "import_transfers",
    "POST",
    "/payments/transfers/import",
    "application/json",
    credentials=("token",),
    body_type="application/xml",
)

GET_PAYMENT_PROVIDER: Operation[PaymentProvider] = Operation(
    "get_payment_provider",
    "GET",
    "/payments/provider",
    "application/json",
    credentials=("token",),
)

LIST_UNMATCHED_RETURNS: Operation[list[UnmatchedReturn]] = Operation(
    "list_unmatched_returns",
    "GET",
    "/payments/returns",
    "application/json",
    credentials=("token",),
)

CLOSE_UNMATCHED_RETURN: Operation[UnmatchedReturn] = Operation(
    "close_unmatched_return",
    "POST",
    "/payments/returns/{id}/close",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

GET_PAYMENT_SETTINGS: Operation[PaymentSettings] = Operation(
    "get_payment_settings",
    "GET",
    "/payments/settings",
    "application/json",
    credentials=("token",),
)

PUT_PAYMENT_SETTINGS: Operation[PaymentSettings] = Operation(
    "put_payment_settings",
    "PUT",
    "/payments/settings",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

LIST_REFUND_TRANSFERS: Operation[list[RefundTransfer]] = Operation(
    "list_refund_transfers",
    "GET",
    "/payments/refunds",
    "application/json",
    credentials=("token",),
)

NOTE_REFUND_SENT: Operation[RefundTransfer] = Operation(
    "note_refund_sent",
    "POST",
    "/payments/refunds/{id}/sent",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

LIST_MONEY_LINES: Operation[list[MoneyLine]] = Operation(
    "list_money_lines",
    "GET",
    "/payments/lines",
    "application/json",
    credentials=("token",),
)

SUM_MONEY_LINES: Operation[MoneySums] = Operation(
    "sum_money_lines",
    "GET",
    "/payments/lines/sums",
    "application/json",
    credentials=("token",),
)

GET_RESTORED_PAYMENTS: Operation[RestoredPayments] = Operation(
    "get_restored_payments",
    "GET",
    "/payments/restored",
    "application/json",
    credentials=("token",),
)

MATCH_LOST_CHARGE: Operation[LostCharge] = Operation(
    "match_lost_charge",
    "POST",
    "/payments/restored/{ref}/match",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

RETURN_LOST_CHARGE: Operation[LostCharge] = Operation(
    "return_lost_charge",
    "POST",
    "/payments/restored/{ref}/return",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

GET_PAYMENT: Operation[Payment] = Operation(
    "get_payment",
    "GET",
    "/payments/{id}",
    "application/json",
    credentials=("token",),
)

CANCEL_PAYMENT: Operation[Payment] = Operation(
    "cancel_payment",
    "POST",
    "/payments/{id}/cancel",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

REFRESH_PAYMENT: Operation[Payment] = Operation(
    "refresh_payment",
    "POST",
    "/payments/{id}/refresh",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

RECEIVE_PAYMENT: Operation[Payment] = Operation(
    "receive_payment",
    "POST",
    "/payments/{id}/received",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

FORGIVE_PAYMENT: Operation[Payment] = Operation(
    "forgive_payment",
    "POST",
    "/payments/{id}/forgive",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

RESOLVE_PAYMENT: Operation[Payment] = Operation(
    "resolve_payment",
    "POST",
    "/payments/{id}/resolve",
    "application/json",
    credentials=("token",),
    idempotent=True,
)

PREVIEW_REFUND: Operation[RefundPreview] = Operation(
    "preview_refund",
    "GET",
    "/payments/{id}/refund",
    "application/json",
    credentials=("token",),
)

REFUND_PAYMENT: Operation[Payment] = Operation(
    "refund_payment",
    "POST",
    "/payments/{id}/refund",
    "application/json",
    credentials=("token",),
    body_type="application/json",
    idempotent=True,
)

RECEIVE_PAYMENT_EVENT: Operation[ReceivePaymentEventAnswer] = Operation(
    "receive_payment_event",
    "POST",
    "/payments/stripe/events",
    "application/json",
)

GET_TOP_UP: Operation[AutomaticTopUp] = Operation(
    "get_top_up",
    "GET",
    "/subscriptions/{id}/top-up",
    "application/json",
    credentials=("token",),
)

PUT_TOP_UP: Operation[AutomaticTopUp] = Operation(
    "put_top_up",
    "PUT",
    "/subscriptions/{id}/top-up",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

GET_PAYMENT_METHOD: Operation[SavedMethod] = Operation(
    "get_payment_method",
    "GET",
    "/users/{user_id}/payment-method",
    "application/json",
    credentials=("token",),
)

DELETE_PAYMENT_METHOD: Operation[SavedMethod] = Operation(
    "delete_payment_method",
    "DELETE",
    "/users/{user_id}/payment-method",
    "application/json",
    credentials=("token",),
)

LIST_STATEMENTS: Operation[list[ListedStatement]] = Operation(
    "list_statements",
    "GET",
    "/users/{id}/statements",
    "application/json",
    credentials=("token",),
)

GET_STATEMENT: Operation[str] = Operation(
    "get_statement",
    "GET",
    "/users/{id}/statements/{month}",
    "application/json",
    credentials=("token",),
)

GET_STATEMENT_CALLS: Operation[str] = Operation(
    "get_statement_calls",
    "GET",
    "/users/{id}/statements/{month}/calls",
    "application/gzip",
    credentials=("token",),
)

GET_RECEIPT_SALT: Operation[ReceiptSalt] = Operation(
    "get_receipt_salt",
    "GET",
    "/receipts/salt",
    "application/json",
    credentials=("key",),
    charged=True,
    lookup="getReceiptSalt",
)

GET_RECEIPT: Operation[Receipt] = Operation(
    "get_receipt",
    "GET",
    "/receipts/{journal}/{seq}",
    "application/json",
    credentials=("token",),
)

GET_PROOF_KEY: Operation[str] = Operation(
    "get_proof_key",
    "GET",
    "/.well-known/vingate-proof-key",
    "text/plain",
)

LIST_MAILS: Operation[list[Mail]] = Operation(
    "list_mails",
    "GET",
    "/mails",
    "application/json",
    credentials=("token",),
)

GET_MAIL_STATE: Operation[MailState] = Operation(
    "get_mail_state",
    "GET",
    "/mails/state",
    "application/json",
    credentials=("token",),
)

CHECK_MAIL_DOMAIN: Operation[list[DnsRecord]] = Operation(
    "check_mail_domain",
    "GET",
    "/mails/domain",
    "application/json",
    credentials=("token",),
)

SEND_TEST_MAIL: Operation[Mail] = Operation(
    "send_test_mail",
    "POST",
    "/mails/test",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

SEND_MAIL_NOW: Operation[Mail] = Operation(
    "send_mail_now",
    "POST",
    "/mails/send/{id}",
    "application/json",
    credentials=("token",),
)

UNMARK_MAIL_ADDRESS: Operation[LogOutAnswer] = Operation(
    "unmark_mail_address",
    "DELETE",
    "/mails/addresses/{address}",
    "application/json",
    credentials=("token",),
)

LIST_MAIL_TEXTS: Operation[list[MailText]] = Operation(
    "list_mail_texts",
    "GET",
    "/mails/texts",
    "application/json",
    credentials=("token",),
)

PUT_MAIL_TEXT: Operation[MailText] = Operation(
    "put_mail_text",
    "PUT",
    "/mails/texts/{kind}",
    "application/json",
    credentials=("token",),
    body_type="application/json",
)

DELETE_MAIL_TEXT: Operation[MailText] = Operation(
    "delete_mail_text",
    "DELETE",
    "/mails/texts/{kind}",
    "application/json",
    credentials=("token",),
)

PREVIEW_MAIL_TEXT: Operation[MailPreview] = Operation(
    "preview_mail_text",
    "GET",
    "/mails/texts/{kind}/preview",
    "application/json",
    credentials=("token",),
)
