import { type ReactNode, useEffect, useState } from "react";
import { asProblem } from "../api/problem.ts";
import { copyText } from "../base/toast.ts";
import { Button } from "./button.tsx";
import { ErrorCode, WayOn } from "./error-code.tsx";

/** Why there is nothing, and the one thing to do about it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {children && <p className="muted">{children}</p>}
      {action && <p className="actions note">{action}</p>}
    </div>
  );
}

/** What failed, where it failed; with the request id, and a way to try again. */
export function Failure({ error, what, retry }: { error: unknown; what: string; retry?: () => unknown }) {
  const { status, code, message, requestId, retryAfter } = asProblem(error);
  return (
    <div className="failure" role="alert">
      <p className="st st-failed strong">{what}</p>
      <p className="muted">
        {message}
        <WayOn status={status} retryAfter={retryAfter} />
      </p>
      {requestId && (
        <p className="xs muted">
          {status} {code && <ErrorCode code={code} />} · request <code>{requestId}</code>
        </p>
      )}
      <p className="actions note">
        {retry && <Button onPress={retry}>Try again</Button>}
        {requestId && <Button onPress={() => copyText(requestId)}>Copy id</Button>}
      </p>
    </div>
  );
}

const showAfterMs = 200;

/** Still lines in the shape of what comes, once it has taken a fifth of a second. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), showAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="skeleton">
      <span className="vh">Loading</span>
      {shown &&
        Array.from({ length: rows }, (_, row) => (
          <svg className="sk" key={`${row + 1}`} aria-hidden="true">
            <rect x="0" y="10" width="11%" height="10" rx="2" />
            <rect x="17%" y="10" width="6%" height="10" rx="2" />
            <rect x="26%" y="10" width={`${68 - ((row * 23) % 40)}%`} height="10" rx="2" />
          </svg>
        ))}
    </div>
  );
}

interface Pending<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

/** The data of a query once they are here; until then lines, and where they do not come, why. */
export function Loaded<T>({
  query,
  what,
  rows,
  children,
}: {
  query: Pending<T>;
  what: string;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} what={what} retry={() => query.refetch()} />;
  return <Skeleton rows={rows ?? 4} />;
}
