import { useState } from "react";
import { type LookedUp, lookUp, saidBy } from "../api/lookup.ts";
import { asProblem } from "../api/problem.ts";
import { Button } from "../parts/button.tsx";
import { Status } from "../parts/outcome.tsx";
import { Section } from "../parts/section.tsx";
import { say } from "../parts/toast.tsx";

interface Failing {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  readonly advice: string;
  /** Sent in place of one's own key. */
  readonly key?: string;
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
];

function Try({ failing, ownKey }: { readonly failing: Failing; readonly ownKey: string | undefined }) {
  const [got, setGot] = useState<LookedUp>();
  const attempt = async () => {
    try {
      setGot(await lookUp(failing.path, failing.key ?? ownKey ?? ""));
    } catch (error) {
      say(asProblem(error).message);
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
            <span className="sub">
              request <code>{got.requestId}</code>
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
  return (
    <Section
      title="Now fail on purpose"
      note="Three ways a call can go wrong, so that you have seen them before your program does. None is charged."
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
          {failings.map((failing) => (
            <Try key={failing.name} failing={failing} ownKey={ownKey} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}
