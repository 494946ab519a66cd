import type { Endpoint } from "./http/endpoint.ts";
import { vinDecoderEndpoints } from "./lookups/vin-decoder.ts";
import { auditEndpoints } from "./management/audit.ts";
import { authEndpoints } from "./management/auth.ts";
import { documentEndpoints } from "./management/documents.ts";
import { pageEndpoints } from "./management/pages.ts";
import { platformEndpoints } from "./management/platform.ts";
import { reportEndpoints } from "./management/reports.ts";

/** Every operation that the service has. */
export const operations: readonly Endpoint[] = [
  ...platformEndpoints,
  ...authEndpoints,
  ...reportEndpoints,
  ...auditEndpoints,
  ...vinDecoderEndpoints,
  ...documentEndpoints,
  ...pageEndpoints,
];
