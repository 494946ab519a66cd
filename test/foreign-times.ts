import type { Source } from "./layering.ts";

/** What makes a time of any text, in its own way: 30 February is 2 March to it, 202612 is 2 January. */
const readers = /\bDate\.parse\(|\bnew Date\((?=([^;]{0,80}))/g;

/** What follows `new Date(` where it is no text: nothing, a number, or one by its name or what is computed with it. */
const ofNumber =
  /^(?:\)|\d|Date\.(?:UTC|now)\(|(?:\w+\.)*clock\(\)|(?:\w+\.)?(?:now|at|ms|since|start|end|begin|back|made|madeAt|from|to|issuedAt|issued_at|made_at|milliseconds|loadedAt|loaded_at|started_at|opened_at|seconds|until|changedAt)\b(?!\s*=>)|[\w.!()]+ [-+*/] (?!["'`])|Math\.|minute\(|monthEnds\()/;

const ownTime = "times that the service wrote itself, ISO 8601 in UTC";
const ownDay = "days that the service wrote itself, YYYY-MM-DD";
const validated = "times that validation has let pass: ISO 8601 with a zone";
const certificate = "times of a certificate, which are in GMT";

/** Files that make times of texts which are not other people's, how often, and of what. */
export const readTimes: Readonly<Record<string, readonly [times: number, what: string]>> = {
  "console/src/api/reports.ts": [1, ownTime],
  "console/src/api/session.ts": [1, ownTime],
  "console/src/base/format.ts": [2, ownTime],
  "console/src/base/range.ts": [3, ownTime],
  "console/src/features/billing/grant-table.tsx": [1, ownTime],
  "console/src/features/mail/mail.tsx": [2, ownTime],
  "console/src/features/offers/price-words.ts": [1, ownTime],
  "console/src/features/offers/who-pays.tsx": [1, "the date of a field"],
  "console/src/features/proof/month-usage.tsx": [1, ownTime],
  "console/src/pages/apis/vendor-mappings.tsx": [1, "the header Last-Modified, which is in GMT"],
  "console/src/pages/customer/keys.tsx": [1, ownTime],
  "console/src/pages/operator/backups.tsx": [2, ownTime],
  "console/src/pages/operator/consistency.tsx": [4, ownTime],
  "console/src/pages/operator/installation-checks.tsx": [1, ownTime],
  "console/src/pages/requests/call-list.tsx": [1, ownTime],
  "console/src/pages/operator/inbox.tsx": [1, ownTime],
  "console/src/parts/time.tsx": [2, ownTime],
  "src/features/alerts/alert-mails.ts": [2, ownTime],
  "src/features/audit-export/destinations/otlp.ts": [1, "the header Retry-After, which is in GMT"],
  "src/features/backup/retention.ts": [1, ownDay],
  "src/features/backup/schedule.ts": [1, ownTime],
  "src/features/billing/plan-mails.ts": [5, ownTime],
  "src/features/mail/texts/account-kinds.ts": [7, ownTime],
  "src/features/mail/texts/edited-texts.ts": [1, ownTime],
  "src/features/payments/bank/other-formats.ts": [1, ownDay],
  "src/features/payments/bank/record-lines.ts": [1, ownDay],
  "src/features/payments/mail-contents.ts": [1, ownTime],
  "src/features/payments/mails.ts": [1, ownTime],
  "src/features/payments/operations/line-endpoints.ts": [2, validated],
  "src/features/payments/operations/payment-endpoints.ts": [1, validated],
  "src/features/payments/operations/refund-transfer-endpoints.ts": [1, validated],
  "src/features/payments/operations/transfer-endpoints.ts": [1, validated],
  "src/features/proof/days/calendar.ts": [1, ownDay],
  "src/features/webhooks/operations/webhook-replay.ts": [1, validated],
  "src/features/webhooks/webhook-mails.ts": [1, ownTime],
  "src/management/reports/reports-query.ts": [2, validated],
  "src/management/sign-in/remaining-credentials.ts": [1, validated],
  "src/management/subscriptions/grants.ts": [1, validated],
  "src/management/subscriptions/subscription-changes.ts": [1, validated],
  "src/features/papers/bookkeeping/revenue.ts": [1, ownDay],
  "src/management/system/audit.ts": [2, validated],
  "src/management/system/checks/backup-check.ts": [1, ownTime],
  "src/management/system/checks/file-checks.ts": [1, certificate],
  "src/management/system/metrics/shared-samples.ts": [1, ownTime],
  "src/metering/consistency/given-grants.ts": [1, ownTime],
  "src/server/certificates/certificate-renewal.ts": [2, certificate],
  "src/server/certificates/tls.ts": [1, certificate],
  "src/vehicles/imports/demo/demo-set.ts": [1, ownDay],
  "src/vin/catalogue/catalogue-index.ts": [1, ownDay],
  "src/vin/decoder.ts": [2, ownDay],
};

export const timeFiles = ["src/**/*.ts", "console/src/**/*.{ts,tsx}"];

/** Whether a file is of the one reader, of tests or of the records that tests show. */
export const isExempt = (path: string): boolean =>
  /^src\/base\/reading\/|\.test\.tsx?$|-records\.tsx?$|\.gen\.ts$|^src\/features\/[^/]+\/(?:test|bench)\//.test(
    path,
  );

/** Files that make more or fewer times of texts than the list names. */
export function timeFaults(sources: readonly Source[], listed = readTimes): string[] {
  const found = new Map(
    sources.flatMap(({ path, text }) => {
      const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
      const times = [...code.matchAll(readers)].filter(
        ([, of]) => of === undefined || !ofNumber.test(of),
      ).length;
      return times > 0 ? [[path, times] as const] : [];
    }),
  );
  return [...new Set([...found.keys(), ...Object.keys(listed)])]
    .sort()
    .filter((path) => (found.get(path) ?? 0) !== (listed[path]?.[0] ?? 0))
    .map((path) => `${path}: makes ${found.get(path) ?? 0} times of texts, not ${listed[path]?.[0] ?? 0}`);
}
