import { useState } from "react";
import { codeOf, type LookupResult, lookUp, messageOf } from "../../api/lookup.ts";
import { asProblem, retryAfterOf } from "../../api/problem.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorCode, NextStep } from "../../parts/error-code.tsx";
import { Status } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { hidden, Table, Unknown } from "../../parts/table.tsx";

interface FailingCall {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly advice: string;
  /** A key other than the primary one: the test key, or one that does not exist. */
  readonly key?: "test" | "mistyped";
}

const failingCalls: readonly FailingCall[] = [
  {
    name: t("A VIN of 16 characters"),
    path: "/vin-decoder/5J6RW2H59JL99007",
    status: 422,
    advice: t("A VIN has 17 characters."),
  },
  {
    name: t("An unregistered manufacturer"),
    path: "/vin-decoder/ZZZCM82633A004352",
    status: 404,
    advice: t("Do not retry. The response is final."),
  },
  {
    name: t("A mistyped key"),
    path: "/vin-decoder/5J6RW2H59JL990075",
    status: 401,
    advice: t("Copy the key again."),
    key: "mistyped",
  },
  {
    name: t("A key without credits"),
    path: "/vin-decoder/TEST0000000000402",
    status: 402,
    advice: t("Get more credits. The test key returns this for a reserved VIN."),
    key: "test",
  },
  {
    name: t("Too many calls"),
    path: "/vin-decoder/TEST0000000000429",
    status: 429,
    advice: t("Wait for the seconds in Retry-After. The test key returns this for a reserved VIN."),
    key: "test",
  },
];

interface FailuresProps {
  readonly ownKey: string | undefined;
  readonly testKey: string | undefined;
}

/** Calls that fail on purpose, each with a button that sends it. None is charged, and none needs another plan. */
export function Failures({ ownKey, testKey }: FailuresProps) {
  const [results, setResults] = useState<Readonly<Record<string, LookupResult>>>({});
  const keyOf = ({ key }: FailingCall) =>
    key === "mistyped" ? "vgk_mistyped" : key === "test" ? testKey : ownKey;
  const run = async (call: FailingCall) => {
    try {
      const result = await lookUp(call.path, keyOf(call) ?? "");
      setResults((before) => ({ ...before, [call.name]: result }));
    } catch (error) {
      showToast(asProblem(error).message);
    }
  };
  return (
    <Section
      title={t("Now fail on purpose")}
      note={t("See how calls fail before your program does. These calls are free.")}
    >
      <Table
        className="tries"
        caption={t("Calls that fail")}
        items={failingCalls}
        keyOf={({ name }) => name}
        columns={[
          {
            head: t("Request"),
            cell: ({ name, path }) => (
              <>
                {name}
                <span className="sub mono">{path}</span>
              </>
            ),
          },
          {
            head: t("Status"),
            cell: ({ name, status }) => <Status status={results[name]?.status ?? status} />,
          },
          { head: t("Response"), cell: ({ name }) => <Response result={results[name]} /> },
          { head: t("What to do"), cell: ({ advice }) => advice },
          {
            head: hidden(t("Run")),
            figures: true,
            cell: (call) => (
              <Button onPress={() => run(call)} disabled={!ownKey || !keyOf(call)} busy={t("Running")}>
                {results[call.name] ? t("Run again") : t("Run")}
                <span className="vh">: {call.name}</span>
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Response({ result }: { result: LookupResult | undefined }) {
  return (
    <span className="muted" aria-live="polite">
      {result ? (
        <>
          {messageOf(result)}
          <NextStep status={result.status} retryAfter={retryAfterOf(result.headers)} />
          <span className="sub">
            <T
              text="{errorCode}, request {requestId}"
              errorCode={<ErrorCode code={codeOf(result)} />}
              requestId={<code>{result.requestId}</code>}
            />
          </span>
        </>
      ) : (
        <Unknown>{t("Not run")}</Unknown>
      )}
    </span>
  );
}
