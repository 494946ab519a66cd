import type { Endpoint } from "./http/endpoint.ts";
import { vinDecoderEndpoints } from "./lookups/vin-decoder.ts";
import { authEndpoints } from "./management/auth.ts";
import { documentEndpoints } from "./management/documents.ts";
import { pageEndpoints } from "./management/pages.ts";
import { platformEndpoints } from "./management/platform.ts";

/** Every operation that the service has. */
export const operations: readonly Endpoint[] = [
  ...platformEndpoints,
  ...authEndpoints,
  ...vinDecoderEndpoints,
  ...documentEndpoints,
  ...pageEndpoints,
];
