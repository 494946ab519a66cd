import type { InboxRow } from "../../api/inbox.ts";
import { bytes } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { price } from "../../base/money.ts";
import { localDay } from "../../parts/time.tsx";
import { familyName } from "./family-names.ts";

type Values = InboxRow["values"];
type Words = Readonly<Record<string, (values: Values) => string>>;

const sum = ({ minor = 0, currency = "" }: Values): string => price(Number(minor), String(currency));
const text = (value: string | number | undefined): string => String(value ?? "");
const day = (at: string | number | undefined): string => localDay(Number(at));
const who = ({ account }: Values): string => text(account) || t("A deleted account");
const count = (values: Values): number => Number(values.count);

/** What is so, by the code of a row. Values are those of the operation. */
const foundByCode: Words = {
  subscription_requested: (v) =>
    t("{account} requests {subscription}", { account: who(v), subscription: text(v.subscription) }),
  approval_several: (v) => t("{count, plural, one {# approval} other {# approvals}}", { count: count(v) }),
  account_pending: (v) => t("{account} waits for an account", { account: who(v) }),
  account_several: (v) =>
    t("{count, plural, one {# account} other {# accounts}} to approve", { count: count(v) }),
  transfer_unmatched: (v) =>
    v.sender
      ? t("{sum} received from {sender}, not matched", { sum: sum(v), sender: text(v.sender) })
      : t("{sum} received, not matched", { sum: sum(v) }),
  transfer_equal: (v) =>
    v.sender
      ? t("{sum} received for {reference} from {sender}", {
          sum: sum(v),
          reference: text(v.named),
          sender: text(v.sender),
        })
      : t("{sum} received for {reference}", { sum: sum(v), reference: text(v.named) }),
  transfer_several: (v) =>
    t("{count, plural, one {# transfer} other {# transfers}} to match", { count: count(v) }),
  return_unmatched: (v) =>
    t("{sum} of {charge} went back, and its payment is not here", { sum: sum(v), charge: text(v.charge) }),
  refund_to_send: (v) =>
    t("Send {sum} back to {account}: {reference}", {
      sum: sum(v),
      account: who(v),
      reference: text(v.reference),
    }),
  refund_several: (v) => t("{count, plural, one {# refund} other {# refunds}} to send", { count: count(v) }),
  periods_unpaid: (v) =>
    t("{count, plural, one {# period} other {# periods}} unpaid: {sum}", { count: count(v), sum: sum(v) }),
  payment_disputed: (v) => t("{account} disputes {sum}", { account: who(v), sum: sum(v) }),
  payment_inquiry: (v) => t("The bank of {account} inquires about {sum}", { account: who(v), sum: sum(v) }),
  dispute_several: (v) => t("{count, plural, one {# dispute} other {# disputes}}", { count: count(v) }),
  payment_problem: (v) =>
    t("{reference}, {sum}: {problem}", {
      reference: text(v.reference),
      sum: sum(v),
      problem: sentText(text(v.problem)),
    }),
  payment_several: (v) =>
    t("{count, plural, one {# payment} other {# payments}} with a problem", { count: count(v) }),
  api_errors: (v) =>
    t("{percent}% of the calls of {api} fail with 5xx", { percent: Number(v.percent), api: text(v.api) }),
  vendor_misfits: (v) =>
    t("The answers of {source} for {api} do not fit its mapping: {reason}", {
      source: text(v.source),
      api: text(v.api),
      reason: sentText(text(v.reason)),
    }),
  import_failed: (v) => t("The import of {family} failed", { family: familyName(text(v.family)) }),
  customer_webhook_failing: (v) =>
    t("The webhook of {account} fails: {url}", { account: who(v), url: text(v.url) }),
  customer_webhook_several: (v) =>
    t("{count, plural, one {# failing webhook} other {# failing webhooks}} of customers", {
      count: count(v),
    }),
  webhook_failing: (v) => t("Your webhook fails: {url}", { url: text(v.url) }),
  webhook_disabled: (v) => t("Your webhook is disabled: {url}", { url: text(v.url) }),
  mail_late: (v) =>
    t("{count, plural, one {# mail} other {# mails}} not sent for an hour", { count: count(v) }),
  mail_refused: (v) =>
    t("{count, plural, one {# address refuses mail} other {# addresses refuse mail}}", { count: count(v) }),
  mail_footer_missing: () => t("The mail footer is missing"),
  backup_late: (v) => t("No backup since {day}", { day: day(v.last_at) }),
  backup_never: () => t("No backup was made yet"),
  backup_unusable: () => t("The last backup that was tried could not be restored"),
  node_offline: (v) => t("Node {node} is offline", { node: text(v.node) }),
  proof_late: (v) => t("Calls are proved up to {day} only", { day: text(v.day) }),
  disk_low: (v) => t("{free} of the disk are free", { free: bytes(Number(v.free_bytes)) }),
  certificate_expires: (v) => t("The certificate ends on {day}", { day: day(v.ends_at) }),
  certificate_expired: (v) => t("The certificate ended on {day}", { day: day(v.ends_at) }),
  check_several: (v) =>
    t("{count, plural, one {# finding} other {# findings}} of the checks", { count: count(v) }),
};

const unanswered = (v: Values): string =>
  v.due_at
    ? t("Without an answer by {day} {sum} and the fee are lost.", { day: day(v.due_at), sum: sum(v) })
    : t("Without an answer in time {sum} and the fee are lost.", { sum: sum(v) });

