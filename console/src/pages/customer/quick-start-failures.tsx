import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { codeOf, type LookedUp, lookUp, saidBy } from "../../api/lookup.ts";
import { practiceKey, practicePlan } from "../../api/practice.ts";
import { asProblem, retryAfterOf } from "../../api/problem.ts";
import { products } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorCode, WayOn } from "../../parts/error-code.tsx";
import { Status } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";

interface Failing {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly advice: string;
  /** Sent in place of one's own key. */
  readonly key?: string;
  /** Sent with the key of a plan that refuses, as often as it takes. */
  readonly practice?: true;
}

const failings: readonly Failing[] = [
  {
    name: "A VIN with the letter O",
    path: "/vin-decoder/5J6RW2H59JL99OO75",
    status: 422,
    advice: "I, O and Q are never in a VIN.",
  },
  {
    name: "A maker nobody registered",
    path: "/vin-decoder/ZZZCM82633A004352",
    status: 404,
    advice: "The answer is final; do not ask again.",
  },
  {
    name: "A key with a typo",
    path: "/vin-decoder/5J6RW2H59JL990075",
    status: 401,
    advice: "Copy the key again; it is checked before anything else.",
    key: "vgk_mistyped",
  },
  {
    name: "A key without credits",
    path: "/vin-decoder/5J6RW2H59JL990075",
    status: 402,
    advice: "Get more credits first. This uses a key of the plan Practice, not yours.",
    practice: true,
  },
  {
    name: "Too fast",
    path: "/ymm-specs/options/v3/year",
    status: 429,
    advice: "Wait as long as Retry-After says. This uses a key of the plan Practice, not yours.",
    practice: true,
  },
];

/** Refusals by rate come after a few answers. */
const attemptsMax = 10;

function Try({ failing, ownKey }: { readonly failing: Failing; readonly ownKey: string | undefined }) {
  const queries = useQueryClient();
  const user = useUser();
  const [got, setGot] = useState<LookedUp>();
  const attempt = async () => {
    try {
      const key = failing.practice ? await practiceKey(queries, user.id) : (failing.key ?? ownKey ?? "");
      let answer = await lookUp(failing.path, key);
      for (let more = 1; answer.status === 200 && failing.status === 429 && more < attemptsMax; more += 1)
        answer = await lookUp(failing.path, key);
      setGot(answer);
    } catch (error) {
      showToast(asProblem(error).message);
    }
  };
  return (
    <tr>
      <th scope="row">
        {failing.name}
        <span className="sub mono">{failing.path}</span>
      </th>
      <td>
        <Status status={got?.status ?? failing.status} />
      </td>
      <td className="muted" aria-live="polite">
        {got ? (
          <>
            {saidBy(got)}
            <WayOn status={got.status} retryAfter={retryAfterOf(got.headers)} />
            <span className="sub">
              <ErrorCode code={codeOf(got)} />, request <code>{got.requestId}</code>
            </span>
          </>
        ) : (
          <span className="unknown">not tried yet</span>
        )}
      </td>
      <td>{failing.advice}</td>
      <td className="num">
        <Button onPress={attempt} disabled={!ownKey} busy="Trying">
          {got ? "Try again" : "Try it"}
          <span className="vh">: {failing.name}</span>
        </Button>
      </td>
    </tr>
  );
}

/** Ways a call can go wrong, tried for real. */
export function Failures({ ownKey }: { readonly ownKey: string | undefined }) {
  const plans = useQuery(products).data?.items ?? [];
  const practice = plans.some(({ id }) => id === practicePlan);
  const shown = failings.filter((failing) => practice || !failing.practice);
  return (
    <Section
      title="Now fail on purpose"
      note="Ways a call can go wrong, so that you have seen them before your program does. None is charged."
    >
      <table className="t stack tries">
        <thead>
          <tr>
            <th scope="col">Send</th>
            <th scope="col">Status</th>
            <th scope="col">What it says</th>
            <th scope="col">What to do</th>
            <th scope="col">
              <span className="vh">Try</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((failing) => (
            <Try key={failing.name} failing={failing} ownKey={ownKey} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}
