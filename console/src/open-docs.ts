import { servicePath } from "./base/service-path.ts";

// `/docs` is the API reference. Links of the form `/docs#/tag/operationId`, which Swagger UI used, open the operation.
const { pathname, search, hash } = location;
const operation = /^#\/[^/]+\/(\w+)$/.exec(hash)?.[1];
if (pathname.replace(/\/$/, "") === `${servicePath}/docs`)
  history.replaceState(
    null,
    "",
    `${servicePath}/console/docs/reference${operation ? `?op=${operation}` : search}`,
  );
