import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { type LookedUp, lookUp } from "../../api/lookup.ts";
import { useOwnKey } from "../../api/own-key.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { Meter } from "../../parts/meter.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { LookupAnswer } from "../reference/lookup-response.tsx";
import { Failures } from "./quick-start-failures.tsx";
import { Selector } from "./quick-start-selector.tsx";

const path = "/vin-decoder/5J6RW2H59JL990075";

export function QuickStart() {
  usePageTitle("Quick start");
  const queries = useQueryClient();
  const { subscriptions, subscription, keys, key } = useOwnKey();
  const refresh = () => queries.invalidateQueries({ queryKey: ["subscriptions"] });
  const failed = subscriptions.error ?? keys.error;
  if (failed)
    return (
      <Failure error={failed} what="Your key could not be read" retry={() => void subscriptions.refetch()} />
    );
  if (subscriptions.data && !subscription)
    return (
      <>
        <Head title="You have no active subscription" />
        <div className="sec">
          <Empty
            title="A key belongs to a subscription"
            action={
              <Link className="btn btn-primary" to="/plans">
                See the plans
              </Link>
            }
          >
            Without an active one there is no key to call with.
          </Empty>
        </div>
      </>
    );
  const used = subscription?.credits.used ?? 0;
  return (
    <>
      <Head title={used > 0 ? "Your key works." : "Your key works. Make the first call."}>
        {used > 0
          ? "Everything a program needs is on this page."
          : "You are signed in, and nothing else is to be set up."}
      </Head>
      <div className="cols">
        <Section className="c7" title="Key" aside={<Link to="/keys">All keys</Link>}>
          {key ? <KeyRow secret={key} label="Primary key" /> : <Skeleton rows={1} />}
          <p className="sm muted note">
            The primary of two keys. It goes into the header <code>x-AuthKey</code>; you can see it again
            here, and rotate it without a gap.
          </p>
        </Section>
        <Section className="c5" title="Credits" aside={<Link to="/plans">Plans</Link>}>
          {subscription ? <Meter {...subscription.credits} /> : <Skeleton rows={1} />}
          <p className="sm muted note">
            {used > 0
              ? `${counted(used, "credit")} used.`
              : "A lookup costs 1. Lists of years, makes and models cost nothing."}
          </p>
        </Section>
      </div>
      <FirstCall ownKey={key} answered={refresh} />
      <Failures ownKey={key} />
      <Selector ownKey={key} answered={refresh} />
    </>
  );
}

function FirstCall({
  ownKey,
  answered,
}: {
  readonly ownKey: string | undefined;
  readonly answered: () => void;
}) {
  const [got, setGot] = useState<LookedUp>();
  const [problem, setProblem] = useState<Problem>();
  const answer = useRef<HTMLDivElement>(null);
  const run = async () => {
    setProblem(undefined);
    try {
      setGot(await lookUp(path, ownKey ?? ""));
      answered();
      answer.current?.focus({ preventScroll: true });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <div className="cols">
      <Section className="c6" title="Call">
        <CodeSamples path={path} secret={ownKey} />
        <p className="actions runrow">
          <Button look="primary" onPress={run} busy="Running" disabled={!ownKey}>
            {got ? "Run again" : "Run"}
          </Button>
          <span className="sm muted">Makes this very request, with your key. Costs 1 credit.</span>
        </p>
      </Section>
      <Section className="c6" title="Answer">
        <div ref={answer} tabIndex={-1} aria-live="polite">
          {problem && <Failure error={problem} what="The call did not arrive" retry={run} />}
          {!problem && got && <LookupAnswer got={got} />}
          {!problem && !got && (
            <div className="wait">
              <p className="muted">Nothing has been asked yet. Press Run; the answer shows here.</p>
            </div>
          )}
        </div>
      </Section>
    </div>
  );
}
