import type { Migration } from "../migration.ts";
import { setting } from "./0001-setting.ts";
import { access } from "./0002-access.ts";
import { accounts } from "./0003-accounts.ts";
import { products } from "./0004-products.ts";
import { usage } from "./0005-usage.ts";
import { records } from "./0006-records.ts";
import { idempotency } from "./0007-idempotency.ts";
import { metering } from "./0008-metering.ts";
import { limits } from "./0009-limits.ts";
import { requestLog } from "./0010-request-log.ts";
import { accessChange } from "./0011-access-change.ts";
import { imports } from "./0012-imports.ts";
import { accessToken } from "./0013-access-token.ts";
import { passwordFailure } from "./0014-password-failure.ts";
import { requestLogColumns } from "./0015-request-log-columns.ts";
import { listFilters } from "./0016-list-filters.ts";
import { requestSubscription } from "./0017-request-subscription.ts";
import { node } from "./0019-node.ts";
import { importActor } from "./0020-import-actor.ts";
import { requestBuckets } from "./0021-request-buckets.ts";
import { changeMark } from "./0022-change-mark.ts";
import { keyUse } from "./0023-key-use.ts";
import { roomForUpdates } from "./0024-room-for-updates.ts";
import { usageSeries } from "./0025-usage-series.ts";
import { leaseUsed } from "./0026-lease-used.ts";

/** Every migration, oldest first; new ones are added at the end. */
export const migrations: readonly Migration[] = [
  setting,
  access,
  accounts,
  products,
  usage,
  records,
  idempotency,
  metering,
  limits,
  requestLog,
  accessChange,
  imports,
  accessToken,
  passwordFailure,
  requestLogColumns,
  listFilters,
  requestSubscription,
  node,
  importActor,
  requestBuckets,
  changeMark,
  keyUse,
  roomForUpdates,
  usageSeries,
  leaseUsed,
];
