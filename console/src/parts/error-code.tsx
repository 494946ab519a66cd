import { Link } from "@tanstack/react-router";
import { counted } from "../base/format.ts";

/** An error code, which leads to what it means and what to do about it. */
export function ErrorCode({ code }: { readonly code: string }) {
  return (
    <Link className="mono" to={`/docs/errors/${code}`}>
      {code}
    </Link>
  );
}

interface WayOnProps {
  readonly status: number;
  /** What `Retry-After` says, seconds. */
  readonly retryAfter?: number | undefined;
}

/** What helps after a refusal that time or credits end; nothing after any other. */
export function WayOn({ status, retryAfter }: WayOnProps) {
  if (status === 402)
    return (
      <>
        {" "}
        More credits come with <Link to="/plans">another plan</Link> or from the operator.
      </>
    );
  return (status === 429 || status === 503) && retryAfter !== undefined ? (
    <> Retry-After says: again in {counted(retryAfter, "second")}.</>
  ) : null;
}
