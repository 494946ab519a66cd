import type { Endpoint } from "./http/endpoint.ts";
import { lookupEndpoints } from "./lookups/endpoints.ts";
import { imageEndpoints } from "./lookups/images.ts";
import { accessTokenEndpoints } from "./management/access-tokens.ts";
import { apiEndpoints } from "./management/apis.ts";
import { auditEndpoints } from "./management/audit.ts";
import { authEndpoints } from "./management/auth.ts";
import { documentEndpoints } from "./management/documents.ts";
import { pageEndpoints } from "./management/pages.ts";
import { passwordResetEndpoints } from "./management/password-resets.ts";
import { platformEndpoints } from "./management/platform.ts";
import { policyEndpoints } from "./management/policies.ts";
import { productEndpoints } from "./management/products.ts";
import { productApiEndpoints } from "./management/products-apis.ts";
import { reportEndpoints } from "./management/reports.ts";
import { creditEndpoints } from "./management/sandbox-bump.ts";
import { secretEndpoints } from "./management/secrets.ts";
import { subscriptionEndpoints } from "./management/subscriptions.ts";
import { userEndpoints } from "./management/users.ts";

/** Every operation that the service has. */
export const operations: readonly Endpoint[] = [
  ...platformEndpoints,
  ...authEndpoints,
  ...passwordResetEndpoints,
  ...userEndpoints,
  ...accessTokenEndpoints,
  ...subscriptionEndpoints,
  ...creditEndpoints,
  ...secretEndpoints,
  ...productEndpoints,
  ...productApiEndpoints,
  ...policyEndpoints,
  ...apiEndpoints,
  ...reportEndpoints,
  ...auditEndpoints,
  ...lookupEndpoints,
  ...imageEndpoints,
  ...documentEndpoints,
  ...pageEndpoints,
];
