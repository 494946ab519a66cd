import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { codeOf, type LookupResult, lookUp, messageOf } from "../../api/lookup.ts";
import { practiceKey, practicePlan } from "../../api/practice.ts";
import { asProblem, retryAfterOf } from "../../api/problem.ts";
import { products } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
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
  /** A key other than the user's own. */
  readonly key?: string;
  /** Uses the key of the practice plan. */
  readonly practice?: true;
}

const failingCalls: readonly FailingCall[] = [
  {
    name: "A VIN with the letter O",
    path: "/vin-decoder/5J6RW2H59JL99OO75",
    status: 422,
    advice: "A VIN has no I, O or Q.",
  },
  {
    name: "An unregistered manufacturer",
    path: "/vin-decoder/ZZZCM82633A004352",
    status: 404,
    advice: "Do not retry. The response is final.",
  },
  {
    name: "A mistyped key",
    path: "/vin-decoder/5J6RW2H59JL990075",
    status: 401,
    advice: "Copy the key again.",
    key: "vgk_mistyped",
  },
  {
    name: "A key without credits",
    path: "/vin-decoder/5J6RW2H59JL990075",
    status: 402,
    advice: "Get more credits. This uses a key of the Practice plan, not yours.",
    practice: true,
  },
  {
    name: "Too many calls",
    path: "/ymm-specs/options/v3/year",
    status: 429,
    advice: "Wait for the seconds in Retry-After. This uses a key of the Practice plan, not yours.",
    practice: true,
  },
];

/** The rate limit of the practice plan is below this. */
const attemptsMax = 10;

/** Calls that fail on purpose, each with a button that sends it. */
export function Failures({ ownKey }: { ownKey: string | undefined }) {
  const queries = useQueryClient();
  const user = useUser();
  const plans = useQuery(products).data?.items ?? [];
  const [results, setResults] = useState<Readonly<Record<string, LookupResult>>>({});
  const hasPractice = plans.some(({ id }) => id === practicePlan);
  const run = async ({ name, path, status, practice, key }: FailingCall) => {
    try {
      const used = practice ? await practiceKey(queries, user.id) : (key ?? ownKey ?? "");
      let result = await lookUp(path, used);
      for (let more = 1; result.status === 200 && status === 429 && more < attemptsMax; more += 1)
        result = await lookUp(path, used);
      setResults((before) => ({ ...before, [name]: result }));
    } catch (error) {
      showToast(asProblem(error).message);
    }
  };
  return (
    <Section
      title="Now fail on purpose"
      note="See how calls fail before your program does. These calls are free."
    >
      <Table
        className="tries"
        caption="Calls that fail"
        items={failingCalls.filter(({ practice }) => hasPractice || !practice)}
        keyOf={({ name }) => name}
        columns={[
          {
            head: "Request",
            cell: ({ name, path }) => (
              <>
                {name}
                <span className="sub mono">{path}</span>
              </>
            ),
          },
          {
            head: "Status",
            cell: ({ name, status }) => <Status status={results[name]?.status ?? status} />,
          },
          { head: "Response", cell: ({ name }) => <Response result={results[name]} /> },
          { head: "What to do", cell: ({ advice }) => advice },
          {
            head: hidden("Run"),
            figures: true,
            cell: (call) => (
              <Button onPress={() => run(call)} disabled={!ownKey} busy="Running">
                {results[call.name] ? "Run again" : "Run"}
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
            <ErrorCode code={codeOf(result)} />, request <code>{result.requestId}</code>
          </span>
        </>
      ) : (
        <Unknown>Not run</Unknown>
      )}
    </span>
  );
}
