import { codeOf, type LookupResult, messageOf } from "../../api/lookup.ts";
import { retryAfterOf } from "../../api/problem.ts";
import { sessionStore } from "../../api/session.ts";
import { milliseconds } from "../../base/format.ts";
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
          ["Status", <Status key="s" status={status} />],
          ["Duration", milliseconds(result.milliseconds)],
          ["Credits charged", charged ?? <Unknown key="c" />],
          ["Credits left", remaining ?? <Unknown key="u" />],
        ]}
      />
      {status !== 200 && (
        <p className="note">
          {messageOf(result)}
          <NextStep status={status} retryAfter={retryAfterOf(headers)} /> <ErrorCode code={codeOf(result)} />
        </p>
      )}
      <div className="code answer">
        <JsonView value={result.body} label="Response" />
      </div>
      <p className="sm note">
        Request <code>{requestId}</code>
        {source && (
          <>
            , source: <Source name={source} />
          </>
        )}
        <br />
        {signedIn && (
          <Link to="/requests" search={{ id: requestId }}>
            View in request log
          </Link>
        )}
      </p>
    </>
  );
}
