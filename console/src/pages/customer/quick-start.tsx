import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type LookupResult, lookUp } from "../../api/lookup.ts";
import { useOwnKey } from "../../api/own-key.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { ConfirmEmail } from "../../parts/confirm-email.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { Meter } from "../../parts/meter.tsx";
import { creditWords } from "../../parts/policy-words.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, NoSubscription, Skeleton } from "../../parts/states.tsx";
import { LookupResponse } from "../reference/lookup-response.tsx";
import { Failures } from "./quick-start-failures.tsx";
import { Selector } from "./quick-start-selector.tsx";
import { type FirstCall as Call, useFirstCall } from "./use-first-call.ts";

const lists = t("Lists of years, makes and models are free.");

export function QuickStart() {
  const queries = useQueryClient();
  const { subscriptions, subscription, hasNone, keys, key, coverage } = useOwnKey(["vin-decoder"]);
  const call = useFirstCall(subscription, coverage);
  const covers = (api: string) => (subscription && coverage?.(api)(subscription)) ?? false;
  const refresh = () => void queries.invalidateQueries({ queryKey: ["subscriptions"] });
  const failed = subscriptions.error ?? keys.error;
  if (failed)
    return <Failure error={failed} what={t("Could not load your key")} retry={subscriptions.refetch} />;
  if (hasNone)
    return (
      <>
        <Head title={t("You have no API key")} />
        <div className="sec">
          <NoSubscription>{t("Every key belongs to a subscription.")}</NoSubscription>
        </div>
      </>
    );
  const used = subscription?.credits.used ?? 0;
  return (
    <>
      <Head title={used > 0 ? t("Your key works.") : t("Your key works. Make your first call.")}>
        {used > 0
          ? t("This page has everything that your program needs.")
          : t("No further setup is required.")}
      </Head>
      <ConfirmEmail />
      <div className="cols">
        <Section className="c7" title={t("API key")} aside={<Link to="/keys">{t("All keys")}</Link>}>
          {key ? <KeyRow secret={key} label={t("Primary key")} /> : <Skeleton rows={1} />}
          <p className="sm muted note">
            <T text="The primary of two keys. Send it in the header <code>x-AuthKey</code>. You can see it again here and rotate it without downtime." />
          </p>
        </Section>
        <Section className="c5" title={t("Credits")} aside={<Link to="/billing#plan">{t("Plans")}</Link>}>
          {subscription ? <Meter {...subscription.credits} /> : <Skeleton rows={1} />}
          <p className="sm muted note">
            {used > 0
              ? t("{used, plural, one {# credit} other {# credits}} used.", { used })
              : call &&
                t("A call costs {creditWords}. {lists}", {
                  creditWords: creditWords(call.price),
                  lists: covers("ymm-specs") ? lists : "",
                })}
          </p>
        </Section>
      </div>
      {call && <FirstCall key={call.path} ownKey={key} {...call} onCall={refresh} />}
      {call === null && (
        <div className="sec">
          <Empty title={t("No API to call")}>
            <T
              text="Your plan includes no API yet. See <link>plans</link>."
              link={(words) => <Link to="/billing#plan">{words}</Link>}
            />
          </Empty>
        </div>
      )}
      {covers("vin-decoder") && <Failures ownKey={key} testKey={keys.data?.test_key} />}
      {covers("ymm-specs") && <Selector ownKey={key} onCall={refresh} />}
    </>
  );
}

interface FirstCallProps extends Call {
  readonly ownKey: string | undefined;
  onCall(): void;
}

function FirstCall({ path, operation, price, ownKey, onCall }: FirstCallProps) {
  const [result, setResult] = useState<LookupResult>();
  const [problem, setProblem] = useState<Problem>();
  const response = useRef<HTMLDivElement>(null);
  const run = async () => {
    setProblem(undefined);
    try {
      setResult(await lookUp(path, ownKey ?? ""));
      onCall();
      response.current?.focus({ preventScroll: true });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <div className="cols">
      <Section className="c6" title={t("Request")}>
        <CodeSamples call={{ path, operation }} secret={ownKey} />
        <p className="actions runrow">
          <Button look="primary" onPress={run} busy={t("Running")} disabled={!ownKey}>
            {result ? t("Run again") : t("Run")}
          </Button>
          <span className="sm muted">
            {t("Sends this request with your key. Price: {creditWords}.", {
              creditWords: creditWords(price),
            })}
          </span>
        </p>
      </Section>
      <Section className="c6" title={t("Response")}>
        <div ref={response} tabIndex={-1} aria-live="polite">
          {problem && <Failure error={problem} what={t("Could not send the call")} retry={run} />}
          {!problem && result && <LookupResponse result={result} />}
          {!problem && !result && (
            <div className="wait">
              <p className="muted">{t("Press Run to see the response.")}</p>
            </div>
          )}
        </div>
      </Section>
    </div>
  );
}
