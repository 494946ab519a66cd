"""The client for programs without an event loop.

Made by `npm run sdk` from the OpenAPI document. Do not edit.
"""

from __future__ import annotations

from typing import Any, Iterator, Literal

from . import _operations as op
from ._core import Options, ServerEvent, Upload, Value, When
from .models import *

from ._calls import Caller


class Vingate(Caller):
    """Calls a Vingate service. Safe to share between threads; `close` it, or use `with`."""

    def get_health(self, *, options: Options | None = None) -> GetHealthAnswer:
        """Check whether the service is healthy.

        Returns 503 with the progress while the service starts, and 503 if a check is not `ok`. `database`: `unavailable`, `read failed` or `damaged`; `decoder`: `starting` or `failed`; `disk`: `below the reserve` of VINGATE_DISK_RESERVE or `full`; `journal`: `not writable`, `full` if too many calls are not yet applied to the database, or `damaged`; `clickhouse`, if it keeps single calls: `unavailable`, `behind`, or `full` if so many calls wait for it that calls are refused. Operators also get the versions of the data, and the calls that wait for ClickHouse.
        """
        return self._call(op.GET_HEALTH, options=options)

    def get_liveness(self, *, options: Options | None = None) -> GetLivenessAnswer:
        """Check whether the process runs; no other part can make it fail.
        """
        return self._call(op.GET_LIVENESS, options=options)

    def get_readiness(self, *, options: Options | None = None) -> GetLivenessAnswer:
        """Check whether this process can serve lookups; returns 503 with the reason if not.
        """
        return self._call(op.GET_READINESS, options=options)

    def get_acme_challenge(self, token: Value, *, options: Options | None = None) -> str:
        """Respond to an ACME HTTP-01 challenge.

        `vingate acme put` stores the key authorization that this operation returns.
        """
        return self._call(op.GET_ACME_CHALLENGE, path={"token": token}, options=options)

    def get_options(self, path: Value, *, options: Options | None = None) -> dict[str, Any]:
        """List the methods of any path; responds to CORS preflights.
        """
        return self._call(op.GET_OPTIONS, path={"path": path}, options=options)

    def get_root(self, *, api_key: Value, options: Options | None = None) -> GetRootAnswer:
        """Read the subscription of a key and its remaining credits; free of charge.
        """
        return self._call(op.GET_ROOT, headers={"api-key": api_key}, options=options)

    def get_identity(self, *, options: Options | None = None) -> GetIdentityAnswer:
        """Identify this service, and get the public client token for sign-up and sign-in.
        """
        return self._call(op.GET_IDENTITY, options=options)

    def get_brand(self, *, options: Options | None = None) -> Brand:
        """Read how the operator presents the service: name, logo, colors, contact and links.
        """
        return self._call(op.GET_BRAND, options=options)

    def put_brand(
        self,
        body: BrandRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Brand:
        """Change how the operator presents the service.

        All pages show it, mails that are sent from now on, and papers that are issued a minute later. Papers that were issued keep what they show. What is null is that of the settings.
        """
        return self._call(op.PUT_BRAND, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def get_brand_logo(self, *, v: Value | None = None, options: Options | None = None) -> bytes:
        """Get a logo of the operator.
        """
        return self._call(op.GET_BRAND_LOGO, query={"v": v}, options=options)

    def sign_in(self, body: SignInRequest, *, options: Options | None = None) -> SignInAnswer:
        """Sign in with email and password.

        Returns a session token for `Authorization`. It expires after 24 hours or on logout. An account has at most 50 sessions; another one ends the oldest.
        """
        return self._call(op.SIGN_IN, body=body, options=options)

    def sign_up(self, body: SignUpRequest, *, options: Options | None = None) -> SignUpAnswer:
        """Create an account with trial credits.

        Creates the user, a trial subscription and its keys. `Authorization` takes the public client token of `GET /identity`.
        """
        return self._call(op.SIGN_UP, body=body, options=options)

    def log_out(self, *, options: Options | None = None) -> LogOutAnswer:
        """Log out: end the session or access token of this call.
        """
        return self._call(op.LOG_OUT, options=options)

    def check_email(self, *, email: Value, options: Options | None = None) -> CheckEmailAnswer:
        """Check whether an email address is available for a new account.
        """
        return self._call(op.CHECK_EMAIL, query={"email": email}, options=options)

    def take_address_back(self, body: TakeAddressBackBody, *, options: Options | None = None) -> LogOutAnswer:
        """Take a changed email address back with the token that was mailed to it, and choose a new password.

        When a user whose address was confirmed changes it, the previous address is mailed a link for 7 days. Using it sets that address and the password, and ends sessions, access tokens, assistants, links and invitations, and the passkeys, app codes and identities that were added since the change. A second factor of before stays. 409 if another account has the address. `Authorization` takes the public client token.
        """
        return self._call(op.TAKE_ADDRESS_BACK, body=body, options=options)

    def create_reset_link(self, id: Value, *, options: Options | None = None) -> CreateResetLinkAnswer:
        """Create a one-time password reset link; it is valid for 24 hours.

        The link is not mailed: send it to the user. Five links of a user are valid at a time, and using one ends all; a sixth replaces the oldest. No body is read. `POST /auth/reset` takes the token.
        """
        return self._call(op.CREATE_RESET_LINK, path={"id": id}, options=options)

    def reset_password(self, body: ResetPasswordBody, *, options: Options | None = None) -> LogOutAnswer:
        """Choose a new password with the token of a reset link.

        Ends the user's sessions, access tokens, assistants and invitations; passkeys, app codes, identities and keys stay. If no one has proved the mailbox, where the service sends mail, these end too, and keys are replaced. `Authorization` takes the public client token.
        """
        return self._call(op.RESET_PASSWORD, body=body, options=options)

    def enter_from_host(self, body: EnterFromHostBody, *, options: Options | None = None) -> SignInAnswer:
        """Choose a new password with the token that `vingate enter` printed, and sign in.

        For who has lost the second factor. Ends all by which the user could enter before: sessions, tokens, passkeys, app codes and recovery codes, identities, assistants and invitations. Every owner among the operators is mailed. The session has one factor: add the next one with it. `Authorization` takes the public client token.
        """
        return self._call(op.ENTER_FROM_HOST, body=body, options=options)

    def forgot_password(self, body: ForgotRequest, *, options: Options | None = None) -> LogOutAnswer:
        """Mail a link for a new password to an account's address.

        The response is always the same, whether or not there is an account. At most 3 links per hour are sent to a mailbox, and 3 more if they are requested where its user has signed in before, but none to a new address of an account until it is confirmed; at most 5 are valid at a time, each for 24 hours. 409 if the service sends no mail. `Authorization` takes the public client token.
        """
        return self._call(op.FORGOT_PASSWORD, body=body, options=options)

    def confirm_email(self, body: ConfirmRequest, *, options: Options | None = None) -> LogOutAnswer:
        """Confirm an email address with the token of a mailed link.

        A link is valid once, for 24 hours. It needs a session of the account in `Authorization`, or with the public client token the account's password, or a new one: 403 without, and the link stays valid. The contact address of an organization needs the link alone. When an address is confirmed for the first time, all ends that was made before, except the session that confirms it and the keys.
        """
        return self._call(op.CONFIRM_EMAIL, body=body, options=options)

    def send_confirmation(self, *, options: Options | None = None) -> LogOutAnswer:
        """Send the link that confirms the email address again.

        The previous link ends. At most 5 per hour and 10 per day to the mailbox of the sign-up, and to another one no more than others may cause. 409 if the address is confirmed, or if the service sends no mail. No body is read.
        """
        return self._call(op.SEND_CONFIRMATION, options=options)

    def list_accounts(self, *, options: Options | None = None) -> list[Account]:
        """List the accounts that the signed-in user can act for, its own first.
        """
        return self._call(op.LIST_ACCOUNTS, options=options)

    def choose_account(
        self,
        body: ChooseAccountRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> list[Account]:
        """Choose the account that this session acts for.

        A session acts for one account at a time: the user's own, or an organization of which the user is a member. Operators with the permission can view the account of a customer, read only; the customer sees that, and the reason.
        """
        return self._call(op.CHOOSE_ACCOUNT, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def step_up(self, body: StepUpRequest, *, options: Options | None = None) -> LogOutAnswer:
        """Prove once more who you are, for the next 15 minutes of this session.

        Operations that return 401 `step_up_required` need it. Signing in counts too. A password proves less than a code or a passkey: `required` of the refusal says how much is needed.
        """
        return self._call(op.STEP_UP, body=body, options=options)

    def get_second_factor(self, id: Value, *, options: Options | None = None) -> SecondFactor:
        """Read whether a user's sign-in needs codes of an app.
        """
        return self._call(op.GET_SECOND_FACTOR, path={"id": id}, options=options)

    def begin_second_factor(self, id: Value, *, options: Options | None = None) -> BeginSecondFactorAnswer:
        """Create the secret of an authenticator app.

        Only for oneself, with a session. Sign-in does not change until a code of the app confirms the secret. A new secret replaces one that is not confirmed. No body is read.
        """
        return self._call(op.BEGIN_SECOND_FACTOR, path={"id": id}, options=options)

    def confirm_second_factor(
        self,
        id: Value,
        body: SecondFactorRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RecoveryCodes:
        """Turn app codes on with a code of the app, and receive ten recovery codes.

        Replaces the app and the recovery codes of before.
        """
        return self._call(op.CONFIRM_SECOND_FACTOR, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def remove_second_factor(
        self,
        id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> SecondFactor:
        """Turn app codes off.

        Recovery codes go with them, unless there is a passkey. Operators with the permission do it for a user who lost its second factor: this also removes passkeys, and ends the user's sessions. Repeated calls return the same.
        """
        return self._call(op.REMOVE_SECOND_FACTOR, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def create_recovery_codes(self, id: Value, *, options: Options | None = None) -> RecoveryCodes:
        """Replace the recovery codes by ten new ones.

        For users with app codes or a passkey; 409 for others. The codes of before no longer work. No body is read.
        """
        return self._call(op.CREATE_RECOVERY_CODES, path={"id": id}, options=options)

    def list_passkeys(self, id: Value, *, options: Options | None = None) -> list[Passkey]:
        """List a user's passkeys, the oldest first.

        A user has at most 20.
        """
        return self._call(op.LIST_PASSKEYS, path={"id": id}, options=options)

    def add_passkey(self, id: Value, body: PasskeyRequest, *, options: Options | None = None) -> AddedPasskey:
        """Add the passkey that a browser made.

        A user without recovery codes receives ten: from then on the password alone opens no session.
        """
        return self._call(op.ADD_PASSKEY, path={"id": id}, body=body, options=options)

    def begin_passkey(self, id: Value, *, options: Options | None = None) -> dict[str, Any]:
        """Create the options with which a browser makes a passkey.

        Only for oneself, with a session. The answer is what `PublicKeyCredential.parseCreationOptionsFromJSON` takes, and replaces that of before. Its challenge works once, for 5 minutes. No body is read.
        """
        return self._call(op.BEGIN_PASSKEY, path={"id": id}, options=options)

    def rename_passkey(
        self,
        id: Value,
        passkey_id: Value,
        body: PasskeyPatch,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Passkey:
        """Rename a passkey.
        """
        return self._call(op.RENAME_PASSKEY, path={"id": id, "passkey_id": passkey_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def remove_passkey(
        self,
        id: Value,
        passkey_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Remove a passkey.

        The only one of an account without a password stays: 409. With the last one recovery codes go, unless app codes are on.
        """
        return self._call(op.REMOVE_PASSKEY, path={"id": id, "passkey_id": passkey_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def begin_passkey_sign_in(self, *, options: Options | None = None) -> dict[str, Any]:
        """Create the options with which a browser proves who its user is.

        For sign-in with the public client token, for step-up with a session. The answer is what `PublicKeyCredential.parseRequestOptionsFromJSON` takes. Its challenge works once, for 5 minutes. No body is read.
        """
        return self._call(op.BEGIN_PASSKEY_SIGN_IN, options=options)

    def sign_in_with_passkey(
        self,
        body: PasskeyProofRequest,
        *,
        options: Options | None = None,
    ) -> SignInWithPasskeyAnswer:
        """Sign in with a passkey.

        The device has checked its user, so neither a password nor a code is needed. Returns a session token as `POST /auth/signin` does. A user without recovery codes and app codes receives ten recovery codes too: from then on the password needs one.
        """
        return self._call(op.SIGN_IN_WITH_PASSKEY, body=body, options=options)

    def step_up_with_passkey(
        self,
        body: PasskeyProofRequest,
        *,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Prove with a passkey who you are, for the next 15 minutes of this session.

        As `POST /auth/step-up` does with a password.
        """
        return self._call(op.STEP_UP_WITH_PASSKEY, body=body, options=options)

    def list_sessions(self, id: Value, *, options: Options | None = None) -> list[Session]:
        """List a user's sessions, the last active first.

        An account has at most 50. Access tokens are listed at `/users/{id}/tokens`.
        """
        return self._call(op.LIST_SESSIONS, path={"id": id}, options=options)

    def end_other_sessions(
        self,
        id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> EndOtherSessionsAnswer:
        """End a user's sessions, except that of this call.

        Access tokens stay.
        """
        return self._call(op.END_OTHER_SESSIONS, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_sign_on_providers(self, *, options: Options | None = None) -> list[SignOnProvider]:
        """List the providers of single sign-on.

        Empty if users sign in with passwords alone.
        """
        return self._call(op.LIST_SIGN_ON_PROVIDERS, options=options)

    def start_sign_on(self, body: SignOnStartRequest, *, options: Options | None = None) -> SignOnStart:
        """Begin a sign-in by single sign-on.

        Open `url` in the browser. The provider sends it back to the console's page `/sign-on/callback`, which finishes the sign-in.
        """
        return self._call(op.START_SIGN_ON, body=body, options=options)

    def finish_sign_on(self, body: SignOnFinishRequest, *, options: Options | None = None) -> SignInAnswer:
        """Finish a sign-in by single sign-on.

        Returns a session as `POST /auth/signin` does. The identity must be linked with an account; an equal email address links nothing. If the service allows it, an identity that is new opens an account for a customer, or takes the one with an address that the provider calls verified, if no one has proved that mailbox and the account has not paid: everything by which one could enter before ends, keys too.
        """
        return self._call(op.FINISH_SIGN_ON, body=body, options=options)

    def start_sign_on_step_up(self, *, options: Options | None = None) -> SignOnStart:
        """Begin to prove by single sign-on who you are.

        For users with a linked identity. The provider is requested to let them sign in again. No body is read.
        """
        return self._call(op.START_SIGN_ON_STEP_UP, options=options)

    def step_up_with_sign_on(
        self,
        body: SignOnFinishRequest,
        *,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Prove by single sign-on who you are, for the next 15 minutes of this session.

        As `POST /auth/step-up` does with a password, with what the provider answered.
        """
        return self._call(op.STEP_UP_WITH_SIGN_ON, body=body, options=options)

    def list_identities(self, id: Value, *, options: Options | None = None) -> list[Identity]:
        """List the identities of single sign-on that are linked with a user.
        """
        return self._call(op.LIST_IDENTITIES, path={"id": id}, options=options)

    def link_identity(
        self,
        id: Value,
        body: SignOnFinishRequest,
        *,
        options: Options | None = None,
    ) -> Identity:
        """Link an identity of single sign-on, with what the provider answered.

        It signs the user in from then on. Repeated links of one identity return the same.
        """
        return self._call(op.LINK_IDENTITY, path={"id": id}, body=body, options=options)

    def start_identity(self, id: Value, *, options: Options | None = None) -> SignOnStart:
        """Begin to link an identity of single sign-on.

        Only for oneself, with a session. No body is read.
        """
        return self._call(op.START_IDENTITY, path={"id": id}, options=options)

    def unlink_identity(
        self,
        id: Value,
        identity_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Unlink an identity of single sign-on.

        Other sessions that single sign-on began end. The last way to sign in is not unlinked.
        """
        return self._call(op.UNLINK_IDENTITY, path={"id": id, "identity_id": identity_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def end_session(
        self,
        id: Value,
        session_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """End one session of a user.
        """
        return self._call(op.END_SESSION, path={"id": id, "session_id": session_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def get_account_closing(self, id: Value, *, options: Options | None = None) -> AccountClosing:
        """Read what closing an account ends and keeps.
        """
        return self._call(op.GET_ACCOUNT_CLOSING, path={"id": id}, options=options)

    def close_account(
        self,
        id: Value,
        body: CloseAccountBody,
        *,
        options: Options | None = None,
    ) -> CloseAccountAnswer:
        """Close an account: its subscriptions and keys end, its personal data is removed.

        It cannot be undone, and credits that are left are lost. 409 for the last owner of an organization. A new account of the same email gets no trial credits for two years.
        """
        return self._call(op.CLOSE_ACCOUNT, path={"id": id}, body=body, options=options)

    def export_account(self, id: Value, *, options: Options | None = None) -> str:
        """Download all that the service has of an account, as a ZIP file.

        The same answers as of the operations that read the account, as lines of JSON and PDF: subscriptions with ledgers, calls of the request log, statements, invoices, payments, members, sessions. Secrets are not in it. `not-included.ndjson` says what could not be read. An account has one export at a time.
        """
        return self._call(op.EXPORT_ACCOUNT, path={"id": id}, options=options)

    def sign_up_user(
        self,
        body: UsersSignUpRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> SignUpUserAnswer:
        """Create an account for a customer, with a trial subscription and its keys.
        """
        return self._call(op.SIGN_UP_USER, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def list_users(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        email: Value | None = None,
        role: Literal["operator", "customer"] | None = None,
        ids: Value | None = None,
        text: Value | None = None,
        state: Literal["active", "blocked", "pending", "deleted"] | None = None,
        options: Options | None = None,
    ) -> list[User]:
        """List users, newest first.
        """
        return self._call(op.LIST_USERS, query={"page": page, "page_size": page_size, "email": email, "role": role, "ids": ids, "text": text, "state": state}, options=options)

    def iter_users(
        self,
        *,
        page_size: int | None = None,
        email: Value | None = None,
        role: Literal["operator", "customer"] | None = None,
        ids: Value | None = None,
        text: Value | None = None,
        state: Literal["active", "blocked", "pending", "deleted"] | None = None,
        options: Options | None = None,
    ) -> Iterator[User]:
        """The entries of all pages: list users, newest first."""
        return self._pages(op.LIST_USERS, query={"page_size": page_size, "email": email, "role": role, "ids": ids, "text": text, "state": state}, entries="", options=options)

    def get_user(self, user_id: Value, *, options: Options | None = None) -> User:
        """Read a user; customers can read only themselves.
        """
        return self._call(op.GET_USER, path={"user_id": user_id}, options=options)

    def patch_user(
        self,
        user_id: Value,
        body: PatchUserBody,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> User:
        """Change the given members; unknown members are kept in `attributes`.

        Customers can change their own names and attributes and, with `current_password`, their email and password. A new password ends every session and access token of the user except the current session. If a member may not be changed, the call returns 403 and changes nothing.
        """
        return self._call(op.PATCH_USER, path={"user_id": user_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def delete_user(
        self,
        user_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> User:
        """Delete a user and its personal data; ledgers and reports are kept.

        Ends its sessions, tokens, keys and subscriptions, and removes the addresses from its request log. 409 for the last owner of an organization. Repeated calls return the same. The ID cannot be used again; the email can.
        """
        return self._call(op.DELETE_USER, path={"user_id": user_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def create_user(
        self,
        user_id: Value,
        body: UserRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> User:
        """Create a user with an ID of your choice, without a subscription.
        """
        return self._call(op.CREATE_USER, path={"user_id": user_id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def put_user(
        self,
        user_id: Value,
        body: UserRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> User:
        """Create or replace a user; attributes are kept, and so is the password unless one is sent.
        """
        return self._call(op.PUT_USER, path={"user_id": user_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def create_organization(
        self,
        body: OrganizationRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Organization:
        """Create an organization; the caller becomes its owner.

        An account without a password and without trial credits. To act for it, choose it with `PUT /auth/account`. A user owns at most 10.
        """
        return self._call(op.CREATE_ORGANIZATION, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def get_organization(self, id: Value, *, options: Options | None = None) -> Organization:
        """Read an organization.

        Members read it while they act for it.
        """
        return self._call(op.GET_ORGANIZATION, path={"id": id}, options=options)

    def patch_organization(
        self,
        id: Value,
        body: OrganizationPatch,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Organization:
        """Change the name or the contact address of an organization.
        """
        return self._call(op.PATCH_ORGANIZATION, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def list_members(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[OrganizationMember]:
        """List the members of an organization, the oldest first.
        """
        return self._call(op.LIST_MEMBERS, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_members(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[OrganizationMember]:
        """The entries of all pages: list the members of an organization, the oldest first."""
        return self._pages(op.LIST_MEMBERS, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def put_member(
        self,
        id: Value,
        user_id: Value,
        body: OrganizationMemberRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> PutMemberAnswer:
        """Change the role of a member.

        It applies to the next call. 409 for the last owner: to hand over an organization, make another member an owner first.
        """
        return self._call(op.PUT_MEMBER, path={"id": id, "user_id": user_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def delete_member(
        self,
        id: Value,
        user_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> DeleteMemberAnswer:
        """Remove a member, or leave an organization.

        Owners remove others; every member can leave, also without having chosen the organization. The member's next call for it returns 403, its access tokens for it are revoked, and its event streams end. Keys of subscriptions stay: replace those that the member knows. 409 for the last owner.
        """
        return self._call(op.DELETE_MEMBER, path={"id": id, "user_id": user_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_invitations(self, id: Value, *, options: Options | None = None) -> list[OrganizationInvitation]:
        """List the open invitations of an organization, newest first.
        """
        return self._call(op.LIST_INVITATIONS, path={"id": id}, options=options)

    def create_invitation(
        self,
        id: Value,
        body: OrganizationInvitationRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> NewOrganizationInvitation:
        """Invite a person to an organization.

        Returns a token that only the account with this address can accept, once, within 7 days. At most 100 are open at a time.
        """
        return self._call(op.CREATE_INVITATION, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def renew_invitation(
        self,
        id: Value,
        invitation_id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> NewOrganizationInvitation:
        """Replace the token of an invitation; it is valid for 7 days from now.

        The token before it ends. No body is read.
        """
        return self._call(op.RENEW_INVITATION, path={"id": id, "invitation_id": invitation_id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def delete_invitation(
        self,
        id: Value,
        invitation_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Withdraw an invitation.
        """
        return self._call(op.DELETE_INVITATION, path={"id": id, "invitation_id": invitation_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def accept_invitation(
        self,
        body: AcceptInvitationRequest,
        *,
        options: Options | None = None,
    ) -> AcceptInvitationAnswer:
        """Accept an invitation to an organization.

        By the signed-in user whose address was invited; it must be confirmed if the service sends mail. To act for the organization, choose it with `PUT /auth/account`.
        """
        return self._call(op.ACCEPT_INVITATION, body=body, options=options)

    def transfer_subscription(
        self,
        id: Value,
        body: SubscriptionTransfer,
        *,
        options: Options | None = None,
    ) -> Subscription:
        """Move a subscription to another account of the caller.

        The caller acts for the account that has it, and is an owner of both. Its keys, credits, watches and plan stay, and later payments are those of the new account. Automatic top-up is turned off. Calls, reports, invoices and statements of before stay with the account before. 409 while a payment is open.
        """
        return self._call(op.TRANSFER_SUBSCRIPTION, path={"id": id}, body=body, options=options)

    def list_user_notes(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[UserNote]:
        """List the operators' notes on a user, newest first.
        """
        return self._call(op.LIST_USER_NOTES, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_user_notes(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[UserNote]:
        """The entries of all pages: list the operators' notes on a user, newest first."""
        return self._pages(op.LIST_USER_NOTES, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def add_user_note(
        self,
        id: Value,
        body: UserNoteRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> UserNote:
        """Add a note on a user.

        Notes are the operators' own: the export of the account has none, and they are deleted with it. The audit log has who wrote one, and not its text.
        """
        return self._call(op.ADD_USER_NOTE, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def delete_user_note(
        self,
        id: Value,
        note_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Delete a note on a user.
        """
        return self._call(op.DELETE_USER_NOTE, path={"id": id, "note_id": note_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def create_user_token(
        self,
        id: Value,
        *,
        name: Value | None = None,
        for_: Value | None = None,
        options: Options | None = None,
    ) -> CreateUserTokenAnswer:
        """Create an access token for a user; it is shown once and is valid for 30 days.

        For programs. The token has the user's permissions, except to create tokens. It ends by expiry, logout or revocation. Customers may have 20 tokens at a time. No body is read.
        """
        return self._call(op.CREATE_USER_TOKEN, path={"id": id}, query={"name": name, "for": for_}, options=options)

    def list_user_tokens(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[AccessToken]:
        """List a user's access tokens, newest first.

        Expired and revoked tokens are not listed, nor are sessions.
        """
        return self._call(op.LIST_USER_TOKENS, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_user_tokens(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[AccessToken]:
        """The entries of all pages: list a user's access tokens, newest first."""
        return self._pages(op.LIST_USER_TOKENS, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def revoke_user_token(
        self,
        id: Value,
        token_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RevokeUserTokenAnswer:
        """Revoke an access token.
        """
        return self._call(op.REVOKE_USER_TOKEN, path={"id": id, "token_id": token_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_remaining_credentials(
        self,
        id: Value,
        *,
        options: Options | None = None,
    ) -> list[RemainingCredential]:
        """List what can still enter an account, or call for it, although an event might have been expected to end it.

        Made before the event: access tokens, assistants, passkeys, identities and keys. End what is not yours with its own operation, and keep the others with `DELETE`. The owners of an organization see the keys that a member who left has read, as far as the audit log goes back. A key's last use is that of its slot.
        """
        return self._call(op.LIST_REMAINING_CREDENTIALS, path={"id": id}, options=options)

    def keep_remaining_credentials(
        self,
        id: Value,
        *,
        until: When,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Empty the list of what can still enter an account: all of it is known, and stays.

        Nothing ends. What later events leave is listed again.
        """
        return self._call(op.KEEP_REMAINING_CREDENTIALS, path={"id": id}, query={"until": until}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_operator_access(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[OperatorAccess]:
        """List what operators did to an account, newest first.

        Views of the account as its customer sees it, and changes of the account and of what belongs to it. What happened to a subscription before it came to this account is not listed. Entries are kept for 400 days.
        """
        return self._call(op.LIST_OPERATOR_ACCESS, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_operator_access(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[OperatorAccess]:
        """The entries of all pages: list what operators did to an account, newest first."""
        return self._pages(op.LIST_OPERATOR_ACCESS, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def list_operators(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[Operator]:
        """List operators with their roles and second factors, the oldest first.

        Deleted ones are left out.
        """
        return self._call(op.LIST_OPERATORS, query={"page": page, "page_size": page_size}, options=options)

    def iter_operators(
        self,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[Operator]:
        """The entries of all pages: list operators with their roles and second factors, the oldest first."""
        return self._pages(op.LIST_OPERATORS, query={"page_size": page_size}, entries="", options=options)

    def list_roles(self, *, options: Options | None = None) -> RoleMatrix:
        """List what each role can do, by permission and by operation.

        Made of the declarations of the operations. Members of an organization have a role in it; users are the owners of their own account.
        """
        return self._call(op.LIST_ROLES, options=options)

    def list_user_subscriptions(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[Subscription]:
        """List a user's subscriptions, newest first.
        """
        return self._call(op.LIST_USER_SUBSCRIPTIONS, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_user_subscriptions(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[Subscription]:
        """The entries of all pages: list a user's subscriptions, newest first."""
        return self._pages(op.LIST_USER_SUBSCRIPTIONS, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def list_subscriptions(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        user_id: Value | None = None,
        state: Literal["active", "suspended", "submitted", "rejected", "cancelled", "expired"] | None = None,
        credits: Literal["none"] | None = None,
        product_id: Value | None = None,
        text: Value | None = None,
        options: Options | None = None,
    ) -> list[Subscription]:
        """List subscriptions, newest first; customers see their own.
        """
        return self._call(op.LIST_SUBSCRIPTIONS, query={"page": page, "page_size": page_size, "user_id": user_id, "state": state, "credits": credits, "product_id": product_id, "text": text}, options=options)

    def iter_subscriptions(
        self,
        *,
        page_size: int | None = None,
        user_id: Value | None = None,
        state: Literal["active", "suspended", "submitted", "rejected", "cancelled", "expired"] | None = None,
        credits: Literal["none"] | None = None,
        product_id: Value | None = None,
        text: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Subscription]:
        """The entries of all pages: list subscriptions, newest first; customers see their own."""
        return self._pages(op.LIST_SUBSCRIPTIONS, query={"page_size": page_size, "user_id": user_id, "state": state, "credits": credits, "product_id": product_id, "text": text}, entries="", options=options)

    def get_subscription(self, subscription_id: Value, *, options: Options | None = None) -> Subscription:
        """Read a subscription and its credits, without its keys.
        """
        return self._call(op.GET_SUBSCRIPTION, path={"subscription_id": subscription_id}, options=options)

    def delete_subscription(
        self,
        subscription_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Delete a subscription and its keys; its ledger and reports are kept.

        It still counts toward its product's `subscriptions_limit`. Its ID cannot be used again.
        """
        return self._call(op.DELETE_SUBSCRIPTION, path={"subscription_id": subscription_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def create_subscription(
        self,
        subscription_id: Value,
        body: SubscriptionRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Subscription:
        """Subscribe to a product, with an ID of your choice.

        Customers subscribe to published products for themselves. If the product requires approval, the subscription starts as `submitted`. `listSecrets` shows the keys.
        """
        return self._call(op.CREATE_SUBSCRIPTION, path={"subscription_id": subscription_id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def put_subscription(
        self,
        subscription_id: Value,
        body: SubscriptionRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Subscription:
        """Create or replace a subscription; omitted owner, name, state and keys do not change.
        """
        return self._call(op.PUT_SUBSCRIPTION, path={"subscription_id": subscription_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def patch_subscription(
        self,
        subscription_id: Value,
        body: PatchSubscriptionBody,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Subscription:
        """Change a subscription: approve, suspend, cancel, rename or renew it.

        Omitted members do not change. Customers can rename and cancel their own subscriptions; operators can change everything.
        """
        return self._call(op.PATCH_SUBSCRIPTION, path={"subscription_id": subscription_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def bump_sandbox(
        self,
        body: SandboxBumpRequest,
        *,
        idempotency_key: Value | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> BumpSandboxAnswer:
        """Grant a subscription more credits.
        """
        return self._call(op.BUMP_SANDBOX, headers={"Idempotency-Key": idempotency_key, "If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def adjust_credits(
        self,
        id: Value,
        body: CreditsRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> AdjustCreditsAnswer:
        """Add, remove or set a subscription's credits.

        Credits never fall below zero (409). If nodes must first return reserved credits, lookups of the subscription get 503 for a moment.
        """
        return self._call(op.ADJUST_CREDITS, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def list_ledger(
        self,
        subscription_id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[LedgerEntry]:
        """List a subscription's grants, charges and adjustments, newest first.

        The sum of all changes is the credits granted minus the credits used. Each day's lookups are one entry, or several if the balance was changed on that day.
        """
        return self._call(op.LIST_LEDGER, path={"subscription_id": subscription_id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_ledger(
        self,
        subscription_id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[LedgerEntry]:
        """The entries of all pages: list a subscription's grants, charges and adjustments, newest first."""
        return self._pages(op.LIST_LEDGER, path={"subscription_id": subscription_id}, query={"page_size": page_size}, entries="", options=options)

    def list_grants(self, id: Value, *, options: Options | None = None) -> list[Grant]:
        """List a subscription's grants in the order in which they are spent.

        Credits that expire first are spent first, and those that are paid afterwards last. Grants that are used up or have expired follow, newest first.
        """
        return self._call(op.LIST_GRANTS, path={"id": id}, options=options)

    def create_grant(
        self,
        id: Value,
        body: GrantRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Grant:
        """Grant credits to a subscription, which can expire.
        """
        return self._call(op.CREATE_GRANT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def delete_grant(
        self,
        id: Value,
        grant_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> DeleteGrantAnswer:
        """Remove what is left of a grant.

        What is spent stays. If nodes must first return reserved credits, lookups of the subscription get 503 for a moment.
        """
        return self._call(op.DELETE_GRANT, path={"id": id, "grant_id": grant_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def get_plan(self, id: Value, *, options: Options | None = None) -> SubscriptionPlan:
        """Read a subscription's plan, its next renewal, and what each change costs.
        """
        return self._call(op.GET_PLAN, path={"id": id}, options=options)

    def change_plan(
        self,
        id: Value,
        body: PlanRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> SubscriptionPlan:
        """Change a subscription's plan, or end its renewals.

        A larger plan begins now or at the end of the period; a smaller one, and the end of renewals, at the end. Nothing is prorated. `price_minor`, `currency` and `offer_version` are those that the caller saw: if the offer has changed since, 409 and nothing is charged.
        """
        return self._call(op.CHANGE_PLAN, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def keep_plan(
        self,
        id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> SubscriptionPlan:
        """Withdraw a scheduled change of plan or end of renewals.
        """
        return self._call(op.KEEP_PLAN, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def put_overage(
        self,
        id: Value,
        body: OverageRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> SubscriptionPlan:
        """Set the credits beyond the plan's that a period can use at most.

        They are spent last and paid afterwards. A raise is in the balance immediately; a lower cap removes what is left above it. 409 above the offer's `cap_max`.
        """
        return self._call(op.PUT_OVERAGE, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def put_time_zone(
        self,
        id: Value,
        body: TimeZoneRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> SubscriptionPlan:
        """Set the time zone in which a plan's periods begin.
        """
        return self._call(op.PUT_TIME_ZONE, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def pause_plan(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> SubscriptionPlan:
        """Pause a plan: no further period starts until it is resumed.

        Credits stay until they expire. A scheduled change is withdrawn.
        """
        return self._call(op.PAUSE_PLAN, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def resume_plan(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> SubscriptionPlan:
        """Resume a plan that is paused or has lapsed.

        If its last period has ended, the next one starts now, and the day of renewals is today's from then on.
        """
        return self._call(op.RESUME_PLAN, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def list_subscription_periods(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[BillingPeriod]:
        """List the periods of a subscription, newest first.
        """
        return self._call(op.LIST_SUBSCRIPTION_PERIODS, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_subscription_periods(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[BillingPeriod]:
        """The entries of all pages: list the periods of a subscription, newest first."""
        return self._pages(op.LIST_SUBSCRIPTION_PERIODS, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def list_periods(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["due", "unpaid", "paid", "lapsed"] | None = None,
        options: Options | None = None,
    ) -> list[BillingPeriod]:
        """List the periods of all subscriptions, by their start.
        """
        return self._call(op.LIST_PERIODS, query={"page": page, "page_size": page_size, "state": state}, options=options)

    def iter_periods(
        self,
        *,
        page_size: int | None = None,
        state: Literal["due", "unpaid", "paid", "lapsed"] | None = None,
        options: Options | None = None,
    ) -> Iterator[BillingPeriod]:
        """The entries of all pages: list the periods of all subscriptions, by their start."""
        return self._pages(op.LIST_PERIODS, query={"page_size": page_size, "state": state}, entries="", options=options)

    def pay_period(
        self,
        id: Value,
        number: int,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> BillingPeriod:
        """Record that a period is paid.

        Prepaid credits are granted then. 409 if it is paid or has lapsed. Where payments are taken, a payment by transfer of the sum due is recorded, with its invoice: use `POST /payments/{id}/received` or `POST /payments/transfers` instead.
        """
        return self._call(op.PAY_PERIOD, path={"id": id, "number": number}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def lapse_period(
        self,
        id: Value,
        number: int,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> BillingPeriod:
        """Let an unpaid period lapse.

        What is left of its credits is removed, nothing is owed for it, and no further period starts until the plan is resumed.
        """
        return self._call(op.LAPSE_PERIOD, path={"id": id, "number": number}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def extend_period(
        self,
        id: Value,
        number: int,
        body: ExtendRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> BillingPeriod:
        """Give an unpaid prepaid period more days until it lapses.
        """
        return self._call(op.EXTEND_PERIOD, path={"id": id, "number": number}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def list_number_gaps(self, *, options: Options | None = None) -> list[NumberGap]:
        """List the numbers that no paper has, and why.

        Numbers are left out by a restore whose decision logs are lost: customers can have papers with them.
        """
        return self._call(op.LIST_NUMBER_GAPS, options=options)

    def list_missing_letters(self, *, text: Value, options: Options | None = None) -> MissingLetters:
        """List the letters of a text that papers cannot show.

        PDFs have a box for each, since no font has it. `VINGATE_STATEMENT_FONT` names another font.
        """
        return self._call(op.LIST_MISSING_LETTERS, query={"text": text}, options=options)

    def get_month_csv(self, month: Value, *, options: Options | None = None) -> str:
        """Download a month for the bookkeeper as CSV.

        A row for each VAT rate of an invoice or a credit note, for each payment that was received and for each refund. Amounts are decimal; what was credited or returned is below zero. A payment is of the day on which all of its money was there, a refund by transfer of the day on which it was sent. Of the balance that the provider of cards keeps, there is a row for each `fee`, for each `payout` (above zero if it failed, or for a top-up from the bank), and, once the month is over, for each `adjustment`: what else the balance has or lacks by payment and currency, such as a dispute that is not lost. So the payments, refunds, fees, payouts and adjustments by card of a month sum to the change of the balance. A payment in another currency than the balance is listed in its own, and a pair of adjustments moves it into that of the balance.
        """
        return self._call(op.GET_MONTH_CSV, path={"month": month}, options=options)

    def get_month_datev(self, month: Value, *, options: Options | None = None) -> str:
        """Download a month as a file of DATEV.

        EXTF, Buchungsstapel, with the accounts of `PUT /papers/accounts`; 409 names one that is missing. What is in euros alone: other currencies are in the CSV.
        """
        return self._call(op.GET_MONTH_DATEV, path={"month": month}, options=options)

    def get_month_zip(self, month: Value, *, options: Options | None = None) -> str:
        """Download the invoices and credit notes of a month as one ZIP file.

        Each as `2026-0049.pdf` and, where its data are complete, as `2026-0049.xml`: an e-invoice of XRechnung, else of Peppol, else of EN 16931. With the month's CSV. It is made while it is sent, one at a time.
        """
        return self._call(op.GET_MONTH_ZIP, path={"month": month}, options=options)

    def get_revenue(
        self,
        *,
        from_: Value | None = None,
        to: Value | None = None,
        options: Options | None = None,
    ) -> list[MonthRevenue]:
        """Sum the revenue of months, and what is deferred.

        Net, by currency. What a paper supplies is divided over its days, and the parts sum to its net exactly; what has no end is supplied on its first day. As CSV with `Accept: text/csv`, in major units.
        """
        return self._call(op.GET_REVENUE, query={"from": from_, "to": to}, options=options)

    def list_papers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        account: Value | None = None,
        kind: Literal["invoice", "credit_note", "statement"] | None = None,
        month: Value | None = None,
        q: Value | None = None,
        options: Options | None = None,
    ) -> list[Paper]:
        """List invoices and credit notes, newest first.

        As CSV with `Accept: text/csv`.
        """
        return self._call(op.LIST_PAPERS, query={"page": page, "page_size": page_size, "account": account, "kind": kind, "month": month, "q": q}, options=options)

    def iter_papers(
        self,
        *,
        page_size: int | None = None,
        account: Value | None = None,
        kind: Literal["invoice", "credit_note", "statement"] | None = None,
        month: Value | None = None,
        q: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Paper]:
        """The entries of all pages: list invoices and credit notes, newest first."""
        return self._pages(op.LIST_PAPERS, query={"page_size": page_size, "account": account, "kind": kind, "month": month, "q": q}, entries="", options=options)

    def get_paper(self, id: Value, *, options: Options | None = None) -> str:
        """Get the data of an invoice or a credit note.

        The JSON that its PDF contains, with the terms of EN 16931.
        """
        return self._call(op.GET_PAPER, path={"id": id}, options=options)

    def get_paper_file(self, id: Value, *, options: Options | None = None) -> str:
        """Download an invoice or a credit note as PDF.

        PDF/A-3 with its data embedded. The file is the same each time.
        """
        return self._call(op.GET_PAPER_FILE, path={"id": id}, options=options)

    def get_paper_xml(
        self,
        id: Value,
        *,
        form: Literal["en16931_cii", "xrechnung_cii", "xrechnung_ubl", "peppol"],
        options: Options | None = None,
    ) -> str:
        """Download an invoice or a credit note as an e-invoice.

        XML of EN 16931. 409 names what the paper lacks; `GET /papers/{id}/forms` lists it for all forms. The PDF contains the form `en16931_cii` (Factur-X) if it is complete.
        """
        return self._call(op.GET_PAPER_XML, path={"id": id}, query={"form": form}, options=options)

    def list_paper_forms(self, id: Value, *, options: Options | None = None) -> list[PaperForm]:
        """List the forms of an e-invoice, and what a paper lacks of each.
        """
        return self._call(op.LIST_PAPER_FORMS, path={"id": id}, options=options)

    def get_seller(self, *, options: Options | None = None) -> Seller:
        """Get what papers print of the seller.
        """
        return self._call(op.GET_SELLER, options=options)

    def put_seller(
        self,
        body: Seller,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Seller:
        """Change what papers print of the seller.

        Papers that were issued keep what they have.
        """
        return self._call(op.PUT_SELLER, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def get_taxes(self, *, options: Options | None = None) -> Taxes:
        """Get which tax buyers pay.
        """
        return self._call(op.GET_TAXES, options=options)

    def put_taxes(
        self,
        body: Taxes,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Taxes:
        """Change which tax buyers pay.

        By country and tax ID of the buyer; the first rule that fits. Papers that were issued keep theirs.
        """
        return self._call(op.PUT_TAXES, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def get_bookkeeping_accounts(self, *, options: Options | None = None) -> BookkeepingAccounts:
        """Get the accounts that a month is posted to.
        """
        return self._call(op.GET_BOOKKEEPING_ACCOUNTS, options=options)

    def put_bookkeeping_accounts(
        self,
        body: BookkeepingAccounts,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> BookkeepingAccounts:
        """Change the accounts that a month is posted to.

        For the file of DATEV. Ask your tax consultant for them.
        """
        return self._call(op.PUT_BOOKKEEPING_ACCOUNTS, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def get_billing_details(self, id: Value, *, options: Options | None = None) -> BillingDetails:
        """Get what papers print of a buyer.
        """
        return self._call(op.GET_BILLING_DETAILS, path={"id": id}, options=options)

    def put_billing_details(
        self,
        id: Value,
        body: BillingDetailsRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> BillingDetails:
        """Change what papers print of a buyer.

        Country and tax ID decide the tax of later invoices. Papers that were issued keep what they have. With `VINGATE_VIES`, VIES is asked about a new VAT ID of the European Union; without an answer it is taken by its form and asked for again.
        """
        return self._call(op.PUT_BILLING_DETAILS, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def publish_terms(
        self,
        kind: Literal["terms", "privacy", "dpa", "data_license"],
        body: TermsRequest,
        *,
        idempotency_key: Value | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> TermsText:
        """Publish the next version of terms.

        Customers are requested to accept it on their next visit of the console. No call and no sign-in stops. The content of the newest version makes none.
        """
        return self._call(op.PUBLISH_TERMS, path={"kind": kind}, headers={"Idempotency-Key": idempotency_key, "If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def list_terms(self, *, options: Options | None = None) -> list[Terms]:
        """List the current versions of terms.
        """
        return self._call(op.LIST_TERMS, options=options)

    def get_terms(
        self,
        kind: Literal["terms", "privacy", "dpa", "data_license"],
        version: int,
        *,
        options: Options | None = None,
    ) -> TermsText:
        """Read a version of terms.
        """
        return self._call(op.GET_TERMS, path={"kind": kind, "version": version}, options=options)

    def list_open_terms(self, *, options: Options | None = None) -> list[Terms]:
        """List the terms that the caller has not accepted.

        Operators accept none.
        """
        return self._call(op.LIST_OPEN_TERMS, options=options)

    def accept_terms(
        self,
        body: AcceptanceRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Acceptance:
        """Accept the current version of terms.

        409 if the version was replaced. Repeating it changes nothing.
        """
        return self._call(op.ACCEPT_TERMS, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def list_acceptances(self, id: Value, *, options: Options | None = None) -> list[Acceptance]:
        """List the terms that a user has accepted, newest first.
        """
        return self._call(op.LIST_ACCEPTANCES, path={"id": id}, options=options)

    def list_tax_ids(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["unconfirmed", "valid", "invalid", "accepted", "refused"] | None = None,
        options: Options | None = None,
    ) -> list[TaxIdCheck]:
        """List the VAT IDs that VIES was asked about.

        Those that wait the longest first.
        """
        return self._call(op.LIST_TAX_IDS, query={"page": page, "page_size": page_size, "state": state}, options=options)

    def iter_tax_ids(
        self,
        *,
        page_size: int | None = None,
        state: Literal["unconfirmed", "valid", "invalid", "accepted", "refused"] | None = None,
        options: Options | None = None,
    ) -> Iterator[TaxIdCheck]:
        """The entries of all pages: list the VAT IDs that VIES was asked about."""
        return self._pages(op.LIST_TAX_IDS, query={"page_size": page_size, "state": state}, entries="", options=options)

    def decide_tax_id(self, id: Value, body: TaxIdDecision, *, options: Options | None = None) -> TaxIdCheck:
        """Decide about a VAT ID that VIES did not confirm.

        By the account's ID. Papers that were issued keep what they have.
        """
        return self._call(op.DECIDE_TAX_ID, path={"id": id}, body=body, options=options)

    def list_user_subscription_secrets(
        self,
        id: Value,
        subscription_id: Value,
        *,
        options: Options | None = None,
    ) -> SignUpAnswerKeys:
        """Show the keys of a user's subscription.

        The call is recorded in the audit log; of the owner's calls, the first of a day from each address.
        """
        return self._call(op.LIST_USER_SUBSCRIPTION_SECRETS, path={"id": id, "subscription_id": subscription_id}, options=options)

    def list_secrets(self, subscription_id: Value, *, options: Options | None = None) -> SignUpAnswerKeys:
        """Show the keys of a subscription.

        The owner and operators can read them in every state of the subscription. The call is recorded in the audit log; of the owner's calls, the first of a day from each address.
        """
        return self._call(op.LIST_SECRETS, path={"subscription_id": subscription_id}, options=options)

    def list_keys(self, subscription_id: Value, *, options: Options | None = None) -> list[KeyInUse]:
        """List a subscription's keys with creation, expiry and last use, but not the keys themselves.

        Replaced keys are listed while they still work. Calls count by slot: calls with a replaced key count for its slot.
        """
        return self._call(op.LIST_KEYS, path={"subscription_id": subscription_id}, options=options)

    def regenerate_primary_key(
        self,
        id: Value,
        body: RegeneratePrimaryKeyBody,
        *,
        options: Options | None = None,
    ) -> SignUpAnswerKeys:
        """Replace the primary key with a new one.

        The other keys keep working, and the subscription keeps its history.
        """
        return self._call(op.REGENERATE_PRIMARY_KEY, path={"id": id}, body=body, options=options)

    def regenerate_secondary_key(
        self,
        id: Value,
        body: RegeneratePrimaryKeyBody,
        *,
        options: Options | None = None,
    ) -> SignUpAnswerKeys:
        """Replace the secondary key with a new one.

        The other keys keep working, and the subscription keeps its history.
        """
        return self._call(op.REGENERATE_SECONDARY_KEY, path={"id": id}, body=body, options=options)

    def regenerate_test_key(
        self,
        id: Value,
        body: RegeneratePrimaryKeyBody,
        *,
        options: Options | None = None,
    ) -> SignUpAnswerKeys:
        """Replace the test key with a new one.

        The other keys keep working, and the subscription keeps its history.
        """
        return self._call(op.REGENERATE_TEST_KEY, path={"id": id}, body=body, options=options)

    def find_keys(self, body: FindKeysBody, *, options: Options | None = None) -> list[FoundKey]:
        """Find subscriptions by the beginning of a key.

        Returns at most ten, and no key. Customers find their own.
        """
        return self._call(op.FIND_KEYS, body=body, options=options)

    def list_products(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        id: Value | None = None,
        options: Options | None = None,
    ) -> list[Product]:
        """List products, newest first.

        Customers see the published ones.
        """
        return self._call(op.LIST_PRODUCTS, query={"page": page, "page_size": page_size, "id": id}, options=options)

    def iter_products(
        self,
        *,
        page_size: int | None = None,
        id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Product]:
        """The entries of all pages: list products, newest first."""
        return self._pages(op.LIST_PRODUCTS, query={"page_size": page_size, "id": id}, entries="", options=options)

    def get_product(self, id: Value, *, options: Options | None = None) -> Product:
        """Read a product.
        """
        return self._call(op.GET_PRODUCT, path={"id": id}, options=options)

    def create_product(
        self,
        id: Value,
        body: ProductRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Product:
        """Create a product.

        Defaults of omitted members: display_name is the ID, state is not_published, credits are unlimited, no approval, no limits, no `apis`.
        """
        return self._call(op.CREATE_PRODUCT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def put_product(
        self,
        id: Value,
        body: ProductRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> PutProductAnswer:
        """Create or replace a product.

        Omitted members get their defaults, the policy included. `reset` lists the members that lost a value this way. Subscriptions do not change, nor do the product's APIs unless `apis` is sent.
        """
        return self._call(op.PUT_PRODUCT, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def delete_product(
        self,
        id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Delete a product without active subscriptions.

        Returns 409 while the product has active, suspended or submitted subscriptions. Reports and ledgers are kept. Sign-up needs the product `trial`.
        """
        return self._call(op.DELETE_PRODUCT, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_product_apis(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[APIOutput]:
        """List the APIs of a product.
        """
        return self._call(op.LIST_PRODUCT_APIS, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_product_apis(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[APIOutput]:
        """The entries of all pages: list the APIs of a product."""
        return self._pages(op.LIST_PRODUCT_APIS, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def add_product_api(
        self,
        id: Value,
        api_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> APIOutput:
        """Add an API to a product.

        The product's subscriptions can call the API immediately. A second call changes nothing.
        """
        return self._call(op.ADD_PRODUCT_API, path={"id": id, "api_id": api_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def remove_product_api(
        self,
        id: Value,
        api_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Remove an API from a product.
        """
        return self._call(op.REMOVE_PRODUCT_API, path={"id": id, "api_id": api_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def get_product_policy(self, id: Value, *, options: Options | None = None) -> GetProductPolicyAnswer:
        """Read a product's policy.
        """
        return self._call(op.GET_PRODUCT_POLICY, path={"id": id}, options=options)

    def put_product_policy(
        self,
        id: Value,
        body: ProductRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> GetProductPolicyAnswer:
        """Replace a product's policy.

        `policy` is required; other members are ignored. The policy applies from the next call.
        """
        return self._call(op.PUT_PRODUCT_POLICY, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def preview_product_policy(
        self,
        id: Value,
        body: PolicyPreviewRequest,
        *,
        options: Options | None = None,
    ) -> PolicyPreview:
        """Replay the calls of the last 24 hours under another policy; nothing changes.

        Replays the recorded calls of the product: 1000000 at most, for ten seconds at most. `not_replayed` lists what the log cannot show.
        """
        return self._call(op.PREVIEW_PRODUCT_POLICY, path={"id": id}, body=body, options=options)

    def get_product_offer(self, id: Value, *, options: Options | None = None) -> Offer:
        """Read a product's offer: its price, credits and packages.

        The newest version. Customers see it while the product is published and the offer on sale. 404 without one: ask the operator.
        """
        return self._call(op.GET_PRODUCT_OFFER, path={"id": id}, options=options)

    def put_product_offer(
        self,
        id: Value,
        body: OfferRequest,
        *,
        idempotency_key: Value | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Offer:
        """Publish the next version of a product's offer.

        Omitted members get their defaults. The terms of the newest version again make no version. No balance changes: current subscriptions keep their version for `notice_days`, or if `who_pays` is `new`. With `publish_product` the product is published in the same transaction. With `If-Match` of the version that was read, 412 if another was published since.
        """
        return self._call(op.PUT_PRODUCT_OFFER, path={"id": id}, headers={"Idempotency-Key": idempotency_key, "If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def list_product_offers(
        self,
        id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[Offer]:
        """List all versions of a product's offer, newest first.
        """
        return self._call(op.LIST_PRODUCT_OFFERS, path={"id": id}, query={"page": page, "page_size": page_size}, options=options)

    def iter_product_offers(
        self,
        id: Value,
        *,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[Offer]:
        """The entries of all pages: list all versions of a product's offer, newest first."""
        return self._pages(op.LIST_PRODUCT_OFFERS, path={"id": id}, query={"page_size": page_size}, entries="", options=options)

    def list_offers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[Offer]:
        """List the newest version of every product's offer, by the products' IDs.
        """
        return self._call(op.LIST_OFFERS, query={"page": page, "page_size": page_size}, options=options)

    def iter_offers(self, *, page_size: int | None = None, options: Options | None = None) -> Iterator[Offer]:
        """The entries of all pages: list the newest version of every product's offer, by the products' IDs."""
        return self._pages(op.LIST_OFFERS, query={"page_size": page_size}, entries="", options=options)

    def preview_product_offer(
        self,
        id: Value,
        body: OfferPreviewRequest,
        *,
        options: Options | None = None,
    ) -> OfferPreview:
        """Show the next 12 periods of a subscription under an offer; nothing changes.

        The offer needs not be published. Periods are computed by the rules that renewals use.
        """
        return self._call(op.PREVIEW_PRODUCT_OFFER, path={"id": id}, body=body, options=options)

    def get_pricing(self, *, options: Options | None = None) -> Pricing:
        """Read the plans on sale: prices, credits, packages and the prices of lookups.

        Prices are in minor units of their currency, without tax.
        """
        return self._call(op.GET_PRICING, options=options)

    def list_apis(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        name: Value | None = None,
        options: Options | None = None,
    ) -> list[APIOutput]:
        """List APIs, newest first.

        Customers see the APIs of published products.
        """
        return self._call(op.LIST_APIS, query={"page": page, "page_size": page_size, "name": name}, options=options)

    def iter_apis(
        self,
        *,
        page_size: int | None = None,
        name: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[APIOutput]:
        """The entries of all pages: list APIs, newest first."""
        return self._pages(op.LIST_APIS, query={"page_size": page_size, "name": name}, entries="", options=options)

    def create_api(
        self,
        body: APIInput,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> APIOutput:
        """Register an API.
        """
        return self._call(op.CREATE_API, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def get_api(self, api_id: Value, *, options: Options | None = None) -> APIOutput:
        """Read an API.
        """
        return self._call(op.GET_API, path={"api_id": api_id}, options=options)

    def update_api(
        self,
        api_id: Value,
        body: APIUpdate,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> APIOutput:
        """Change an API.

        Omitted members keep their values. The name and path of a built-in API cannot change (409). Its service_url names an upstream, from which its lookups request records that no dataset contains. APIs that compute their answers ask none (409).
        """
        return self._call(op.UPDATE_API, path={"api_id": api_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def delete_api(
        self,
        api_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Delete a registered API and remove it from all products.

        Built-in APIs cannot be deleted (409). Subscriptions to only this API then include no API.
        """
        return self._call(op.DELETE_API, path={"api_id": api_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def get_api_document(self, api_id: Value, *, options: Options | None = None) -> str:
        """Read the OpenAPI document of a registered API, as it was put.
        """
        return self._call(op.GET_API_DOCUMENT, path={"api_id": api_id}, options=options)

    def put_api_document(
        self,
        api_id: Value,
        body: Upload,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> ApiDocument:
        """Put the OpenAPI document of a registered API.

        OpenAPI 3.0 or 3.1 in JSON of at most 16 MiB or YAML of at most 5 MiB, without references to other documents. Reports and this document then name its operations. If the API's `validate` is true, calls that do not fit are refused. 422 lists the faults with their lines. A schema that cannot be used, such as one with a pattern that cannot be tested in linear time, is a warning, and calls are not checked by it. Paths of the document follow the path of the API.
        """
        return self._call(op.PUT_API_DOCUMENT, path={"api_id": api_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, content_type=content_type, options=options)

    def delete_api_document(
        self,
        api_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Delete the OpenAPI document of a registered API.
        """
        return self._call(op.DELETE_API_DOCUMENT, path={"api_id": api_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def get_api_mapping(
        self,
        api_id: Value,
        *,
        source: Literal["first", "other"] | None = None,
        options: Options | None = None,
    ) -> str:
        """Read the mapping of a vendor's API, as it was put.

        `Last-Modified` is when it was put, `Repr-Digest` its SHA-256.
        """
        return self._call(op.GET_API_MAPPING, path={"api_id": api_id}, query={"source": source}, options=options)

    def put_api_mapping(
        self,
        api_id: Value,
        body: Upload,
        *,
        source: Literal["first", "other"] | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> VendorMapping:
        """Put the mapping of a vendor's API, which makes it an upstream of a built-in API.

        YAML or JSON of at most 256 KiB. 422 lists the faults of the text and of its samples, and nothing is stored.
        """
        return self._call(op.PUT_API_MAPPING, path={"api_id": api_id}, query={"source": source}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, content_type=content_type, options=options)

    def delete_api_mapping(
        self,
        api_id: Value,
        *,
        source: Literal["first", "other"] | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Delete the mapping of a vendor's API.
        """
        return self._call(op.DELETE_API_MAPPING, path={"api_id": api_id}, query={"source": source}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def preview_api_mapping(
        self,
        api_id: Value,
        body: Upload,
        *,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> VendorMapping:
        """Read the samples of a mapping without storing it.

        Each sample's body beside the data that the mapping makes of it. 422 lists faults of the text.
        """
        return self._call(op.PREVIEW_API_MAPPING, path={"api_id": api_id}, body=body, content_type=content_type, options=options)

    def test_api(self, body: APITest, *, options: Options | None = None) -> TestApiAnswer:
        """Send one request to a backend, before or after its API is registered.

        The address is checked as for calls. Nothing is charged or recorded. The response is 200 if the backend fails: `reason` says why.
        """
        return self._call(op.TEST_API, body=body, options=options)

    def get_api_health(self, api_id: Value, *, options: Options | None = None) -> APIHealth:
        """Read calls, errors and response times of an API in the last hour.

        Calls are counted per minute. Times and errors come from a sample of the request log.
        """
        return self._call(op.GET_API_HEALTH, path={"api_id": api_id}, options=options)

    def report_by_api(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page: int | None = None,
        page_size: int | None = None,
        subscription_id: Value | None = None,
        user_id: Value | None = None,
        api_id: Value | None = None,
        options: Options | None = None,
    ) -> MetricsResponse:
        """Report the calls, credits, bytes and times of each API.

        The API with the most calls is first. Customers see only their own calls. Calls are counted per minute, and per hour for times whose minutes are no longer kept. The time range is widened to whole minutes or hours; the response's timestamps give the result.
        """
        return self._call(op.REPORT_BY_API, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page": page, "page_size": page_size, "subscription_id": subscription_id, "user_id": user_id, "api_id": api_id}, options=options)

    def iter_report_by_api(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page_size: int | None = None,
        subscription_id: Value | None = None,
        user_id: Value | None = None,
        api_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[MetricsResponseItems]:
        """The entries of all pages: report the calls, credits, bytes and times of each API."""
        return self._pages(op.REPORT_BY_API, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page_size": page_size, "subscription_id": subscription_id, "user_id": user_id, "api_id": api_id}, entries="items", options=options)

    def report_of_key(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> MetricsResponse:
        """Report the calls, credits, bytes and times of each API for a key's subscription.

        Free. The API with the most calls is first; calls of test keys are not included. Calls are counted per minute, and per hour for times whose minutes are no longer kept. The time range is widened to whole minutes or hours; the response's timestamps give the result.
        """
        return self._call(op.REPORT_OF_KEY, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page": page, "page_size": page_size}, options=options)

    def iter_report_of_key(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[MetricsResponseItems]:
        """The entries of all pages: report the calls, credits, bytes and times of each API for a key's subscription."""
        return self._pages(op.REPORT_OF_KEY, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page_size": page_size}, entries="items", options=options)

    def report_by_subscription(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page: int | None = None,
        page_size: int | None = None,
        subscription_id: Value | None = None,
        user_id: Value | None = None,
        api_id: Value | None = None,
        options: Options | None = None,
    ) -> ReportBySubscriptionAnswer:
        """Report the calls, credits, bytes and times of each subscription.

        The subscription with the most calls is first; deleted ones are included. Customers see only their own calls. Calls are counted per minute, and per hour for times whose minutes are no longer kept. The time range is widened to whole minutes or hours; the response's timestamps give the result.
        """
        return self._call(op.REPORT_BY_SUBSCRIPTION, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page": page, "page_size": page_size, "subscription_id": subscription_id, "user_id": user_id, "api_id": api_id}, options=options)

    def iter_report_by_subscription(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page_size: int | None = None,
        subscription_id: Value | None = None,
        user_id: Value | None = None,
        api_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[ReportBySubscriptionAnswerItems]:
        """The entries of all pages: report the calls, credits, bytes and times of each subscription."""
        return self._pages(op.REPORT_BY_SUBSCRIPTION, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page_size": page_size, "subscription_id": subscription_id, "user_id": user_id, "api_id": api_id}, entries="items", options=options)

    def report_by_user(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page: int | None = None,
        page_size: int | None = None,
        subscription_id: Value | None = None,
        user_id: Value | None = None,
        api_id: Value | None = None,
        options: Options | None = None,
    ) -> ReportByUserAnswer:
        """Report the calls, credits, bytes and times of each user.

        The user with the most calls is first. A call counts for the user who owned the subscription when it was made. Customers see only their own calls. Calls are counted per minute, and per hour for times whose minutes are no longer kept. The time range is widened to whole minutes or hours; the response's timestamps give the result.
        """
        return self._call(op.REPORT_BY_USER, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page": page, "page_size": page_size, "subscription_id": subscription_id, "user_id": user_id, "api_id": api_id}, options=options)

    def iter_report_by_user(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page_size: int | None = None,
        subscription_id: Value | None = None,
        user_id: Value | None = None,
        api_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[ReportByUserAnswerItems]:
        """The entries of all pages: report the calls, credits, bytes and times of each user."""
        return self._pages(op.REPORT_BY_USER, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page_size": page_size, "subscription_id": subscription_id, "user_id": user_id, "api_id": api_id}, entries="items", options=options)

    def report_by_request(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        user_id: Value | None = None,
        subscription_id: Value | None = None,
        product_id: Value | None = None,
        api_id: Value | None = None,
        operation: Value | None = None,
        response_code: Value | None = None,
        error_code: Value | None = None,
        key: Literal["primary", "secondary", "test"] | None = None,
        ip_address: Value | None = None,
        request_id: Value | None = None,
        call: Value | None = None,
        url: Value | None = None,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> RequestResponse:
        """List single calls, newest first.

        The calls come from the request log, which begins at `available_from`. Customers see only their own calls.
        """
        return self._call(op.REPORT_BY_REQUEST, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "user_id": user_id, "subscription_id": subscription_id, "product_id": product_id, "api_id": api_id, "operation": operation, "response_code": response_code, "error_code": error_code, "key": key, "ip_address": ip_address, "request_id": request_id, "call": call, "url": url, "page": page, "page_size": page_size}, options=options)

    def iter_report_by_request(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        user_id: Value | None = None,
        subscription_id: Value | None = None,
        product_id: Value | None = None,
        api_id: Value | None = None,
        operation: Value | None = None,
        response_code: Value | None = None,
        error_code: Value | None = None,
        key: Literal["primary", "secondary", "test"] | None = None,
        ip_address: Value | None = None,
        request_id: Value | None = None,
        call: Value | None = None,
        url: Value | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[RequestResponseItems]:
        """The entries of all pages: list single calls, newest first."""
        return self._pages(op.REPORT_BY_REQUEST, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "user_id": user_id, "subscription_id": subscription_id, "product_id": product_id, "api_id": api_id, "operation": operation, "response_code": response_code, "error_code": error_code, "key": key, "ip_address": ip_address, "request_id": request_id, "call": call, "url": url, "page_size": page_size}, entries="items", options=options)

    def report_timeseries(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        granularity: Literal["minute", "hour", "day", "week", "month"] | None = None,
        time_zone: Value | None = None,
        subscription_id: Value | None = None,
        api_id: Value | None = None,
        user_id: Value | None = None,
        options: Options | None = None,
    ) -> ReportTimeseriesAnswer:
        """Report calls over time, in buckets without gaps.

        Returns at most 10000 buckets. Customers see only their own calls. Calls are counted per minute, and per hour for times whose minutes are no longer kept. The time range is widened to whole minutes or hours; the response's timestamps give the result.
        """
        return self._call(op.REPORT_TIMESERIES, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "granularity": granularity, "time_zone": time_zone, "subscriptionId": subscription_id, "apiId": api_id, "user_id": user_id}, options=options)

    def report_times(self, *, options: Options | None = None) -> CallTimes:
        """Report how long the newest calls of the last day took.

        Of at most 1000 calls, over all accounts and APIs.
        """
        return self._call(op.REPORT_TIMES, options=options)

    def follow_requests(
        self,
        *,
        seconds: int | None = None,
        user_id: Value | None = None,
        subscription_id: Value | None = None,
        last_event_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[ServerEvent]:
        """Follow single calls live.

        Server-sent events of all nodes, about one per second while there are calls: `calls` with `items`, newest first, as in `GET /reports/byRequest`, and `skipped`, the number of calls above the 200 per event. The first event is sent immediately. A `gap` event instead means that the interruption was too long or its ID is unknown: read the report. Customers see only their own calls.
        """
        return self._events(op.FOLLOW_REQUESTS, query={"seconds": seconds, "user_id": user_id, "subscription_id": subscription_id}, headers={"last-event-id": last_event_id}, options=options)

    def report_by_key(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        user_id: Value | None = None,
        subscription_id: Value | None = None,
        product_id: Value | None = None,
        api_id: Value | None = None,
        operation: Value | None = None,
        response_code: Value | None = None,
        error_code: Value | None = None,
        key: Literal["primary", "secondary", "test"] | None = None,
        ip_address: Value | None = None,
        request_id: Value | None = None,
        call: Value | None = None,
        url: Value | None = None,
        options: Options | None = None,
    ) -> ReportByKeyAnswer:
        """Report the calls and credits of each key.

        The key with the most calls is first. The figures come from the request log. Customers see only their own calls. Test keys are included; no other report counts their calls.
        """
        return self._call(op.REPORT_BY_KEY, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "user_id": user_id, "subscription_id": subscription_id, "product_id": product_id, "api_id": api_id, "operation": operation, "response_code": response_code, "error_code": error_code, "key": key, "ip_address": ip_address, "request_id": request_id, "call": call, "url": url}, options=options)

    def report_by_error(
        self,
        *,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        user_id: Value | None = None,
        subscription_id: Value | None = None,
        product_id: Value | None = None,
        api_id: Value | None = None,
        operation: Value | None = None,
        response_code: Value | None = None,
        error_code: Value | None = None,
        key: Literal["primary", "secondary", "test"] | None = None,
        ip_address: Value | None = None,
        request_id: Value | None = None,
        call: Value | None = None,
        url: Value | None = None,
        options: Options | None = None,
    ) -> ReportByErrorAnswer:
        """Group unsuccessful calls by status and error code.

        The most frequent error is first. The groups come from the request log. Customers see only their own calls. Errors of test calls are counted only with `key=test`.
        """
        return self._call(op.REPORT_BY_ERROR, query={"timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "user_id": user_id, "subscription_id": subscription_id, "product_id": product_id, "api_id": api_id, "operation": operation, "response_code": response_code, "error_code": error_code, "key": key, "ip_address": ip_address, "request_id": request_id, "call": call, "url": url}, options=options)

    def list_webhooks(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        user_id: Value | None = None,
        options: Options | None = None,
    ) -> list[Webhook]:
        """List webhooks, newest first; customers see their own.
        """
        return self._call(op.LIST_WEBHOOKS, query={"page": page, "page_size": page_size, "user_id": user_id}, options=options)

    def iter_webhooks(
        self,
        *,
        page_size: int | None = None,
        user_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Webhook]:
        """The entries of all pages: list webhooks, newest first; customers see their own."""
        return self._pages(op.LIST_WEBHOOKS, query={"page_size": page_size, "user_id": user_id}, entries="", options=options)

    def create_webhook(
        self,
        body: WebhookInput,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> CreateWebhookAnswer:
        """Create a webhook.

        Events are sent as Standard Webhooks, signed with its secret. A customer's webhook gets the events of its own subscriptions, an operator's those of all. VINGATE_WEBHOOKS_MAX limits the webhooks of a customer (409).
        """
        return self._call(op.CREATE_WEBHOOK, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def get_webhook(self, webhook_id: Value, *, options: Options | None = None) -> Webhook:
        """Read a webhook, without its secret.
        """
        return self._call(op.GET_WEBHOOK, path={"webhook_id": webhook_id}, options=options)

    def update_webhook(
        self,
        webhook_id: Value,
        body: WebhookUpdate,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Webhook:
        """Change, disable or enable a webhook.

        Omitted members do not change. Its pending deliveries fail when it is disabled.
        """
        return self._call(op.UPDATE_WEBHOOK, path={"webhook_id": webhook_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def delete_webhook(
        self,
        webhook_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Delete a webhook and the log of its deliveries.
        """
        return self._call(op.DELETE_WEBHOOK, path={"webhook_id": webhook_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_webhook_event_types(self, *, options: Options | None = None) -> list[WebhookEventType]:
        """List the types of events that webhooks receive.

        Customers see those that they can receive.
        """
        return self._call(op.LIST_WEBHOOK_EVENT_TYPES, options=options)

    def list_webhook_secrets(self, webhook_id: Value, *, options: Options | None = None) -> WebhookSecrets:
        """Show the secret of a webhook's signatures.

        The call is recorded in the audit log.
        """
        return self._call(op.LIST_WEBHOOK_SECRETS, path={"webhook_id": webhook_id}, options=options)

    def regenerate_webhook_secret(
        self,
        webhook_id: Value,
        *,
        options: Options | None = None,
    ) -> WebhookSecrets:
        """Replace the secret of a webhook's signatures.

        For a day, requests have a signature of each of the two secrets.
        """
        return self._call(op.REGENERATE_WEBHOOK_SECRET, path={"webhook_id": webhook_id}, options=options)

    def list_webhook_deliveries(
        self,
        webhook_id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["pending", "delivered", "failed"] | None = None,
        type: Literal["credits.low", "credits.gone", "credits.period_used", "credits.cap_used", "credits.expiring", "key.replaced", "key.expiring", "subscription.changed", "dataset.changed", "watch.changed", "batch.done", "period.renewed", "period.unpaid", "period.lapsed", "plan.changed", "plan.terms_changed", "statement.ready", "terms.published", "payment.paid", "payment.failed", "payment.refunded", "payment.disputed", "payment.reinstated", "payment.provider_problem", "payment.unmatched", "billing_details.missing", "topup.stopped", "webhook.disabled", "import.done", "import.failed", "webhook.test"] | None = None,
        options: Options | None = None,
    ) -> list[WebhookDelivery]:
        """List the deliveries of a webhook, newest event first.

        They are kept for VINGATE_WEBHOOK_DAYS days.
        """
        return self._call(op.LIST_WEBHOOK_DELIVERIES, path={"webhook_id": webhook_id}, query={"page": page, "page_size": page_size, "state": state, "type": type}, options=options)

    def iter_webhook_deliveries(
        self,
        webhook_id: Value,
        *,
        page_size: int | None = None,
        state: Literal["pending", "delivered", "failed"] | None = None,
        type: Literal["credits.low", "credits.gone", "credits.period_used", "credits.cap_used", "credits.expiring", "key.replaced", "key.expiring", "subscription.changed", "dataset.changed", "watch.changed", "batch.done", "period.renewed", "period.unpaid", "period.lapsed", "plan.changed", "plan.terms_changed", "statement.ready", "terms.published", "payment.paid", "payment.failed", "payment.refunded", "payment.disputed", "payment.reinstated", "payment.provider_problem", "payment.unmatched", "billing_details.missing", "topup.stopped", "webhook.disabled", "import.done", "import.failed", "webhook.test"] | None = None,
        options: Options | None = None,
    ) -> Iterator[WebhookDelivery]:
        """The entries of all pages: list the deliveries of a webhook, newest event first."""
        return self._pages(op.LIST_WEBHOOK_DELIVERIES, path={"webhook_id": webhook_id}, query={"page_size": page_size, "state": state, "type": type}, entries="", options=options)

    def get_webhook_delivery(
        self,
        webhook_id: Value,
        event_id: Value,
        *,
        options: Options | None = None,
    ) -> GetWebhookDeliveryAnswer:
        """Read a delivery with its body and its attempts.
        """
        return self._call(op.GET_WEBHOOK_DELIVERY, path={"webhook_id": webhook_id, "event_id": event_id}, options=options)

    def test_webhook(self, webhook_id: Value, *, options: Options | None = None) -> TestWebhookAnswer:
        """Send a `webhook.test` event to a webhook.

        It is delivered within a second or so; `getWebhookDelivery` shows what came of it. An address that returns the event's `challenge` is confirmed.
        """
        return self._call(op.TEST_WEBHOOK, path={"webhook_id": webhook_id}, options=options)

    def replay_webhook(
        self,
        webhook_id: Value,
        body: WebhookReplay,
        *,
        options: Options | None = None,
    ) -> ReplayWebhookAnswer:
        """Send one event again, or all since a time.

        They keep their IDs, so that a receiver can ignore those that it has. Retries begin again. A customer's webhook gets 1,000 events again within an hour, one that is not confirmed 20.
        """
        return self._call(op.REPLAY_WEBHOOK, path={"webhook_id": webhook_id}, body=body, options=options)

    def list_audit(
        self,
        *,
        actor: Value | None = None,
        action: Value | None = None,
        object: Value | None = None,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[AuditRecord]:
        """List changes and who made them, newest first.

        Entries are kept for 400 days and never contain secrets.
        """
        return self._call(op.LIST_AUDIT, query={"actor": actor, "action": action, "object": object, "timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page": page, "page_size": page_size}, options=options)

    def iter_audit(
        self,
        *,
        actor: Value | None = None,
        action: Value | None = None,
        object: Value | None = None,
        timestamp_ge: When | None = None,
        timestamp_le: When | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[AuditRecord]:
        """The entries of all pages: list changes and who made them, newest first."""
        return self._pages(op.LIST_AUDIT, query={"actor": actor, "action": action, "object": object, "timestamp_ge": timestamp_ge, "timestamp_le": timestamp_le, "page_size": page_size}, entries="", options=options)

    def get_system(self, *, options: Options | None = None) -> System:
        """Read the state of the service: nodes, journals, reserved credits, consistency check, disk, versions, settings.

        Every node reports its state every five seconds. Secrets are never shown, only whether they are set.
        """
        return self._call(op.GET_SYSTEM, options=options)

    def follow_system(
        self,
        *,
        seconds: int | None = None,
        options: Options | None = None,
    ) -> Iterator[ServerEvent]:
        """Follow the state of the service.

        Server-sent events, one every two seconds: `system` with the body of `GET /system`, without `versions` and `settings`. The first event is sent immediately.
        """
        return self._events(op.FOLLOW_SYSTEM, query={"seconds": seconds}, options=options)

    def check_ledger(self, *, options: Options | None = None) -> CheckLedgerAnswer:
        """Run a consistency check of ledger, balances, reserved credits, reports, request log and journals.

        Runs `vingate doctor --ledger` on the responding node while it serves calls. Returns immediately; `ledger_check` of `GET /system` shows the result. Only one check runs at a time.
        """
        return self._call(op.CHECK_LEDGER, options=options)

    def request_backup(self, *, options: Options | None = None) -> RequestBackupAnswer:
        """Make the next scheduled backup now.

        A node starts it within a second; `backups` of `GET /system` shows that it runs, and its result. 409 without VINGATE_BACKUP_DIR.
        """
        return self._call(op.REQUEST_BACKUP, options=options)

    def forget_node(
        self,
        instance: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> ForgetNodeAnswer:
        """Remove a node that has timed out from the list of nodes.

        Its journal and reserved credits are not affected. A node that still runs appears again within five seconds. 409 for a node that is `alive`.
        """
        return self._call(op.FORGET_NODE, path={"instance": instance}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def resume_service(self, body: ResumeRequest, *, options: Options | None = None) -> ResumeServiceAnswer:
        """Resume charging, sending and granting after a restore.

        `held` of `GET /system` shows what was found. Messages that waited when the database went back are dropped unless `messages` is `send`. 409 if nothing is held, and while something of `undecided` is left.
        """
        return self._call(op.RESUME_SERVICE, body=body, options=options)

    def check_installation(self, *, options: Options | None = None) -> CheckInstallationAnswer:
        """Check the installation: settings, files, disk, database, clocks, network, data, backups.

        The checks of `vingate doctor`, on the responding node. The consistency check is not run; its last result is shown.
        """
        return self._call(op.CHECK_INSTALLATION, options=options)

    def list_customers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        id: Value | None = None,
        text: Value | None = None,
        state: Literal["requested", "unpaid", "suspended", "used_up", "active", "no_plan", "deleted"] | None = None,
        product_id: Value | None = None,
        options: Options | None = None,
    ) -> Customers:
        """List customers with plan, credits, calls and next payment, those that need an operator first.

        People and organizations; members of an organization are found under it, and as people. Then the newest are first. As CSV, one row for each.
        """
        return self._call(op.LIST_CUSTOMERS, query={"page": page, "page_size": page_size, "id": id, "text": text, "state": state, "product_id": product_id}, options=options)

    def iter_customers(
        self,
        *,
        page_size: int | None = None,
        id: Value | None = None,
        text: Value | None = None,
        state: Literal["requested", "unpaid", "suspended", "used_up", "active", "no_plan", "deleted"] | None = None,
        product_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Customer]:
        """The entries of all pages: list customers with plan, credits, calls and next payment, those that need an operator first."""
        return self._pages(op.LIST_CUSTOMERS, query={"page_size": page_size, "id": id, "text": text, "state": state, "product_id": product_id}, entries="customers", options=options)

    def get_inbox(self, *, options: Options | None = None) -> Inbox:
        """Read what needs an operator, the most urgent first.

        Approvals, money to match, send or decide, failing webhooks, mail, backups and nodes, and what the doctor found last on each node. A row goes when its cause goes. Rows, counts and closed rows are those for which the caller's role has the permission.
        """
        return self._call(op.GET_INBOX, options=options)

    def put_off_inbox_row(
        self,
        id: Value,
        body: PutOffInboxRowBody,
        *,
        options: Options | None = None,
    ) -> PutOffInboxRowAnswer:
        """Put a row of Inbox off for seven days.

        Only rows of the band `later`. With a row of several all of them are put off. It counts again after seven days, or as soon as it is more urgent. 409 for rows of the other bands.
        """
        return self._call(op.PUT_OFF_INBOX_ROW, path={"id": id}, body=body, options=options)

    def search(self, body: SearchRequest, *, options: Options | None = None) -> Search:
        """Search money, customers, calls, plans, settings and docs by one text.

        Names are found by the start of any word, without case and accents; money by number, reference and sum; calls by call ID and request ID; keys by their last four characters. The groups are those for which the caller's role has the permission. Nothing is charged.
        """
        return self._call(op.SEARCH, body=body, options=options)

    def search_account(self, id: Value, body: SearchRequest, *, options: Options | None = None) -> Search:
        """Search an account's money, calls, keys and subscriptions, the plans and the docs by one text.

        Names are found by the start of any word, without case and accents; money by number, reference and sum; calls by call ID and request ID; keys by their last four characters. Customers search the account that they act for. Nothing is charged.
        """
        return self._call(op.SEARCH_ACCOUNT, path={"id": id}, body=body, options=options)

    def get_metrics(self, *, options: Options | None = None) -> str:
        """Read the metrics of all processes at this address in Prometheus' text format.

        Requires the operator token, or a client address that VINGATE_METRICS_ALLOW names. No label names a customer.
        """
        return self._call(op.GET_METRICS, options=options)

    def list_datasets(self, *, options: Options | None = None) -> list[Dataset]:
        """List current and previous datasets.

        By family, the current one first. `PUT /datasets/{family}` and `vingate import` load others.
        """
        return self._call(op.LIST_DATASETS, options=options)

    def get_dataset(self, family: Value, *, options: Options | None = None) -> DatasetFamily:
        """Read the versions of a family's dataset.
        """
        return self._call(op.GET_DATASET, path={"family": family}, options=options)

    def put_dataset(
        self,
        family: Value,
        body: Upload,
        *,
        mode: Literal["replace", "merge"] | None = None,
        dry_run: bool | None = None,
        max_rejects: Value | None = None,
        source: Value | None = None,
        map: Value | None = None,
        mapping: Value | None = None,
        encoding: Value | None = None,
        sheet: Value | None = None,
        names: Literal["vin", "file"] | None = None,
        dates: Literal["month_first", "day_first", "year_first"] | None = None,
        decimals: Literal["point", "comma"] | None = None,
        name: Value | None = None,
        version: Value | None = None,
        licence: Value | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> Import:
        """Import a file of records as a family's dataset.

        The body is the file: CSV with a header or one JSON object a line, in UTF-8, UTF-16 or Latin-1, plain or compressed with gzip, zstd or zip. `Content-Type` may say `text/csv` or `application/x-ndjson`, and `Content-Encoding` `gzip` or `zstd`; otherwise the file's first bytes decide. At most VINGATE_IMPORT_MAX bytes, decompressed too. The response is sent when all of it has arrived: `GET /imports/{id}/events` reports progress and result. Until it is done, and if it fails, lookups use the current records. While an import of the family runs, a second is 409 and names the first.
        """
        return self._call(op.PUT_DATASET, path={"family": family}, query={"mode": mode, "dry_run": dry_run, "max_rejects": max_rejects, "source": source, "map": map, "mapping": mapping, "encoding": encoding, "sheet": sheet, "names": names, "dates": dates, "decimals": decimals, "name": name, "version": version, "licence": licence}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, content_type=content_type, options=options)

    def roll_back_dataset(
        self,
        family: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> DatasetFamily:
        """Roll back to a family's previous dataset.

        All nodes use it within two seconds. The next rollback returns to the newer one. Without a previous dataset the first import is undone: the family has no records until the next rollback.
        """
        return self._call(op.ROLL_BACK_DATASET, path={"family": family}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def compare_datasets(self, family: Value, *, options: Options | None = None) -> DatasetChanges:
        """Compare a family's current and previous datasets.
        """
        return self._call(op.COMPARE_DATASETS, path={"family": family}, options=options)

    def get_vin_data(self, *, options: Options | None = None) -> VinData:
        """Read the versions of the decoder's data.
        """
        return self._call(op.GET_VIN_DATA, options=options)

    def put_vin_data(
        self,
        body: Upload,
        *,
        dry_run: bool | None = None,
        sha256: Value | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> Import:
        """Import NHTSA's dump of vPIC as the decoder's data.

        The body is `vPICList_lite_YYYY_MM.plain.zip`, or the dump in it; otherwise as `PUT /datasets/{family}`. A dump with much less than the data in use is refused. Nodes of the same data folder use it within two seconds; another folder needs its own import.
        """
        return self._call(op.PUT_VIN_DATA, query={"dry_run": dry_run, "sha256": sha256}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, content_type=content_type, options=options)

    def roll_back_vin_data(
        self,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> VinData:
        """Roll back to the decoder's previous data.

        The next rollback returns to the newer data.
        """
        return self._call(op.ROLL_BACK_VIN_DATA, headers={"Idempotency-Key": idempotency_key}, options=options)

    def get_dataset_columns(self, family: Value, *, options: Options | None = None) -> DatasetColumns:
        """List the columns of a family's files, and the public sources that fill it.
        """
        return self._call(op.GET_DATASET_COLUMNS, path={"family": family}, options=options)

    def list_imports(
        self,
        *,
        family: Value | None = None,
        state: Literal["running", "done", "failed", "stopped"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> list[Import]:
        """List imports, the latest first.

        Includes imports of the command line, rollbacks and erasures.
        """
        return self._call(op.LIST_IMPORTS, query={"family": family, "state": state, "page": page, "page_size": page_size}, options=options)

    def iter_imports(
        self,
        *,
        family: Value | None = None,
        state: Literal["running", "done", "failed", "stopped"] | None = None,
        page_size: int | None = None,
        options: Options | None = None,
    ) -> Iterator[Import]:
        """The entries of all pages: list imports, the latest first."""
        return self._pages(op.LIST_IMPORTS, query={"family": family, "state": state, "page_size": page_size}, entries="", options=options)

    def get_import(self, id: Value, *, options: Options | None = None) -> Import:
        """Read an import: its progress or its result.
        """
        return self._call(op.GET_IMPORT, path={"id": id}, options=options)

    def delete_import(
        self,
        id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Import:
        """Stop an import.

        It stops within a second, on any node, and changes nothing. An import that has ended, or whose records are current, is 409.
        """
        return self._call(op.DELETE_IMPORT, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def watch_import(
        self,
        id: Value,
        *,
        seconds: int | None = None,
        last_event_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[ServerEvent]:
        """Watch an import as server-sent events.

        `progress` events carry the member `progress` of the import; the last event is `end`, and carries the whole import. If the stream ends early, repeat the request with `Last-Event-ID`.
        """
        return self._events(op.WATCH_IMPORT, path={"id": id}, query={"seconds": seconds}, headers={"last-event-id": last_event_id}, options=options)

    def list_import_rejects(
        self,
        id: Value,
        *,
        as_: Literal["table", "rows"] | None = None,
        options: Options | None = None,
    ) -> str:
        """Read all rows that an import rejected.

        A table of line, column, value and reason. `as=rows` sends rows of own records in the form of their file, with `vingate_reason` as the last column: correct them and import them with `mode=merge`. The node that received the file keeps them for 30 days.
        """
        return self._call(op.LIST_IMPORT_REJECTS, path={"id": id}, query={"as": as_}, options=options)

    def list_headlight_assembly_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_HEADLIGHT_ASSEMBLY_YEARS, options=options)

    def list_headlight_assembly_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_HEADLIGHT_ASSEMBLY_MAKES, path={"year": year}, options=options)

    def list_headlight_assembly_models(
        self,
        year: Value,
        make: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_HEADLIGHT_ASSEMBLY_MODELS, path={"year": year, "make": make}, options=options)

    def get_headlight_assembly_by_model(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> HeadlightAssembly:
        """Headlight assemblies by year, make and model.

        Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_HEADLIGHT_ASSEMBLY_BY_MODEL, path={"year": year, "make": make, "model": model}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_headlight_assembly(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> HeadlightAssembly:
        """Headlight assemblies by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_HEADLIGHT_ASSEMBLY, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_vehicle_images_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_VEHICLE_IMAGES_YEARS, options=options)

    def list_vehicle_images_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_VEHICLE_IMAGES_MAKES, path={"year": year}, options=options)

    def list_vehicle_images_models(
        self,
        year: Value,
        make: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_VEHICLE_IMAGES_MODELS, path={"year": year, "make": make}, options=options)

    def list_vehicle_images_trims(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the trims of a model and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_VEHICLE_IMAGES_TRIMS, path={"year": year, "make": make, "model": model}, options=options)

    def get_vehicle_images(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VehicleImages:
        """Images by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_VEHICLE_IMAGES, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_vehicle_images_by_trim(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VehicleImages:
        """Images by year, make, model and trim.

        Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_VEHICLE_IMAGES_BY_TRIM, path={"year": year, "make": make, "model": model, "trim": trim}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_vehicle_images_by_extra_trim(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        extra_trim: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VehicleImages:
        """Images by year, make, model, trim and variant.

        Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_VEHICLE_IMAGES_BY_EXTRA_TRIM, path={"year": year, "make": make, "model": model, "trim": trim, "extra_trim": extra_trim}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_market_valuation_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_MARKET_VALUATION_YEARS, options=options)

    def list_market_valuation_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_MARKET_VALUATION_MAKES, path={"year": year}, options=options)

    def list_market_valuation_models(
        self,
        year: Value,
        make: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_MARKET_VALUATION_MODELS, path={"year": year, "make": make}, options=options)

    def get_market_valuation(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        mileage: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> MarketValuation:
        """Market value by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_MARKET_VALUATION, path={"vin": vin}, query={"year": year, "mileage": mileage}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_market_valuation_by_model(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        mileage: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> MarketValuation:
        """Market value by year, make and model.

        Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_MARKET_VALUATION_BY_MODEL, path={"year": year, "make": make, "model": model}, query={"mileage": mileage}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_windshield_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_WINDSHIELD_YEARS, options=options)

    def list_windshield_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_WINDSHIELD_MAKES, path={"year": year}, options=options)

    def list_windshield_models(self, year: Value, make: Value, *, options: Options | None = None) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_WINDSHIELD_MODELS, path={"year": year, "make": make}, options=options)

    def get_windshield_by_model(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> Windshield:
        """Windshields by year, make and model.

        Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_WINDSHIELD_BY_MODEL, path={"year": year, "make": make, "model": model}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_windshield_by_plate(
        self,
        license_plate: Value,
        state: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> Windshield:
        """Windshields by license plate and state.

        The plate is resolved to its VIN, and the VIN to its vehicle.
        """
        return self._call(op.GET_WINDSHIELD_BY_PLATE, path={"license_plate": license_plate, "state": state}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_windshield(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> Windshield:
        """Windshields by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_WINDSHIELD, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_windshield_of_vin(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> Windshield:
        """Windshields by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_WINDSHIELD_OF_VIN, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_liens(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> LienLookup:
        """Liens by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_LIENS, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_plate_decode_by_plate(
        self,
        license_plate: Value,
        state: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> PlateDecode:
        """Vehicle by license plate and state.

        The plate is resolved to its VIN, and the VIN to its vehicle.
        """
        return self._call(op.GET_PLATE_DECODE_BY_PLATE, path={"license_plate": license_plate, "state": state}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_license_decode_by_plate(
        self,
        license_plate: Value,
        state: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> LicenseDecode:
        """Vehicle by license plate and state.

        Plates of the Netherlands, Denmark and Israel are those of their registers, once imported; a register without VINs is answered with an empty `vin`. The plate is resolved to its VIN, and the VIN to its vehicle.
        """
        return self._call(op.GET_LICENSE_DECODE_BY_PLATE, path={"license_plate": license_plate, "state": state}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_specifications_v3_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V3_YEARS, options=options)

    def list_specifications_v3_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V3_MAKES, path={"year": year}, options=options)

    def list_specifications_v3_models(
        self,
        year: Value,
        make: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V3_MODELS, path={"year": year, "make": make}, options=options)

    def list_specifications_v3_trims(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the trims of a model and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V3_TRIMS, path={"year": year, "make": make, "model": model}, options=options)

    def get_specifications_v3_by_trim(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> GroupedSpecifications:
        """Grouped specifications by year, make, model and trim.

        Specifications in groups. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_SPECIFICATIONS_V3_BY_TRIM, path={"year": year, "make": make, "model": model, "trim": trim}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_specifications_v3_by_extra_trim(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        extra_trim: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> GroupedSpecifications:
        """Grouped specifications by year, make, model, trim and variant.

        Specifications in groups. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_SPECIFICATIONS_V3_BY_EXTRA_TRIM, path={"year": year, "make": make, "model": model, "trim": trim, "extra_trim": extra_trim}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_specifications_by_trim(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> Specifications:
        """Flat specifications by year, make, model and trim.

        Specifications as one flat object. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_SPECIFICATIONS_BY_TRIM, path={"year": year, "make": make, "model": model, "trim": trim}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_specifications_by_extra_trim(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        extra_trim: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> Specifications:
        """Flat specifications by year, make, model, trim and variant.

        Specifications as one flat object. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_SPECIFICATIONS_BY_EXTRA_TRIM, path={"year": year, "make": make, "model": model, "trim": trim, "extra_trim": extra_trim}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_specifications_v2_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V2_YEARS, options=options)

    def list_specifications_v2_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V2_MAKES, path={"year": year}, options=options)

    def list_specifications_v2_models(
        self,
        year: Value,
        make: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V2_MODELS, path={"year": year, "make": make}, options=options)

    def list_specifications_v2_trims(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the trims of a model and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_SPECIFICATIONS_V2_TRIMS, path={"year": year, "make": make, "model": model}, options=options)

    def list_oem_parts_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_OEM_PARTS_YEARS, options=options)

    def list_oem_parts_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_OEM_PARTS_MAKES, path={"year": year}, options=options)

    def list_oem_parts_models(self, year: Value, make: Value, *, options: Options | None = None) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_OEM_PARTS_MODELS, path={"year": year, "make": make}, options=options)

    def list_oem_parts_trims(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the trims of a model and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_OEM_PARTS_TRIMS, path={"year": year, "make": make, "model": model}, options=options)

    def list_oem_parts_categories(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the part categories of a vehicle.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_OEM_PARTS_CATEGORIES, path={"year": year, "make": make, "model": model, "trim": trim}, options=options)

    def list_oem_parts_subcategories(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        category: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the part subcategories of a category.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_OEM_PARTS_SUBCATEGORIES, path={"year": year, "make": make, "model": model, "trim": trim, "category": category}, options=options)

    def get_oem_parts(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        category: Value,
        subcategory: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> OemParts:
        """Manufacturer's parts by vehicle, category and subcategory.

        Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_OEM_PARTS, path={"year": year, "make": make, "model": model, "trim": trim, "category": category, "subcategory": subcategory}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_oem_vin_decode(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        explain: bool | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> OemVinDecode:
        """Full decode by VIN.

        Every element of vPIC with the pattern that decided it, every position of the VIN explained, and the build sheet if one was imported.
        """
        return self._call(op.GET_OEM_VIN_DECODE, path={"vin": vin}, query={"year": year, "explain": explain}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_open_recalls(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        market: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> OpenRecalls:
        """Recall campaigns by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_OPEN_RECALLS, path={"vin": vin}, query={"year": year, "market": market}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_engine_oil(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> OilLookup:
        """Engine oil by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_ENGINE_OIL, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_engine_oil_by_plate(
        self,
        license: Value,
        state: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> OilLookup:
        """Engine oil by license plate and state.

        The plate is resolved to its VIN, and the VIN to its vehicle.
        """
        return self._call(op.GET_ENGINE_OIL_BY_PLATE, path={"license": license, "state": state}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def decode_vin(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        explain: bool | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VinDecode:
        """Basic decode by VIN.

        Make, model, year and other facts that the manufacturer registered with NHTSA. A wrong check digit adds a warning.
        """
        return self._call(op.DECODE_VIN, path={"vin": vin}, query={"year": year, "explain": explain}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_motorcycle_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_MOTORCYCLE_YEARS, options=options)

    def list_motorcycle_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_MOTORCYCLE_MAKES, path={"year": year}, options=options)

    def list_motorcycle_models(self, year: Value, make: Value, *, options: Options | None = None) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_MOTORCYCLE_MODELS, path={"year": year, "make": make}, options=options)

    def get_motorcycle(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> MotorcycleDecode:
        """Motorcycle by VIN.

        The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_MOTORCYCLE, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_motorcycle_by_model(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> MotorcycleDecode:
        """Motorcycle by year, make and model.

        Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_MOTORCYCLE_BY_MODEL, path={"year": year, "make": make, "model": model}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_repair_estimates_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_REPAIR_ESTIMATES_YEARS, options=options)

    def list_repair_estimates_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_REPAIR_ESTIMATES_MAKES, path={"year": year}, options=options)

    def list_repair_estimates_models(
        self,
        year: Value,
        make: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_REPAIR_ESTIMATES_MODELS, path={"year": year, "make": make}, options=options)

    def list_repair_estimates_trims(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        options: Options | None = None,
    ) -> Choices:
        """List the trims of a model and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_REPAIR_ESTIMATES_TRIMS, path={"year": year, "make": make, "model": model}, options=options)

    def get_repair_estimates(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        narrow: bool | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> RepairEstimates:
        """Repair costs by VIN.

        Low and high cost of parts and labor for each repair: U.S. vehicles of model years 1991 to 2026, mechanical work only, without tax. A VIN is resolved to its trim and has the costs of the trim, as the form by names has; if it fits several, each has its own group. The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_REPAIR_ESTIMATES, path={"vin": vin}, query={"year": year, "narrow": narrow}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_repair_estimates_by_trim(
        self,
        year: Value,
        make: Value,
        model: Value,
        trim: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> RepairEstimates:
        """Repair costs by year, make, model and trim.

        Low and high cost of parts and labor for each repair: U.S. vehicles of model years 1991 to 2026, mechanical work only, without tax. A VIN is resolved to its trim and has the costs of the trim, as the form by names has; if it fits several, each has its own group. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_REPAIR_ESTIMATES_BY_TRIM, path={"year": year, "make": make, "model": model, "trim": trim}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_auction_history(
        self,
        vin: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> AuctionHistory:
        """Auction history by VIN.

        VINs of vehicles built before 1981 have 5 to 14 characters and are not decoded.
        """
        return self._call(op.GET_AUCTION_HISTORY, path={"vin": vin}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_sales_history(
        self,
        vin: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> SalesHistory:
        """Sales history by VIN.

        VINs of vehicles built before 1981 have 5 to 14 characters and are not decoded.
        """
        return self._call(op.GET_SALES_HISTORY, path={"vin": vin}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def list_recalls_years(self, *, options: Options | None = None) -> Choices:
        """List the model years.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_RECALLS_YEARS, options=options)

    def list_recalls_makes(self, year: Value, *, options: Options | None = None) -> Choices:
        """List the makes of a year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_RECALLS_MAKES, path={"year": year}, options=options)

    def list_recalls_models(self, year: Value, make: Value, *, options: Options | None = None) -> Choices:
        """List the models of a make and year.

        A selector: lists what the next step accepts. It costs no credit.
        """
        return self._call(op.LIST_RECALLS_MODELS, path={"year": year, "make": make}, options=options)

    def get_recalls_by_model(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        market: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> Recalls:
        """Recall campaigns by year, make and model.

        The name is found among those of the authority's file: `exact`, or `model` if a campaign may concern another line of the model. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_RECALLS_BY_MODEL, path={"year": year, "make": make, "model": model}, query={"market": market}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_vehicle_types(
        self,
        vin: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VehicleTypes:
        """Vehicle types by VIN.

        Candidates of makes, models and engines from type approvals and registers, by patterns of VINs. They are never merged into a decode. The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_VEHICLE_TYPES, path={"vin": vin}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_safety_ratings(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> SafetyRatings:
        """Safety ratings by VIN.

        By body and drive. The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_SAFETY_RATINGS, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_safety_ratings_by_model(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> SafetyRatings:
        """Safety ratings by year, make and model.

        By body and drive. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_SAFETY_RATINGS_BY_MODEL, path={"year": year, "make": make, "model": model}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_known_problems(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> KnownProblems:
        """Known problems by VIN.

        Of the vehicle's line, not of the one vehicle. The VIN is decoded to its vehicle; `x-match` says how well the record matches it.
        """
        return self._call(op.GET_KNOWN_PROBLEMS, path={"vin": vin}, query={"year": year}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_known_problems_by_model(
        self,
        year: Value,
        make: Value,
        model: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> KnownProblems:
        """Known problems by year, make and model.

        Of the vehicle's line, not of the one vehicle. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted.
        """
        return self._call(op.GET_KNOWN_PROBLEMS_BY_MODEL, path={"year": year, "make": make, "model": model}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def get_report(
        self,
        vin: Value,
        *,
        families: Value | None = None,
        mileage: Value | None = None,
        year: Value | None = None,
        trim: Value | None = None,
        category: Value | None = None,
        subcategory: Value | None = None,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> VehicleReport:
        """Several lookups of a VIN as one typed answer.

        The VIN is resolved once to year, make, model and trim for the families that take names. Each part is a call of its lookup: it is charged, limited and recorded as if it were called alone, under the ID of the report. A part that fails has its error, and costs what its lookup would have cost. With an `Idempotency-Key` a repeated report is free for the parts that were charged under the key.
        """
        return self._call(op.GET_REPORT, path={"vin": vin}, query={"families": families, "mileage": mileage, "year": year, "trim": trim, "category": category, "subcategory": subcategory}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def get_report_price(
        self,
        vin: Value,
        *,
        families: Value | None = None,
        mileage: Value | None = None,
        year: Value | None = None,
        trim: Value | None = None,
        category: Value | None = None,
        subcategory: Value | None = None,
        options: Options | None = None,
    ) -> VehicleReportPrice:
        """What a report of a VIN can cost at most.

        Takes what the report takes, and calls no lookup. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the rate limit. `/coverage` says which lookups have an answer.
        """
        return self._call(op.GET_REPORT_PRICE, path={"vin": vin}, query={"families": families, "mileage": mileage, "year": year, "trim": trim, "category": category, "subcategory": subcategory}, options=options)

    def get_vehicle_report(
        self,
        *,
        year: Value,
        make: Value,
        model: Value,
        families: Value | None = None,
        mileage: Value | None = None,
        trim: Value | None = None,
        category: Value | None = None,
        subcategory: Value | None = None,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> VehicleReport:
        """Several lookups of a year, make and model as one typed answer.

        Families that take VINs alone are no parts. Each part is a call of its lookup: it is charged, limited and recorded as if it were called alone, under the ID of the report. A part that fails has its error, and costs what its lookup would have cost. With an `Idempotency-Key` a repeated report is free for the parts that were charged under the key.
        """
        return self._call(op.GET_VEHICLE_REPORT, query={"families": families, "mileage": mileage, "year": year, "make": make, "model": model, "trim": trim, "category": category, "subcategory": subcategory}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def get_vehicle_report_price(
        self,
        *,
        year: Value,
        make: Value,
        model: Value,
        families: Value | None = None,
        mileage: Value | None = None,
        trim: Value | None = None,
        category: Value | None = None,
        subcategory: Value | None = None,
        options: Options | None = None,
    ) -> VehicleReportPrice:
        """What a report of a year, make and model can cost at most.

        Takes what the report takes, and calls no lookup. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the rate limit. `/coverage` says which lookups have an answer.
        """
        return self._call(op.GET_VEHICLE_REPORT_PRICE, query={"families": families, "mileage": mileage, "year": year, "make": make, "model": model, "trim": trim, "category": category, "subcategory": subcategory}, options=options)

    def get_plate_report(
        self,
        state: Value,
        plate: Value,
        *,
        families: Value | None = None,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> VehicleReport:
        """Several lookups of a license plate as one typed answer.

        Families that take plates are parts. Each part is a call of its lookup: it is charged, limited and recorded as if it were called alone, under the ID of the report. A part that fails has its error, and costs what its lookup would have cost. With an `Idempotency-Key` a repeated report is free for the parts that were charged under the key.
        """
        return self._call(op.GET_PLATE_REPORT, path={"state": state, "plate": plate}, query={"families": families}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def get_plate_report_price(
        self,
        state: Value,
        plate: Value,
        *,
        families: Value | None = None,
        options: Options | None = None,
    ) -> VehicleReportPrice:
        """What a report of a license plate can cost at most.

        Takes what the report takes, and calls no lookup. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the rate limit. `/coverage` says which lookups have an answer.
        """
        return self._call(op.GET_PLATE_REPORT_PRICE, path={"state": state, "plate": plate}, query={"families": families}, options=options)

    def report_vehicles(
        self,
        body: VehicleReportBatch,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> str:
        """Reports of many VINs.

        Takes up to 1000 VINs. The response is lines of JSON in their order, sent while others are made: `status: success` with `line` and the `data` of the VIN's report, or `status: error` with `line`, `vin` and `error`. Each part of a report is charged, recorded and counted by the quota as a separate call. The rate limit counts one call, and one for each refused part. A subscription can have 2 batches at a time on a node. If credits, quota or access end, the batch ends with one error, whose `from_line` is the first line without a report, counted from 1. Send an `Idempotency-Key` to repeat the same body after a cut without paying twice. At its end the webhooks of the subscription's owner get an event `batch.done`.
        """
        return self._call(op.REPORT_VEHICLES, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def get_coverage(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        options: Options | None = None,
    ) -> Coverage:
        """What is known of a VIN, from which data, and what each lookup would cost.

        Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit. Each lookup is tried by its own code; the operator's upstreams are not asked.
        """
        return self._call(op.GET_COVERAGE, path={"vin": vin}, query={"year": year}, options=options)

    def get_vehicle_coverage(
        self,
        *,
        year: Value,
        make: Value,
        model: Value,
        trim: Value | None = None,
        extra_trim: Value | None = None,
        category: Value | None = None,
        subcategory: Value | None = None,
        options: Options | None = None,
    ) -> Coverage:
        """What is known of a year, make and model, from which data, and what each lookup would cost.

        Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit. Each lookup is tried by its own code; the operator's upstreams are not asked. Lookups that need a trim or a category are listed if these are given.
        """
        return self._call(op.GET_VEHICLE_COVERAGE, query={"year": year, "make": make, "model": model, "trim": trim, "extra_trim": extra_trim, "category": category, "subcategory": subcategory}, options=options)

    def get_plate_coverage(self, state: Value, plate: Value, *, options: Options | None = None) -> Coverage:
        """What is known of a license plate, from which data, and what each lookup would cost.

        Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit. Each lookup is tried by its own code; the operator's upstreams are not asked.
        """
        return self._call(op.GET_PLATE_COVERAGE, path={"state": state, "plate": plate}, options=options)

    def vpic_decode_vin(
        self,
        vin: Value,
        *,
        modelyear: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VpicVariables:
        """Decode a VIN into a list of variables.

        As vPIC's DecodeVin: every variable with its value, `null` where there is none.
        """
        return self._call(op.VPIC_DECODE_VIN, path={"vin": vin}, query={"modelyear": modelyear}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def vpic_decode_vin_values(
        self,
        vin: Value,
        *,
        modelyear: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VpicValues:
        """Decode a VIN into one flat object.

        As vPIC's DecodeVinValues: one object with a member for each variable, `""` where there is no value.
        """
        return self._call(op.VPIC_DECODE_VIN_VALUES, path={"vin": vin}, query={"modelyear": modelyear}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def vpic_decode_vin_extended(
        self,
        vin: Value,
        *,
        modelyear: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VpicVariables:
        """Decode a VIN into a list of variables (extended).

        As vPIC's DecodeVinExtended: every variable with its value, `null` where there is none. At vPIC the Extended form adds variables of other NHTSA programs. They are not published, so both forms return the same.
        """
        return self._call(op.VPIC_DECODE_VIN_EXTENDED, path={"vin": vin}, query={"modelyear": modelyear}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def vpic_decode_vin_values_extended(
        self,
        vin: Value,
        *,
        modelyear: Value | None = None,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VpicValues:
        """Decode a VIN into one flat object (extended).

        As vPIC's DecodeVinValuesExtended: one object with a member for each variable, `""` where there is no value. At vPIC the Extended form adds variables of other NHTSA programs. They are not published, so both forms return the same.
        """
        return self._call(op.VPIC_DECODE_VIN_VALUES_EXTENDED, path={"vin": vin}, query={"modelyear": modelyear}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def vpic_decode_vin_values_batch(
        self,
        body: VpicBatch,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> VpicValues:
        """Decode many VINs into flat objects.

        As vPIC's DecodeVINValuesBatch: a form with the VINs in `DATA`; results are in their order. Each VIN is charged, recorded and counted by the quota as a call of its own. The rate counts one call, and one for each refused VIN. When credits or the quota end, the other VINs of a group of up to 256 have the status in `ErrorCode`, for example 402. Then the batch ends with one result whose `ErrorText` says from which VIN on.
        """
        return self._call(op.VPIC_DECODE_VIN_VALUES_BATCH, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def vpic_decode_wmi(
        self,
        wmi: Value,
        *,
        repeat_of: Value | None = None,
        options: Options | None = None,
    ) -> VpicDecodeWMI:
        """Decode a manufacturer code.

        As vPIC's DecodeWMI. One result for each make that the code is registered for.
        """
        return self._call(op.VPIC_DECODE_WMI, path={"wmi": wmi}, headers={"X-Repeat-Of": repeat_of}, options=options)

    def vpic_get_wmis_for_manufacturer(
        self,
        manufacturer: Value,
        *,
        vehicletype: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetWMIsForManufacturer:
        """List the codes of a manufacturer.

        As vPIC's GetWMIsForManufacturer.  It costs no credit.
        """
        return self._call(op.VPIC_GET_WMIS_FOR_MANUFACTURER, path={"manufacturer": manufacturer}, query={"vehicletype": vehicletype}, options=options)

    def vpic_get_wmis_for_manufacturers(
        self,
        *,
        vehicletype: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetWMIsForManufacturers:
        """List the codes of a vehicle type.

        As vPIC's GetWMIsForManufacturer.  It costs no credit.
        """
        return self._call(op.VPIC_GET_WMIS_FOR_MANUFACTURERS, query={"vehicletype": vehicletype}, options=options)

    def vpic_get_all_makes(self, *, options: Options | None = None) -> VpicGetAllMakes:
        """List all makes.

        As vPIC's GetAllMakes.  It costs no credit.
        """
        return self._call(op.VPIC_GET_ALL_MAKES, options=options)

    def vpic_get_make_for_manufacturer(
        self,
        manufacturer: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetMakeForManufacturer:
        """List the makes of a manufacturer.

        As vPIC's GetMakeForManufacturer.  It costs no credit.
        """
        return self._call(op.VPIC_GET_MAKE_FOR_MANUFACTURER, path={"manufacturer": manufacturer}, options=options)

    def vpic_get_makes_for_manufacturer_and_year(
        self,
        manufacturer: Value,
        *,
        year: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetMakesForManufacturerAndYear:
        """List the makes of a manufacturer in a year.

        As vPIC's GetMakesForManufacturerAndYear. A make counts in a year in which patterns of the manufacturer's own codes name a model of it. It costs no credit.
        """
        return self._call(op.VPIC_GET_MAKES_FOR_MANUFACTURER_AND_YEAR, path={"manufacturer": manufacturer}, query={"year": year}, options=options)

    def vpic_get_makes_for_vehicle_type(
        self,
        vehicle_type: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetMakesForVehicleType:
        """List the makes of a vehicle type.

        As vPIC's GetMakesForVehicleType.  It costs no credit.
        """
        return self._call(op.VPIC_GET_MAKES_FOR_VEHICLE_TYPE, path={"vehicle_type": vehicle_type}, options=options)

    def vpic_get_vehicle_types_for_make(
        self,
        make: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetVehicleTypesForMake:
        """List the vehicle types of makes by name.

        As vPIC's GetVehicleTypesForMake.  It costs no credit.
        """
        return self._call(op.VPIC_GET_VEHICLE_TYPES_FOR_MAKE, path={"make": make}, options=options)

    def vpic_get_vehicle_types_for_make_id(
        self,
        make_id: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetVehicleTypesForMakeId:
        """List the vehicle types of a make by number.

        As vPIC's GetVehicleTypesForMakeId.  It costs no credit.
        """
        return self._call(op.VPIC_GET_VEHICLE_TYPES_FOR_MAKE_ID, path={"make_id": make_id}, options=options)

    def vpic_get_models_for_make(
        self,
        make: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMake:
        """List the models of makes by name.

        As vPIC's GetModelsForMake.  It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE, path={"make": make}, options=options)

    def vpic_get_models_for_make_id(
        self,
        make_id: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMakeId:
        """List the models of a make by number.

        As vPIC's GetModelsForMakeId.  It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE_ID, path={"make_id": make_id}, options=options)

    def vpic_get_models_for_make_year(
        self,
        make: Value,
        modelyear: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMakeYear:
        """List the models of makes by name, year.

        As vPIC's GetModelsForMakeYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE_YEAR, path={"make": make, "modelyear": modelyear}, options=options)

    def vpic_get_models_for_make_id_year(
        self,
        make_id: Value,
        modelyear: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMakeIdYear:
        """List the models of a make by number, year.

        As vPIC's GetModelsForMakeIdYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE_ID_YEAR, path={"make_id": make_id, "modelyear": modelyear}, options=options)

    def vpic_get_models_for_make_year_type(
        self,
        make: Value,
        vehicle_type: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMakeYearType:
        """List the models of makes by name, vehicle type.

        As vPIC's GetModelsForMakeYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE_YEAR_TYPE, path={"make": make, "vehicle_type": vehicle_type}, options=options)

    def vpic_get_models_for_make_id_year_type(
        self,
        make_id: Value,
        vehicle_type: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMakeIdYearType:
        """List the models of a make by number, vehicle type.

        As vPIC's GetModelsForMakeIdYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE_ID_YEAR_TYPE, path={"make_id": make_id, "vehicle_type": vehicle_type}, options=options)

    def vpic_get_models_for_make_year_and_type(
        self,
        make: Value,
        modelyear: Value,
        vehicle_type: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMakeYearAndType:
        """List the models of makes by name, year and vehicle type.

        As vPIC's GetModelsForMakeYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE_YEAR_AND_TYPE, path={"make": make, "modelyear": modelyear, "vehicle_type": vehicle_type}, options=options)

    def vpic_get_models_for_make_id_year_and_type(
        self,
        make_id: Value,
        modelyear: Value,
        vehicle_type: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetModelsForMakeIdYearAndType:
        """List the models of a make by number, year and vehicle type.

        As vPIC's GetModelsForMakeIdYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit.
        """
        return self._call(op.VPIC_GET_MODELS_FOR_MAKE_ID_YEAR_AND_TYPE, path={"make_id": make_id, "modelyear": modelyear, "vehicle_type": vehicle_type}, options=options)

    def vpic_get_all_manufacturers(
        self,
        *,
        page: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetAllManufacturers:
        """List all manufacturers, by pages.

        As vPIC's GetAllManufacturers. NHTSA does not publish their types: ManufacturerType is ignored. It costs no credit.
        """
        return self._call(op.VPIC_GET_ALL_MANUFACTURERS, query={"page": page}, options=options)

    def vpic_get_manufacturer_details(
        self,
        manufacturer: Value,
        *,
        page: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetManufacturerDetails:
        """Show manufacturers, by pages.

        As vPIC's GetManufacturerDetails. NHTSA publishes no filings of manufacturers beyond their codes. It costs no credit.
        """
        return self._call(op.VPIC_GET_MANUFACTURER_DETAILS, path={"manufacturer": manufacturer}, query={"page": page}, options=options)

    def vpic_get_vehicle_variable_list(self, *, options: Options | None = None) -> VpicGetVehicleVariableList:
        """List the variables that are decoded.

        As vPIC's GetVehicleVariableList.  It costs no credit.
        """
        return self._call(op.VPIC_GET_VEHICLE_VARIABLE_LIST, options=options)

    def vpic_get_vehicle_variable_values_list(
        self,
        variable: Value,
        *,
        options: Options | None = None,
    ) -> VpicGetVehicleVariableValuesList:
        """List the values that a variable can have.

        As vPIC's GetVehicleVariableValuesList. Only variables of the data type `lookup` have any. It costs no credit.
        """
        return self._call(op.VPIC_GET_VEHICLE_VARIABLE_VALUES_LIST, path={"variable": variable}, options=options)

    def vpic_get_parts(
        self,
        *,
        type: Value | None = None,
        fromdate: Value | None = None,
        todate: Value | None = None,
        manufacturer: Value | None = None,
        page: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetParts:
        """List manufacturers' letters to NHTSA (always empty).

        As vPIC's GetParts. NHTSA does not publish these data: the list is always empty, and `Message` says so. It costs no credit.
        """
        return self._call(op.VPIC_GET_PARTS, query={"type": type, "fromdate": fromdate, "todate": todate, "manufacturer": manufacturer, "page": page}, options=options)

    def vpic_get_equipment_plant_codes(
        self,
        *,
        year: Value | None = None,
        equipmenttype: Value | None = None,
        reporttype: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetEquipmentPlantCodes:
        """List the codes of equipment plants (always empty).

        As vPIC's GetEquipmentPlantCodes. NHTSA does not publish these data: the list is always empty, and `Message` says so. It costs no credit.
        """
        return self._call(op.VPIC_GET_EQUIPMENT_PLANT_CODES, query={"year": year, "equipmenttype": equipmenttype, "reporttype": reporttype}, options=options)

    def vpic_get_canadian_vehicle_specifications(
        self,
        *,
        year: Value | None = None,
        make: Value | None = None,
        model: Value | None = None,
        units: Value | None = None,
        options: Options | None = None,
    ) -> VpicGetCanadianVehicleSpecifications:
        """List Canadian vehicle specifications (always empty).

        As vPIC's GetCanadianVehicleSpecifications. NHTSA does not publish these data: the list is always empty, and `Message` says so. It costs no credit.
        """
        return self._call(op.VPIC_GET_CANADIAN_VEHICLE_SPECIFICATIONS, query={"year": year, "make": make, "model": model, "units": units}, options=options)

    def vpic_routes(self, *, options: Options | None = None) -> VpicRoutes:
        """List the operations of vPIC.

        Every operation below `/vehicles/` with its path and parameters. It takes no key.
        """
        return self._call(op.VPIC_ROUTES, options=options)

    def list_subscription_watches(
        self,
        subscription_id: Value,
        *,
        page: int | None = None,
        page_size: int | None = None,
        after: Value | None = None,
        options: Options | None = None,
    ) -> WatchPage:
        """List the watched VINs of a subscription, for its owner and operators.
        """
        return self._call(op.LIST_SUBSCRIPTION_WATCHES, path={"subscription_id": subscription_id}, query={"page": page, "page_size": page_size, "after": after}, options=options)

    def iter_subscription_watches(
        self,
        subscription_id: Value,
        *,
        page_size: int | None = None,
        after: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Watch]:
        """The entries of all pages: list the watched VINs of a subscription, for its owner and operators."""
        return self._pages(op.LIST_SUBSCRIPTION_WATCHES, path={"subscription_id": subscription_id}, query={"page_size": page_size, "after": after}, entries="items", options=options)

    def list_watches(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        after: Value | None = None,
        options: Options | None = None,
    ) -> WatchPage:
        """List the watched VINs of a subscription.
        """
        return self._call(op.LIST_WATCHES, query={"page": page, "page_size": page_size, "after": after}, options=options)

    def iter_watches(
        self,
        *,
        page_size: int | None = None,
        after: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Watch]:
        """The entries of all pages: list the watched VINs of a subscription."""
        return self._pages(op.LIST_WATCHES, query={"page_size": page_size, "after": after}, entries="items", options=options)

    def put_watches(
        self,
        body: Upload,
        *,
        mode: Literal["merge", "remove"] | None = None,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> PlacedWatches:
        """Watch many VINs, or end their watches.

        The body is lines, read while it arrives: each a VIN, `VIN,families` with spaces between several, or a JSON object with `vin` and `families`. Without families all lookups of the plan are watched. A header `vin` is skipped. A line that is no VIN is refused and changes nothing else. If the plan allows no more, the upload ends with 409: the VINs before are watched.
        """
        return self._call(op.PUT_WATCHES, query={"mode": mode}, body=body, content_type=content_type, options=options)

    def get_watch(self, vin: Value, *, options: Options | None = None) -> Watch:
        """Read what is watched of a VIN.
        """
        return self._call(op.GET_WATCH, path={"vin": vin}, options=options)

    def put_watch(self, vin: Value, body: WatchBody, *, options: Options | None = None) -> Watch:
        """Watch a VIN.

        When an operator imports other data, each watched VIN whose records differ makes one event `watch.changed` for the webhooks of the subscription's owner: which records were added, removed or changed, and in which members. `open-recall` has the campaigns for the vehicle's model too. It contains no values: a lookup has them. Watching is free.
        """
        return self._call(op.PUT_WATCH, path={"vin": vin}, body=body, options=options)

    def delete_watch(self, vin: Value, *, options: Options | None = None) -> LogOutAnswer:
        """End the watch of a VIN.
        """
        return self._call(op.DELETE_WATCH, path={"vin": vin}, options=options)

    def read_vins(self, body: TextWithVins, *, options: Options | None = None) -> VinsInText:
        """Find the VINs of a text.

        Finds the VINs of a text of up to 100000 characters, reads them as lookups do, and proposes VINs in place of damaged ones. A VIN in several parts is found if its check digit is right. Free: it says nothing of a vehicle but whether its manufacturer is known. It costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit.
        """
        return self._call(op.READ_VINS, body=body, options=options)

    def get_image(
        self,
        object_name: Value,
        *,
        access_key_id: Value | None = None,
        expires: Value | None = None,
        signature: Value | None = None,
        options: Options | None = None,
    ) -> bytes:
        """An image of a record.

        Responses contain the whole address, signed and valid for an hour. A changed, added or moved parameter is 403.
        """
        return self._call(op.GET_IMAGE, path={"object_name": object_name}, query={"AccessKeyId": access_key_id, "Expires": expires, "Signature": signature}, options=options)

    def get_sample_decode(self, *, options: Options | None = None) -> OemVinDecode:
        """One VIN decoded, for visitors without a key; free of charge and always the same VIN.
        """
        return self._call(op.GET_SAMPLE_DECODE, options=options)

    def decode_for_operator(
        self,
        vin: Value,
        *,
        year: Value | None = None,
        options: Options | None = None,
    ) -> OemVinDecode:
        """Decode a VIN and explain each value; free, and not counted as a call.
        """
        return self._call(op.DECODE_FOR_OPERATOR, path={"vin": vin}, query={"year": year}, options=options)

    def get_openapi(self, *, options: Options | None = None) -> GetOpenapiAnswer:
        """This API as an OpenAPI 3.1 document.

        With a credential it also has the operations of the registered APIs that the caller may see: operators all, customers those of published products and of their own subscriptions.
        """
        return self._call(op.GET_OPENAPI, options=options)

    def get_openapi_yaml(self, *, options: Options | None = None) -> str:
        """This API as an OpenAPI 3.1 document in YAML.
        """
        return self._call(op.GET_OPENAPI_YAML, options=options)

    def get_errors_page(self, *, options: Options | None = None) -> str:
        """Describe the error codes, for readers.
        """
        return self._call(op.GET_ERRORS_PAGE, options=options)

    def get_error_page(self, code: Value, *, options: Options | None = None) -> str:
        """Describe an error code and what to do about it; an error's `type` links here.

        With `.md` after the code, the page is Markdown.
        """
        return self._call(op.GET_ERROR_PAGE, path={"code": code}, options=options)

    def get_lookup_page(self, page: Value, *, options: Options | None = None) -> str:
        """Describe a family of lookups in Markdown: calls, costs and an example.
        """
        return self._call(op.GET_LOOKUP_PAGE, path={"page": page}, options=options)

    def get_operation_page(self, page: Value, *, options: Options | None = None) -> str:
        """Describe an operation in Markdown, with its parameters, schemas and errors.

        For agents and language models: the page needs no other. It names an operation by its `operationId`.
        """
        return self._call(op.GET_OPERATION_PAGE, path={"page": page}, options=options)

    def get_guide_page(self, page: Value, *, options: Options | None = None) -> str:
        """A page of the customers' guide, in Markdown.

        `/llms.txt` lists the pages; the console shows them at `/console/docs`.
        """
        return self._call(op.GET_GUIDE_PAGE, path={"page": page}, options=options)

    def get_llms_txt(self, *, options: Options | None = None) -> str:
        """Describe this service and its documentation, for language models.
        """
        return self._call(op.GET_LLMS_TXT, options=options)

    def list_client_packages(self, *, options: Options | None = None) -> str:
        """List clients, verifier, library and program of this version, with their SHA-256.
        """
        return self._call(op.LIST_CLIENT_PACKAGES, options=options)

    def get_client_package(self, file: Value, *, options: Options | None = None) -> str:
        """Download a package of this version, or its SHA-256.
        """
        return self._call(op.GET_CLIENT_PACKAGE, path={"file": file}, options=options)

    def get_api_catalog(self, *, options: Options | None = None) -> str:
        """List this API's documents for programs (RFC 9727).
        """
        return self._call(op.GET_API_CATALOG, options=options)

    def get_security_txt(self, *, options: Options | None = None) -> str:
        """Name the contact for reports of vulnerabilities (RFC 9116).

        404 if VINGATE_SECURITY_CONTACT is not set.
        """
        return self._call(op.GET_SECURITY_TXT, options=options)

    def call_mcp(self, *, options: Options | None = None) -> CallMcpAnswer:
        """Call tools by the Model Context Protocol.

        Takes one JSON-RPC request of revision 2026-07-28, 2025-11-25, 2025-06-18 or 2025-03-26. Tools call lookups under the key of `x-AuthKey` or `Authorization: Bearer`, with its plan, credits and rates. [The guide](/docs/mcp.md) has settings for clients.
        """
        return self._call(op.CALL_MCP, options=options)

    def get_protected_resource(self, *, options: Options | None = None) -> GetProtectedResourceAnswer:
        """Read who issues tokens for /mcp.

        Protected resource metadata (RFC 9728). 404 if assistants do not sign in here.
        """
        return self._call(op.GET_PROTECTED_RESOURCE, options=options)

    def get_protected_mcp(self, *, options: Options | None = None) -> GetProtectedResourceAnswer:
        """Read who issues tokens for /mcp, at its own path.

        As `GET /.well-known/oauth-protected-resource`.
        """
        return self._call(op.GET_PROTECTED_MCP, options=options)

    def get_authorization_server(self, *, options: Options | None = None) -> GetAuthorizationServerAnswer:
        """Read where tokens for /mcp are issued.

        Authorization server metadata (RFC 8414). 404 if assistants do not sign in here.
        """
        return self._call(op.GET_AUTHORIZATION_SERVER, options=options)

    def register_assistant(self, *, options: Options | None = None) -> RegisterAssistantAnswer:
        """Register a program that users can connect.

        Dynamic client registration (RFC 7591): JSON with `redirect_uris` and `client_name`. Programs have no secret. One that no user connects is deleted after a day.
        """
        return self._call(op.REGISTER_ASSISTANT, options=options)

    def authorize_assistant(self, *, options: Options | None = None) -> str:
        """Send a user's browser to the page that connects a program.

        302 to the console, where the user decides; it brings the user back to the program with `code`, `state` and `iss`, or with `error`. A program or a return address that is not registered receives nothing. PKCE with S256 is required.
        """
        return self._call(op.AUTHORIZE_ASSISTANT, options=options)

    def exchange_assistant_token(self, *, options: Options | None = None) -> ExchangeAssistantTokenAnswer:
        """Exchange a code or a refresh token for tokens.

        A form with `grant_type` `authorization_code` or `refresh_token`, and `client_id`. Access tokens are valid for an hour at `/mcp`, refresh tokens for 60 days and once. Whoever uses a code or a refresh token again ends the connection. Errors are those of RFC 6749.
        """
        return self._call(op.EXCHANGE_ASSISTANT_TOKEN, options=options)

    def revoke_assistant_token(self, *, options: Options | None = None) -> dict[str, Any]:
        """End the connection of a token.

        RFC 7009: a form with `token` and `client_id`. 200 for unknown tokens, too.
        """
        return self._call(op.REVOKE_ASSISTANT_TOKEN, options=options)

    def get_assistant_request(self, *, request: Value, options: Options | None = None) -> AssistantRequest:
        """Show what a program requests, and what it can be connected with.

        For the signed-in user of a session, who comes from `GET /oauth/authorize`.
        """
        return self._call(op.GET_ASSISTANT_REQUEST, query={"request": request}, options=options)

    def connect_assistant(
        self,
        body: ConnectAssistantRequest,
        *,
        options: Options | None = None,
    ) -> AssistantReturn:
        """Connect a program with a subscription.

        The program may call lookups by `/mcp` as with a key of the subscription, up to the credits per day. It never sees a key.
        """
        return self._call(op.CONNECT_ASSISTANT, body=body, options=options)

    def deny_assistant(
        self,
        body: DenyAssistantRequest,
        *,
        options: Options | None = None,
    ) -> AssistantReturn:
        """Refuse to connect a program.

        Nothing is stored.
        """
        return self._call(op.DENY_ASSISTANT, body=body, options=options)

    def list_assistants(self, id: Value, *, options: Options | None = None) -> list[Assistant]:
        """List the assistants that a user has connected, the newest first.

        A user has at most 50. One whose subscription or membership has ended is not listed.
        """
        return self._call(op.LIST_ASSISTANTS, path={"id": id}, options=options)

    def change_assistant(
        self,
        id: Value,
        assistant_id: Value,
        body: AssistantPatch,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> Assistant:
        """Change how much an assistant spends per day.

        It applies to the next call.
        """
        return self._call(op.CHANGE_ASSISTANT, path={"id": id, "assistant_id": assistant_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def disconnect_assistant(
        self,
        id: Value,
        assistant_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> RemovePasskeyAnswer:
        """Disconnect an assistant.

        Its next call returns 401. It stays registered, and the user can connect it again.
        """
        return self._call(op.DISCONNECT_ASSISTANT, path={"id": id, "assistant_id": assistant_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def get_docs(self, *, options: Options | None = None) -> str:
        """The API reference of the console: every operation, to read and to try.
        """
        return self._call(op.GET_DOCS, options=options)

    def get_console(self, *, options: Options | None = None) -> str:
        """The console: the portal of customers and the operator's view of the service.
        """
        return self._call(op.GET_CONSOLE, options=options)

    def get_console_file(self, object_name: Value, *, options: Options | None = None) -> str:
        """A file of the console, or any page of it.
        """
        return self._call(op.GET_CONSOLE_FILE, path={"object_name": object_name}, options=options)

    def quote_payment(
        self,
        *,
        subscription_id: Value,
        kind: Literal["plan", "package", "renewal"],
        product_id: Value | None = None,
        package_id: Value | None = None,
        period: int | None = None,
        options: Options | None = None,
    ) -> PaymentQuote:
        """Read what a plan, a package or a period costs now, with tax.
        """
        return self._call(op.QUOTE_PAYMENT, query={"subscription_id": subscription_id, "kind": kind, "product_id": product_id, "package_id": package_id, "period": period}, options=options)

    def create_payment(
        self,
        body: PaymentRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Buy a plan or a package, or pay a period.

        What is bought begins when the money has arrived. `minor` and `currency` are those that the caller saw: if the price has changed since, 409 and nothing is charged. So it is while the account's billing details lack the country, the address or the city (`PUT /users/{id}/billing-details`).
        """
        return self._call(op.CREATE_PAYMENT, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def list_payments(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["requested", "pending", "paid", "failed", "part_refunded", "refunded", "disputed", "reversed", "cancelled", "problem"] | None = None,
        kind: Literal["plan", "renewal", "package", "automatic", "overage"] | None = None,
        account_id: Value | None = None,
        subscription_id: Value | None = None,
        options: Options | None = None,
    ) -> list[Payment]:
        """List payments, newest first.

        Customers see their own.
        """
        return self._call(op.LIST_PAYMENTS, query={"page": page, "page_size": page_size, "state": state, "kind": kind, "account_id": account_id, "subscription_id": subscription_id}, options=options)

    def iter_payments(
        self,
        *,
        page_size: int | None = None,
        state: Literal["requested", "pending", "paid", "failed", "part_refunded", "refunded", "disputed", "reversed", "cancelled", "problem"] | None = None,
        kind: Literal["plan", "renewal", "package", "automatic", "overage"] | None = None,
        account_id: Value | None = None,
        subscription_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Payment]:
        """The entries of all pages: list payments, newest first."""
        return self._pages(op.LIST_PAYMENTS, query={"page_size": page_size, "state": state, "kind": kind, "account_id": account_id, "subscription_id": subscription_id}, entries="", options=options)

    def list_transfers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["unmatched", "matched", "returned"] | None = None,
        options: Options | None = None,
    ) -> list[ReceivedTransfer]:
        """List money that was received, newest first.
        """
        return self._call(op.LIST_TRANSFERS, query={"page": page, "page_size": page_size, "state": state}, options=options)

    def iter_transfers(
        self,
        *,
        page_size: int | None = None,
        state: Literal["unmatched", "matched", "returned"] | None = None,
        options: Options | None = None,
    ) -> Iterator[ReceivedTransfer]:
        """The entries of all pages: list money that was received, newest first."""
        return self._pages(op.LIST_TRANSFERS, query={"page_size": page_size, "state": state}, entries="", options=options)

    def record_transfer(
        self,
        body: TransferRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> ReceivedTransfer:
        """Record a transfer that was received.

        It is matched if its text has the reference of an open payment, in its currency and of what is due. Otherwise it is unmatched. A transfer that is recorded already is returned as it is.
        """
        return self._call(op.RECORD_TRANSFER, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def match_transfer(
        self,
        id: Value,
        body: MatchRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> ReceivedTransfer:
        """Match a transfer with a payment.
        """
        return self._call(op.MATCH_TRANSFER, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def return_transfer(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> ReceivedTransfer:
        """Record that an unmatched transfer was returned to its sender.

        The money is returned by the operator, in the bank or at the provider.
        """
        return self._call(op.RETURN_TRANSFER, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def import_transfers(
        self,
        body: Upload,
        *,
        dry_run: bool | None = None,
        unknown: Literal["record", "leave"] | None = None,
        alike: Literal["leave", "record"] | None = None,
        map: Value | None = None,
        dates: Literal["month_first", "day_first"] | None = None,
        decimals: Literal["point", "comma"] | None = None,
        currency: Value | None = None,
        encoding: Value | None = None,
        content_type: str | None = None,
        options: Options | None = None,
    ) -> ImportedTransfers:
        """Record the transfers of a bank's file.

        The body is a statement as CAMT.053, or as CSV of a bank. Money whose text has the reference of an open payment, and of which exactly this is due, is matched. All other money that was received becomes an unmatched transfer, with the payments that it may be for; it makes no event. A line that was imported before changes nothing, also from another file of the same format; one that looks like a line of another format is not received twice. Repeat an import that did not end.
        """
        return self._call(op.IMPORT_TRANSFERS, query={"dry_run": dry_run, "unknown": unknown, "alike": alike, "map": map, "dates": dates, "decimals": decimals, "currency": currency, "encoding": encoding}, body=body, content_type=content_type, options=options)

    def get_payment_provider(self, *, options: Options | None = None) -> PaymentProvider:
        """Read how the payment provider is set up, and what is wrong with it.

        The provider is asked once an hour and at each start; `vingate doctor` asks it immediately.
        """
        return self._call(op.GET_PAYMENT_PROVIDER, options=options)

    def list_unmatched_returns(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["unmatched", "matched", "closed"] | None = None,
        options: Options | None = None,
    ) -> list[UnmatchedReturn]:
        """List refunds and disputes of charges whose payments are not here, newest first.

        They are applied by themselves as soon as the payment is here, for example after a restore.
        """
        return self._call(op.LIST_UNMATCHED_RETURNS, query={"page": page, "page_size": page_size, "state": state}, options=options)

    def iter_unmatched_returns(
        self,
        *,
        page_size: int | None = None,
        state: Literal["unmatched", "matched", "closed"] | None = None,
        options: Options | None = None,
    ) -> Iterator[UnmatchedReturn]:
        """The entries of all pages: list refunds and disputes of charges whose payments are not here, newest first."""
        return self._pages(op.LIST_UNMATCHED_RETURNS, query={"page_size": page_size, "state": state}, entries="", options=options)

    def close_unmatched_return(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> UnmatchedReturn:
        """Note that a refund or dispute without a payment needs nothing more.
        """
        return self._call(op.CLOSE_UNMATCHED_RETURN, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def get_payment_settings(self, *, options: Options | None = None) -> PaymentSettings:
        """Read how customers pay, and what is missing before they can.
        """
        return self._call(op.GET_PAYMENT_SETTINGS, options=options)

    def put_payment_settings(
        self,
        body: PaymentSettingsRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> PaymentSettings:
        """Choose how customers pay, without a restart.

        All nodes follow within a second. 409 if VINGATE_PAYMENTS is set. Payments that are open stay so.
        """
        return self._call(op.PUT_PAYMENT_SETTINGS, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def list_refund_transfers(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["open", "sent"] | None = None,
        payment_id: Value | None = None,
        account_id: Value | None = None,
        options: Options | None = None,
    ) -> list[RefundTransfer]:
        """List refunds by transfer, newest first.

        They return money that a payment provider does not return. An operator sends each in the bank. Customers see their own.
        """
        return self._call(op.LIST_REFUND_TRANSFERS, query={"page": page, "page_size": page_size, "state": state, "payment_id": payment_id, "account_id": account_id}, options=options)

    def iter_refund_transfers(
        self,
        *,
        page_size: int | None = None,
        state: Literal["open", "sent"] | None = None,
        payment_id: Value | None = None,
        account_id: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[RefundTransfer]:
        """The entries of all pages: list refunds by transfer, newest first."""
        return self._pages(op.LIST_REFUND_TRANSFERS, query={"page_size": page_size, "state": state, "payment_id": payment_id, "account_id": account_id}, entries="", options=options)

    def note_refund_sent(
        self,
        id: Value,
        body: SentRefundRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> RefundTransfer:
        """Note that a refund by transfer was sent.

        The operator sends it in the bank. One that is noted already is returned as it is.
        """
        return self._call(op.NOTE_REFUND_SENT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def list_money_lines(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["problem", "due", "paid", "refunded", "ended"] | None = None,
        from_: When | None = None,
        to: When | None = None,
        user: Value | None = None,
        q: Value | None = None,
        needs_action: Literal["true"] | None = None,
        options: Options | None = None,
    ) -> list[MoneyLine]:
        """List orders, payments, transfers, invoices and refunds as lines, newest first.

        An order, its payment, its transfer and its invoice are one line. What was returned is a line of its own, below zero. As CSV with `Accept: text/csv`: a row for each rate of an invoice.
        """
        return self._call(op.LIST_MONEY_LINES, query={"page": page, "page_size": page_size, "state": state, "from": from_, "to": to, "user": user, "q": q, "needs_action": needs_action}, options=options)

    def iter_money_lines(
        self,
        *,
        page_size: int | None = None,
        state: Literal["problem", "due", "paid", "refunded", "ended"] | None = None,
        from_: When | None = None,
        to: When | None = None,
        user: Value | None = None,
        q: Value | None = None,
        needs_action: Literal["true"] | None = None,
        options: Options | None = None,
    ) -> Iterator[MoneyLine]:
        """The entries of all pages: list orders, payments, transfers, invoices and refunds as lines, newest first."""
        return self._pages(op.LIST_MONEY_LINES, query={"page_size": page_size, "state": state, "from": from_, "to": to, "user": user, "q": q, "needs_action": needs_action}, entries="", options=options)

    def sum_money_lines(
        self,
        *,
        from_: When | None = None,
        to: When | None = None,
        user: Value | None = None,
        q: Value | None = None,
        needs_action: Literal["true"] | None = None,
        options: Options | None = None,
    ) -> MoneySums:
        """Sum the lines of each state and currency.

        What was received is the sum of `paid` and `refunded`.
        """
        return self._call(op.SUM_MONEY_LINES, query={"from": from_, "to": to, "user": user, "q": q, "needs_action": needs_action}, options=options)

    def get_restored_payments(self, *, options: Options | None = None) -> RestoredPayments:
        """Read what the payment provider took that a restore has lost.

        While it is listed, and until each charge is decided, `POST /system/resume` is refused.
        """
        return self._call(op.GET_RESTORED_PAYMENTS, options=options)

    def match_lost_charge(
        self,
        ref: Value,
        body: MatchLostChargeRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> LostCharge:
        """Match a charge whose payment is lost with a payment or a subscription.

        What is paid for is granted, with its invoice. A charge for a period that is not due yet is kept: the payment of that period gets it in place of another charge.
        """
        return self._call(op.MATCH_LOST_CHARGE, path={"ref": ref}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def return_lost_charge(
        self,
        ref: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> LostCharge:
        """Return a charge whose payment is lost.

        The provider returns what is left of it to the card. Of a disputed charge this notes that the bank decides.
        """
        return self._call(op.RETURN_LOST_CHARGE, path={"ref": ref}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def get_payment(self, id: Value, *, options: Options | None = None) -> Payment:
        """Read a payment.

        Also by its reference, and by the number of its invoice or of a credit note.
        """
        return self._call(op.GET_PAYMENT, path={"id": id}, options=options)

    def cancel_payment(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Cancel a payment for which no money has arrived.

        The provider ends its page first. 409 while the card is being charged, or a debit is under way that the provider does not end.
        """
        return self._call(op.CANCEL_PAYMENT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def refresh_payment(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Read a payment's state from its provider, and apply it.
        """
        return self._call(op.REFRESH_PAYMENT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def receive_payment(
        self,
        id: Value,
        body: ReceivedRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Record money that has arrived by transfer.

        What is paid for begins when all of it has arrived. What a period or its use makes due can arrive by transfer although it was to be paid by card, unless the card is being charged: its page is ended at the provider first.
        """
        return self._call(op.RECEIVE_PAYMENT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def forgive_payment(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Forgive the credits that are owed since a payment was reversed.
        """
        return self._call(op.FORGIVE_PAYMENT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def resolve_payment(
        self,
        id: Value,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Note that the problem of a payment is resolved.

        What the provider has refused of a saved card is requested again. Whoever was to pay on a page opens another one: nothing can be requested without them.
        """
        return self._call(op.RESOLVE_PAYMENT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, options=options)

    def preview_refund(self, id: Value, *, minor: int, options: Options | None = None) -> RefundPreview:
        """Read what a refund of a payment would do.
        """
        return self._call(op.PREVIEW_REFUND, path={"id": id}, query={"minor": minor}, options=options)

    def refund_payment(
        self,
        id: Value,
        body: RefundRequest,
        *,
        idempotency_key: Value | None = None,
        options: Options | None = None,
    ) -> Payment:
        """Return money of a payment, in whole or in part.

        Credits are removed for the part that is returned, rounded down; what is spent already is owed. A credit note corrects the invoice. What was paid by transfer is sent by an operator: `GET /payments/refunds` lists what is open.
        """
        return self._call(op.REFUND_PAYMENT, path={"id": id}, headers={"Idempotency-Key": idempotency_key}, body=body, options=options)

    def receive_payment_event(self, *, options: Options | None = None) -> ReceivePaymentEventAnswer:
        """Receive an event of Stripe.

        For Stripe's webhook endpoint: `checkout.session.*`, `payment_intent.*`, `charge.*`, `refund.*`. `Stripe-Signature` is checked. An event is a hint: the payment's state is read from Stripe, so that events can come twice, late and in any order. One of an object that this service has not made is counted.
        """
        return self._call(op.RECEIVE_PAYMENT_EVENT, options=options)

    def get_top_up(self, id: Value, *, options: Options | None = None) -> AutomaticTopUp:
        """Read a subscription's automatic top-up.
        """
        return self._call(op.GET_TOP_UP, path={"id": id}, options=options)

    def put_top_up(
        self,
        id: Value,
        body: TopUpRequest,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> AutomaticTopUp:
        """Set a subscription's automatic top-up, or turn it off.

        A package is bought with the saved card when fewer credits are left than the threshold. The month's limit holds on all nodes together. After three failed payments in a row it turns itself off.
        """
        return self._call(op.PUT_TOP_UP, path={"id": id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def get_payment_method(self, user_id: Value, *, options: Options | None = None) -> SavedMethod:
        """Read an account's saved card.
        """
        return self._call(op.GET_PAYMENT_METHOD, path={"user_id": user_id}, options=options)

    def delete_payment_method(
        self,
        user_id: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> SavedMethod:
        """Remove an account's saved card.

        Renewals are not charged then; automatic top-up stops.
        """
        return self._call(op.DELETE_PAYMENT_METHOD, path={"user_id": user_id}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_statements(self, id: Value, *, options: Options | None = None) -> list[ListedStatement]:
        """List the months of which an account has a statement, newest first.
        """
        return self._call(op.LIST_STATEMENTS, path={"id": id}, options=options)

    def get_statement(self, id: Value, month: Value, *, options: Options | None = None) -> str:
        """Get the statement of an account and month, which proves itself.

        As JSON (the format is at /docs/statement-format.md), as a PDF that contains it, or its usage as CSV, by `Accept`. The open month has a provisional one.
        """
        return self._call(op.GET_STATEMENT, path={"id": id, "month": month}, options=options)

    def get_statement_calls(self, id: Value, month: Value, *, options: Options | None = None) -> str:
        """Download the calls of a statement's proved days.

        Lines of JSON, compressed with gzip: one for each call, in the order in which the days prove them. Single calls are in the request log for as long as that is kept.
        """
        return self._call(op.GET_STATEMENT_CALLS, path={"id": id, "month": month}, options=options)

    def get_receipt_salt(self, *, options: Options | None = None) -> ReceiptSalt:
        """Get the salt of the digests in receipts.

        Free. With it a program can compute the leaf of its own call.
        """
        return self._call(op.GET_RECEIPT_SALT, options=options)

    def get_receipt(self, journal: Value, seq: int, *, options: Options | None = None) -> Receipt:
        """Get the receipt of a call, with its proof once its day is proved.

        The format is at /docs/statement-format.md. A call is found for as long as the request log is kept.
        """
        return self._call(op.GET_RECEIPT, path={"journal": journal, "seq": seq}, options=options)

    def get_proof_key(self, *, options: Options | None = None) -> str:
        """Get the public keys that sign statements.
        """
        return self._call(op.GET_PROOF_KEY, options=options)

    def list_mails(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["pending", "deferred", "sent", "failed", "open"] | None = None,
        kind: Value | None = None,
        options: Options | None = None,
    ) -> list[Mail]:
        """List mails, newest first.

        Mails are listed for 60 days. Those of a deleted account are deleted with it.
        """
        return self._call(op.LIST_MAILS, query={"page": page, "page_size": page_size, "state": state, "kind": kind}, options=options)

    def iter_mails(
        self,
        *,
        page_size: int | None = None,
        state: Literal["pending", "deferred", "sent", "failed", "open"] | None = None,
        kind: Value | None = None,
        options: Options | None = None,
    ) -> Iterator[Mail]:
        """The entries of all pages: list mails, newest first."""
        return self._pages(op.LIST_MAILS, query={"page_size": page_size, "state": state, "kind": kind}, entries="", options=options)

    def get_mail_state(self, *, options: Options | None = None) -> MailState:
        """Read what waits to be sent, which addresses refuse mail, and who the sender is.
        """
        return self._call(op.GET_MAIL_STATE, options=options)

    def check_mail_domain(self, *, options: Options | None = None) -> list[DnsRecord]:
        """Check the DNS records by which receivers recognize the sender.

        The same as `vingate doctor --mail`. Empty if the service sends no mail.
        """
        return self._call(op.CHECK_MAIL_DOMAIN, options=options)

    def send_test_mail(self, body: TestMailRequest, *, options: Options | None = None) -> Mail:
        """Send a test mail.

        The mail is sent within a second; its state shows what the mail server said.
        """
        return self._call(op.SEND_TEST_MAIL, body=body, options=options)

    def send_mail_now(self, id: Value, *, options: Options | None = None) -> Mail:
        """Send a mail now that waits or has failed.

        409 if it was sent, if its address is marked, or if its link was of an account's own request. No body is read.
        """
        return self._call(op.SEND_MAIL_NOW, path={"id": id}, options=options)

    def unmark_mail_address(
        self,
        address: Value,
        *,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> LogOutAnswer:
        """Send mail again to an address that has refused it.
        """
        return self._call(op.UNMARK_MAIL_ADDRESS, path={"address": address}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def list_mail_texts(
        self,
        *,
        language: Literal["en", "de", "es"] | None = None,
        options: Options | None = None,
    ) -> list[MailText]:
        """List the kinds of mails with their texts.
        """
        return self._call(op.LIST_MAIL_TEXTS, query={"language": language}, options=options)

    def put_mail_text(
        self,
        kind: Value,
        body: MailTextRequest,
        *,
        language: Literal["en", "de", "es"] | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> MailText:
        """Replace subject and introduction of a kind of mails.

        Plain text with `{names}` of values. Amounts, dates, links and details below stay. A name that the kind does not have is 422. Mails are in the language of their reader, which has its own text, or that of all languages.
        """
        return self._call(op.PUT_MAIL_TEXT, path={"kind": kind}, query={"language": language}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, body=body, options=options)

    def delete_mail_text(
        self,
        kind: Value,
        *,
        language: Literal["en", "de", "es"] | None = None,
        if_none_match: Value | None = None,
        if_match: Value | None = None,
        options: Options | None = None,
    ) -> MailText:
        """Use the default text of a kind of mails again.

        With a language only its own text is removed: that of all languages is used then, if there is one.
        """
        return self._call(op.DELETE_MAIL_TEXT, path={"kind": kind}, query={"language": language}, headers={"If-None-Match": if_none_match, "If-Match": if_match}, options=options)

    def preview_mail_text(
        self,
        kind: Value,
        *,
        language: Literal["en", "de", "es"] | None = None,
        subject: Value | None = None,
        intro: Value | None = None,
        options: Options | None = None,
    ) -> MailPreview:
        """Show a mail with sample data, as text and HTML.
        """
        return self._call(op.PREVIEW_MAIL_TEXT, path={"kind": kind}, query={"language": language, "subject": subject, "intro": intro}, options=options)