/** What happens if it stays so, by the code of a row. */
const consequenceByCode: Words = {
  subscription_requested: () =>
    t(
      "Its keys are refused until you approve it. A request does not expire. Once approved, its plan begins.",
    ),
  account_pending: () => t("It cannot sign in until you approve it."),
  transfer_unmatched: () => t("Who sent it has paid and gets no credits."),
  transfer_equal: (v) =>
    t("Reference and amount are equal: it pays {text}. Then the credits, the invoice and the mail follow.", {
      text: text(v.text),
    }),
  return_unmatched: () => t("Credits that were bought with it can be used up."),
  refund_to_send: () => t("It was paid by transfer: you send it by bank."),
  periods_unpaid: (v) =>
    v.lapses_at
      ? t("{account} lapses on {day}. The keys work until the credits left are spent.", {
          account: who(v),
          day: day(v.lapses_at),
        })
      : t("They do not lapse by themselves: their keys work until you let them lapse."),
  payment_disputed: (v) => unanswered(v),
  payment_inquiry: (v) => unanswered(v),
  payment_problem: () => t("It stays as it is until you decide."),
  api_errors: (v) =>
    t("Callers get errors: {faults} of {calls} calls in five minutes. They are not charged.", {
      faults: Number(v.faults),
      calls: Number(v.calls),
    }),
  vendor_misfits: () =>
    t("Lookups that need it are answered without it, free of charge. Correct the mapping and put it again."),
  import_failed: (v) => t("Lookups use the records of before. {error}", { error: sentText(text(v.error)) }),
  customer_webhook_failing: (v) =>
    t("It is disabled on {day}, and what waits for it fails.", { day: day(v.disabled_at) }),
  webhook_failing: (v) =>
    t("It is disabled on {day}, and what waits for it fails.", { day: day(v.disabled_at) }),
  webhook_disabled: () => t("No event is sent to it."),
  mail_late: () => t("Links, invoices and notices do not arrive."),
  mail_refused: () => t("Nothing is sent there until the address is corrected or released."),
  mail_footer_missing: () =>
    t("Mails go out without your address. Set VINGATE_MAIL_FOOTER and restart the service."),
  backup_late: (v) =>
    t("A lost disk loses everything since then. {error}", { error: sentText(text(v.error)) }),
  backup_never: (v) => t("A lost disk loses everything. {error}", { error: sentText(text(v.error)) }),
  backup_unusable: () => t("What was made since may not be usable when it is needed."),
  node_offline: () => t("Calls in its data folder are not charged before it starts again."),
  proof_late: () => t("Statements stay provisional. Calls are counted and sold as usual."),
  disk_low: () => t("Without free space lookups are refused."),
  certificate_expires: () => t("From then on every call fails."),
  certificate_expired: () => t("Every call fails."),
};

type Sentence = Pick<InboxRow, "code" | "values" | "found">;

/** In the page's language; the service's own sentence for a code that this page does not have. */
export const foundText = ({ code, values, found }: Sentence): string =>
  foundByCode[code]?.(values) ?? sentText(found);

export const consequenceText = ({ code, values, consequence }: InboxRow): string =>
  (consequenceByCode[code]?.(values) ?? sentText(consequence)).trim();

const actionWords: Readonly<Record<string, string>> = {
  approve: t("Open request"),
  back_up: t("Open backups"),
  close_return: t("Open refund"),
  open_unpaid: t("Open unpaid"),
  answer_dispute: t("Open dispute"),
  resolve_payment: t("Open payment"),
  open_errors: t("Open calls"),
  open_api: t("Open API"),
  open_import: t("Open import"),
  open_provider: t("Open provider"),
  open_deliveries: t("Open deliveries"),
  open_mail: t("Open mail"),
  open_addresses: t("Open mail"),
  open_backups: t("Open backups"),
  open_node: t("Open nodes"),
  open_check: t("View checks"),
};

export const actionText = ({ action }: InboxRow): string => actionWords[action.code] ?? t("Open");

/** The page on which a row is decided. */
const pages: Readonly<Record<InboxRow["kind"], string>> = {
  approval: "/customers?state=requested",
  account: "/customers?state=requested",
  customer_webhook: "/settings/webhooks",
  transfer: "/money?state=problem",
  return: "/money?state=problem",
  refund: "/money?state=refunded&needs=1",
  unpaid: "/money?state=due",
  dispute: "/money?state=problem",
  payment: "/money?state=problem",
  errors: "/calls?status=5xx&range=1h",
  vendor: "/apis",
  import: "/data",
  provider: "/settings/payments",
  webhook: "/settings/webhooks",
  mail: "/settings/mail",
  backup: "/settings/backups",
  proof: "/settings/proof",
  node: "/settings/system",
  disk: "/settings/system",
  certificate: "/settings/public-url",
  check: "/settings/system",
};

/** Where the pages of objects are, by the first part of their path. */
const ownPages: Readonly<Record<string, string>> = {
  users: "/customers",
  apis: "/apis",
  webhooks: "/settings/webhooks",
  payments: "/money",
};

export function pageOf({ kind, values, action: { object } }: InboxRow): string {
  const [, area = "", id] = /^\/([a-z]+)\/([^/]+)$/.exec(object ?? "") ?? [];
  const [, line] = /^\/payments\/(?:transfers|returns|refunds)\/([^/]+)$/.exec(object ?? "") ?? [];
  if (line) return `/money?range=all&text=${line}`;
  if (kind === "import" && values.family) return `/data/${values.family}`;
  if (kind === "errors" && area === "apis") return `${pages.errors}&api=${id}`;
  const own = ownPages[area];
  return own && object !== "/payments/provider" ? `${own}/${id}` : pages[kind];
}
