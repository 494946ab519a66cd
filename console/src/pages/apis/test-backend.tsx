import { useState } from "react";
import { asProblem } from "../../api/problem.ts";
import { type ApiTest, type ApiTested, sendTest } from "../../api/registered-apis.ts";
import { milliseconds } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Mark, Status } from "../../parts/outcome.tsx";
import { Scroll } from "../../parts/table.tsx";
import { Fault } from "../../parts/use-form.tsx";

interface TestBackendProps {
  /** The test of what is typed, for a path below the backend's address. */
  testOf(path: string): ApiTest;
  readonly disabled: boolean;
  /** The path of a built-in API's lookups, which its upstream answers. */
  readonly path?: string;
}

/** Sends one request to the backend as typed, and shows its response and time. */
export function TestBackend({ testOf, disabled, path: lookups }: TestBackendProps) {
  const [path, setPath] = useState(lookups ?? "");
  const [tested, setTested] = useState<ApiTested>();
  const [problem, setProblem] = useState<string>();
  const test = async () => {
    setProblem(undefined);
    try {
      setTested(await sendTest(testOf(path.trim())));
    } catch (error) {
      setTested(undefined);
      setProblem(asProblem(error).message);
    }
  };
  return (
    <>
      <div className="form">
        <Field
          label={t("Path to test")}
          hint={
            lookups
              ? t("Append what a lookup asks, such as a VIN.")
              : t("Below the backend's address. For example, /status.")
          }
          value={path}
          change={setPath}
        />
        <p className="actions">
          <Button permission="apis.change" onPress={test} disabled={disabled} busy={t("Testing")}>
            {lookups ? t("Test upstream") : t("Test backend")}
          </Button>
        </p>
        <Fault message={problem} />
      </div>
      <div className="tested" aria-live="polite">
        {tested && <Tested tested={tested} builtin={lookups !== undefined} />}
      </div>
    </>
  );
}

/** JSON on several lines; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Tested({ tested, builtin }: { readonly tested: ApiTested; readonly builtin: boolean }) {
  const { url, auth_sent, response_code, time, body, truncated, error_code, reason } = tested;
  return (
    <>
      <p>
        {response_code === null ? (
          <Mark outcome="failed">{t("No response")}</Mark>
        ) : (
          <Status status={response_code} />
        )}{" "}
        <span className="muted">
          {t("in {milliseconds}{authSent, select, yes {, with the credential} other {}}", {
            milliseconds: milliseconds(time),
            authSent: auth_sent ? "yes" : "no",
          })}
        </span>
      </p>
      <p className="xs mono muted">{t("GET {url}", { url })}</p>
      {reason !== null && (
        <p className="fault">
          {reason}
          {!builtin && (
            <>
              {" "}
              <T text="Callers would get {errorCode}." errorCode={<code>{error_code}</code>} />
            </>
          )}
        </p>
      )}
      {body === null && reason === null && <p className="muted">{t("The response is not text.")}</p>}
      {body && (
        <Scroll label={t("Response of the backend")}>
          <pre>{truncated ? `${body}…` : indented(body)}</pre>
        </Scroll>
      )}
    </>
  );
}
