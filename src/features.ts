import { declared } from "./feature.ts";
import { accountExport } from "./features/account-export/feature.ts";
import { alerts } from "./features/alerts/feature.ts";
import { auditExport } from "./features/audit-export/feature.ts";
import { backup } from "./features/backup/feature.ts";
import { billing } from "./features/billing/feature.ts";
import { brand } from "./features/brand/feature.ts";
import { cliClient } from "./features/cli-client/feature.ts";
import { clickhouse } from "./features/clickhouse/feature.ts";
import { connectors } from "./features/connectors/feature.ts";
import { coverage } from "./features/coverage/feature.ts";
import { declaration } from "./features/declaration/feature.ts";
import { gateway } from "./features/gateway/feature.ts";
import { mail } from "./features/mail/feature.ts";
import { mcp } from "./features/mcp/feature.ts";
import { nhtsaApi } from "./features/nhtsa-api/feature.ts";
import { offers } from "./features/offers/feature.ts";
import { organizations } from "./features/organizations/feature.ts";
import { papers } from "./features/papers/feature.ts";
import { passkeys } from "./features/passkeys/feature.ts";
import { payments } from "./features/payments/feature.ts";
import { proof } from "./features/proof/feature.ts";
import { report } from "./features/report/feature.ts";
import { signOn } from "./features/sign-on/feature.ts";
import { terms } from "./features/terms/feature.ts";
import { valuation } from "./features/valuation/feature.ts";
import { watches } from "./features/watches/feature.ts";
import { webhooks } from "./features/webhooks/feature.ts";

/** The optional capabilities. Each is one folder of `src/features/` and one line here. */
export const features = declared([
  accountExport,
  alerts,
  auditExport,
  backup,
  brand,
  cliClient,
  clickhouse,
  coverage,
  declaration,
  gateway,
  mcp,
  nhtsaApi,
  offers,
  billing,
  papers,
  passkeys,
  payments,
  terms,
  organizations,
  signOn,
  connectors,
  proof,
  report,
  valuation,
  watches,
  webhooks,
  mail,
]);
