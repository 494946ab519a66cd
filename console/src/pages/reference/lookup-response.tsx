import { Link } from "@tanstack/react-router";
import { codeOf, type LookedUp, saidBy } from "../../api/lookup.ts";
import { retryAfterOf } from "../../api/problem.ts";
import { sessionStore } from "../../api/session.ts";
import { milliseconds } from "../../base/format.ts";
import { ErrorCode, WayOn } from "../../parts/error-code.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Status } from "../../parts/outcome.tsx";

/** The response to a lookup: status, time, credits left, body, and its call in the request log. */
export function LookupAnswer({ got, charged }: { readonly got: LookedUp; readonly charged?: string }) {
  const signedIn = sessionStore.use() !== undefined;
  return (
    <>
      <dl className="figs ans">
        <div>
          <dt>Status</dt>
          <dd>
            <Status status={got.status} />
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{milliseconds(got.milliseconds)}</dd>
        </div>
        <div>
          <dt>{charged ? "Charged" : "Credits left"}</dt>
          <dd>{charged ?? got.remaining ?? <span className="unknown">unknown</span>}</dd>
        </div>
      </dl>
      {got.status !== 200 && (
        <p className="note">
          {saidBy(got)}
          <WayOn status={got.status} retryAfter={retryAfterOf(got.headers)} />{" "}
          <ErrorCode code={codeOf(got)} />
        </p>
      )}
      <div className="code answer">
        <JsonView value={got.body} label="Response" />
      </div>
      <p className="sm note">
        Request <code>{got.requestId}</code>
        {got.source && (
          <>
            , data: <span className={/demo/.test(got.source) ? "tag tag-syn" : "tag"}>{got.source}</span>
          </>
        )}
        <br />
        {signedIn && (
          <Link to="/requests" search={{ id: got.requestId }}>
            View in request log
          </Link>
        )}
      </p>
    </>
  );
}
