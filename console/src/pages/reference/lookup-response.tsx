import { codeOf, type LookupResult, messageOf } from "../../api/lookup.ts";
import { retryAfterOf } from "../../api/problem.ts";
import { sessionStore } from "../../api/session.ts";
import { milliseconds } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { ErrorCode, NextStep } from "../../parts/error-code.tsx";
import { Figures } from "../../parts/facts.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Status } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Source, Unknown } from "../../parts/table.tsx";

/** The result of a call: status, duration, its credits and those left, body and request ID. */
export function LookupResponse({ result }: { result: LookupResult }) {
  const signedIn = sessionStore.use() !== undefined;
  const { status, headers, charged, remaining, source, requestId } = result;
  return (
    <>
      <Figures
        className="figs ans"
        figures={[
          [t("Status"), <Status key="s" status={status} />],
          [t("Duration"), milliseconds(result.milliseconds)],
          [t("Credits charged"), charged ?? <Unknown key="c" />],
          [t("Credits left"), remaining ?? <Unknown key="u" />],
        ]}
      />
      {status !== 200 && (
        <p className="note">
          {messageOf(result)}
          <NextStep status={status} retryAfter={retryAfterOf(headers)} /> <ErrorCode code={codeOf(result)} />
        </p>
      )}
      <div className="code answer">
        <JsonView value={result.body} label={t("Response")} />
      </div>
      <p className="sm note">
        {source ? (
          <T
            text="Request {requestId}, source: {source}"
            requestId={<code>{requestId}</code>}
            source={<Source name={source} />}
          />
        ) : (
          <T text="Request {requestId}" requestId={<code>{requestId}</code>} />
        )}
        <br />
        {signedIn && (
          <Link to="/calls" search={{ id: requestId }}>
            {t("View in request log")}
          </Link>
        )}
      </p>
    </>
  );
}
