import type { Operation } from "../calls/context.ts";
import { apiEndpoints } from "../management/apis/apis.ts";
import { clientPackageEndpoints } from "../management/documentation/client-packages.ts";
import { discoveryEndpoints } from "../management/documentation/discovery-endpoints.ts";
import { documentEndpoints } from "../management/documentation/documents.ts";
import { guideEndpoints } from "../management/documentation/guide-endpoints.ts";
import { policyEndpoints } from "../management/products/policies.ts";
import { policyPreviewEndpoints } from "../management/products/policy-preview.ts";
import { productEndpoints } from "../management/products/products.ts";
import { productApiEndpoints } from "../management/products/products-apis.ts";
import { reportEndpoints } from "../management/reports/reports.ts";
import { groupedReportEndpoints } from "../management/reports/reports-by.ts";
import { errorReportEndpoints } from "../management/reports/reports-errors.ts";
import { keyReportEndpoints } from "../management/reports/reports-keys.ts";
import { timesEndpoint } from "../management/reports/reports-times.ts";
import { requestEventEndpoints } from "../management/reports/request-events.ts";
import { addressReturnEndpoints } from "../management/sign-in/address-returns.ts";
import { chosenAccountEndpoints } from "../management/sign-in/chosen-account.ts";
import { operatorAccessEndpoints } from "../management/sign-in/operator-access.ts";
import { operatorEndpoints } from "../management/sign-in/operators.ts";
import { remainingCredentialEndpoints } from "../management/sign-in/remaining-credentials.ts";
import { roleEndpoints } from "../management/sign-in/roles.ts";
import { secondFactorEndpoints } from "../management/sign-in/second-factor.ts";
import { sessionEndpoints } from "../management/sign-in/sessions.ts";
import { stepUpEndpoints } from "../management/sign-in/step-up.ts";
import { adjustCreditsEndpoints } from "../management/subscriptions/credits.ts";
import { grantEndpoints } from "../management/subscriptions/grants.ts";
import { keySearchEndpoints } from "../management/subscriptions/key-search.ts";
import { ledgerEndpoints } from "../management/subscriptions/ledger.ts";
import { creditEndpoints } from "../management/subscriptions/sandbox-bump.ts";
import { secretEndpoints } from "../management/subscriptions/secrets.ts";
import { subscriptionEndpoints } from "../management/subscriptions/subscriptions.ts";
import { auditEndpoints } from "../management/system/audit.ts";
import { checksEndpoints } from "../management/system/checks/checks-endpoint.ts";
import { customerEndpoints } from "../management/system/customers/customer-endpoints.ts";
import { userNoteEndpoints } from "../management/system/customers/user-notes.ts";
import { inboxEndpoints } from "../management/system/inbox/inbox-endpoints.ts";
import { metricsEndpoints } from "../management/system/metrics/metrics-endpoint.ts";
import { resumeEndpoints } from "../management/system/resume.ts";
import { searchEndpoints } from "../management/system/search/search-endpoints.ts";
import { platformEndpoints } from "../management/system/service.ts";
import { systemEndpoints } from "../management/system/system.ts";
import { systemActionEndpoints } from "../management/system/system-actions.ts";
import { accessTokenEndpoints } from "../management/users/access-tokens.ts";
import { accountClosingEndpoints } from "../management/users/account-closing.ts";
import { authEndpoints } from "../management/users/auth.ts";
import { emailConfirmationEndpoints } from "../management/users/email-confirmations.ts";
import { forgottenPasswordEndpoints } from "../management/users/forgotten-passwords.ts";
import { hostEntryEndpoints } from "../management/users/host-entries.ts";
import { passwordResetEndpoints } from "../management/users/password-resets.ts";
import { userEndpoints } from "../management/users/users.ts";
import { columnEndpoints } from "../vehicles/imports/operations/column-endpoints.ts";
import { datasetEndpoints } from "../vehicles/imports/operations/dataset-endpoints.ts";
import { importEndpoints } from "../vehicles/imports/operations/import-endpoints.ts";
import { vpicEndpoints } from "../vehicles/imports/operations/vpic-endpoints.ts";
import { batchEndpoints } from "../vehicles/lookups/batch/batch-endpoints.ts";
import { readEndpoints } from "../vehicles/lookups/batch/read-endpoint.ts";
import { lookupEndpoints } from "../vehicles/lookups/endpoints.ts";
import { imageEndpoints } from "../vehicles/lookups/images/images.ts";
import { operatorDecodeEndpoints } from "../vehicles/lookups/operator-decode.ts";
import { sampleEndpoints } from "../vehicles/lookups/sample-decode.ts";
import { consoleEndpoints } from "./console/console.ts";

/** Every operation of the core. */
export const coreOperations: readonly Operation[] = [
  ...platformEndpoints,
  ...authEndpoints,
  ...addressReturnEndpoints,
  ...passwordResetEndpoints,
  ...hostEntryEndpoints,
  ...forgottenPasswordEndpoints,
  ...emailConfirmationEndpoints,
  ...chosenAccountEndpoints,
  ...stepUpEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...accountClosingEndpoints,
  ...userEndpoints,
  ...userNoteEndpoints,
  ...accessTokenEndpoints,
  ...remainingCredentialEndpoints,
  ...operatorAccessEndpoints,
  ...operatorEndpoints,
  ...roleEndpoints,
  ...subscriptionEndpoints,
  ...creditEndpoints,
  ...adjustCreditsEndpoints,
  ...ledgerEndpoints,
  ...grantEndpoints,
  ...secretEndpoints,
  ...keySearchEndpoints,
  ...productEndpoints,
  ...productApiEndpoints,
  ...policyEndpoints,
  ...policyPreviewEndpoints,
  ...apiEndpoints,
  ...groupedReportEndpoints,
  ...reportEndpoints,
  timesEndpoint,
  ...requestEventEndpoints,
  ...keyReportEndpoints,
  ...errorReportEndpoints,
  ...auditEndpoints,
  ...systemEndpoints,
  ...systemActionEndpoints,
  ...resumeEndpoints,
  ...checksEndpoints,
  ...customerEndpoints,
  ...inboxEndpoints,
  ...searchEndpoints,
  ...metricsEndpoints,
  ...datasetEndpoints,
  ...vpicEndpoints,
  ...columnEndpoints,
  ...importEndpoints,
  ...lookupEndpoints,
  ...batchEndpoints,
  ...readEndpoints,
  ...imageEndpoints,
  ...sampleEndpoints,
  ...operatorDecodeEndpoints,
  ...documentEndpoints,
  ...guideEndpoints,
  ...clientPackageEndpoints,
  ...discoveryEndpoints,
  ...consoleEndpoints,
];
