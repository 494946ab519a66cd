import { t } from "../base/language/language.ts";
import { Link } from "./router.tsx";

/** An error code that links to its page in the docs. */
export function ErrorCode({ code }: { code: string }) {
  return (
    <Link className="mono" to={`/docs/errors/${code}`}>
      {code}
    </Link>
  );
}

/** What to do after a 402, or after a refusal with `Retry-After` (seconds). */
export function NextStep({ status, retryAfter }: { status: number; retryAfter?: number | undefined }) {
  if (status === 402)
    return (
      <>
        {" "}
        <Link to="/billing#plan">{t("View plans")}</Link>.
      </>
    );
  return (status === 429 || status === 503) && retryAfter !== undefined ? (
    <> {t("Try again in {retryAfter, plural, one {# second} other {# seconds}}.", { retryAfter })}</>
  ) : null;
}
