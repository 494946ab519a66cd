import { type ReactNode, use, useEffect, useState } from "react";
import { asProblem } from "../api/problem.ts";
import { t } from "../base/language/language.ts";
import { T } from "../base/language/rich-text.tsx";
import { copyText } from "../base/toast.ts";
import { AskOperator } from "./ask-operator.tsx";
import { Button } from "./button.tsx";
import { ErrorCode, NextStep } from "./error-code.tsx";
import { PageFailed } from "./problem-page.tsx";
import { Link } from "./router.tsx";

/** An empty state: what is missing, and what to do. */
export function Empty(props: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  const { title, children, action } = props;
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {children && <p className="muted">{children}</p>}
      {action && <div className="actions note">{action}</div>}
    </div>
  );
}

/** `Empty` for a user without a subscription. */
export function NoSubscription({ children }: { children: ReactNode }) {
  const plans = (
    <Link className="btn btn-primary" to="/billing#plan">
      {t("View plans")}
    </Link>
  );
  return (
    <Empty title={t("No active subscription")} action={plans}>
      {children}
    </Empty>
  );
}

/** An error with its request ID and a way to try again. */
export function Failure({ error, what, retry }: { error: unknown; what: string; retry?: () => unknown }) {
  const { status, code, message, requestId, retryAfter } = asProblem(error);
  const pageFailed = use(PageFailed);
  useEffect(() => pageFailed?.(error), [pageFailed, error]);
  return (
    <div className="failure" role="alert">
      <p className="st st-failed strong">{status === 402 ? t("Not enough credits") : what}</p>
      <p className="muted">
        <AskOperator>{message}</AskOperator>
        <NextStep status={status} retryAfter={retryAfter} />
      </p>
      {requestId && (
        <p className="xs muted">
          <T
            text="{status} {errorCode} · request {requestId}"
            status={status}
            errorCode={code && <ErrorCode code={code} />}
            requestId={<code>{requestId}</code>}
          />
        </p>
      )}
      <p className="actions note">
        {retry && <Button onPress={retry}>{t("Try again")}</Button>}
        {requestId && <Button onPress={() => copyText(requestId)}>{t("Copy request ID")}</Button>}
      </p>
    </div>
  );
}

const showAfterMs = 200;

/** A placeholder while data loads; it appears after 200 ms. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), showAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="skeleton">
      <span className="vh">{t("Loading")}</span>
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

export interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: unknown; refetch(): unknown };
  /** The title of a failure. */
  readonly what: string;
  /** The rows of the placeholder. Without any, what follows is not held back: for what loads again while one types. */
  readonly rows?: number;
  children(data: T): ReactNode;
}

/** The data of a query; before that a placeholder or the failure. */
export function Loaded<T>({ query, what, rows = 4, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} what={what} retry={() => query.refetch()} />;
  if (rows === 0)
    return (
      <p aria-busy="true" className="muted">
        {t("Loading")}
      </p>
    );
  return <Skeleton rows={rows} />;
}
