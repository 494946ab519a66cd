import type { RequestRecord } from "../../api/client.ts";
import type { CallFilter } from "../../api/requests.ts";

/** Whether a call matches a filter. */
export function matches(filter: CallFilter, call: RequestRecord): boolean {
  const { user_id, subscription_id, api_id, operation, response_code: code } = filter;
  const { error_code, key, request_id, url } = filter;
  const status = String(call.response_code);
  return (
    (!user_id || call.user_id === user_id) &&
    (!subscription_id || call.subscription_id === subscription_id) &&
    (!api_id || call.api_id === api_id) &&
    (!operation || call.operation === operation) &&
    (!code || (code.endsWith("xx") ? status[0] === code[0] : status === code)) &&
    (!error_code || call.error_code === error_code) &&
    (!key || call.key === key) &&
    (!request_id || call.request_id === request_id) &&
    (!url || call.url.includes(url))
  );
}

/** Loaded and live calls together, each once, newest first. */
export function withLive(
  read: readonly RequestRecord[],
  live: readonly RequestRecord[],
  most: number,
): readonly RequestRecord[] {
  const known = new Map([...live, ...read].map((one) => [one.call, one]));
  return [...known.values()]
    .sort((a, b) => (a.timestamp === b.timestamp ? 0 : a.timestamp < b.timestamp ? 1 : -1))
    .slice(0, most);
}
