import { loadServices, operationsWith } from "./feature.ts";
import { features } from "./features.ts";
import { coreOperations } from "./server/core-operations.ts";

/** What all features add to a service. */
export const services = await loadServices(features);

/** Every operation of the service, for programs that read the list and do not serve. */
export const operations = operationsWith(coreOperations, services);
