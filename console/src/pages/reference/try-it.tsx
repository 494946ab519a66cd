import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type LookupResult, lookUp } from "../../api/lookup.ts";
import { callingSubscription, useCoverage } from "../../api/own-key.ts";
import { apis, keysOf, products, subscriptionsOf } from "../../api/queries.ts";
import { sessionStore } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { Area, Field, Select } from "../../parts/field.tsx";
import { apiOf, creditWords, isPreview, priceOf } from "../../parts/policy-words.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Failure } from "../../parts/states.tsx";
import { useForm } from "../../parts/use-form.tsx";
import { filledPath, type Operation, optionsFor, type Parameter, valuesIn } from "./document.ts";
import { LookupResponse } from "./lookup-response.tsx";
import { ParameterField } from "./parameter-field.tsx";

interface TryItProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

type Values = Readonly<Record<string, string>>;

const isInput = (one: Parameter) => one.in === "path" || one.in === "query";

const everyPlan = () => true;

/** A lookup with its parameters and result. Visitors enter a key. */
export function TryIt({ operation, all }: TryItProps) {
  const user = sessionStore.use()?.user;
  const [entered, setEntered] = useState("");
  const queries = useQueryClient();
  const { search } = useSearchState();
  const subscriptions = useQuery({ ...subscriptionsOf(user?.id ?? ""), enabled: user !== undefined }).data;
  const own = subscriptions?.items.filter(({ state }) => state === "active") ?? [];
  const plans = useQuery({ ...products, enabled: user !== undefined }).data?.items ?? [];
  const [chosen, setChosen] = useState<string>();
  const registered = useQuery({ ...apis, enabled: user !== undefined }).data?.items.filter(
    ({ builtin }) => !builtin,
  );
  const coverage = useCoverage(own);
  const covers = isPreview(operation.path)
    ? everyPlan
    : registered && coverage?.(apiOf(operation.path, registered));
  const subscription = own.find(({ id }) => id === chosen) ?? callingSubscription(own, covers);
  const keys = useQuery({ ...keysOf(subscription?.id ?? ""), enabled: subscription !== undefined });
  const key = user ? keys.data?.primary_key : entered.trim() || undefined;
  const parameters = operation.parameters.filter(isInput);
  const replayed = search.replay ? valuesIn(operation.path, search.replay) : undefined;
  const [values, setValues] = useState<Values>(() => initialValues(parameters, replayed));
  const [result, setResult] = useState<LookupResult>();
  const [body, setBody] = useState(() => initialBody(operation));
  const path = pathOf(operation, parameters, values);
  const request = { method: operation.method, body };
  const {
    problem,
    working,
    submit: run,
  } = useForm(async () => {
    if (!path || !key) return;
    setResult(await lookUp(path, key, request));
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
  });
  const plan = plans.find(({ id }) => id === subscription?.product_id);
  const price = priceOf(operation.path, plan?.policy ?? {}, registered);
  return (
    <>
      {replayed && (
        <p className="sm muted note">{t("The parameters are from the call in the request log.")}</p>
      )}
      <form onSubmit={run} className="try">
        <div className="filters">
          {parameters.map((one) => (
            <ParameterField
              key={one.name}
              parameter={one}
              value={values[one.name] ?? ""}
              choices={optionsFor(operation, one.name, all)}
              values={values}
              ownKey={key}
              change={(value) => setValues({ ...values, [one.name]: value })}
            />
          ))}
          {own.length > 1 && (
            <Select
              label={t("Subscription")}
              value={subscription?.id ?? ""}
              change={setChosen}
              options={own.map(({ id, display_name }) => [id, display_name])}
            />
          )}
          {!user && (
            <Field
              label={t("API key")}
              value={entered}
              autoComplete="off"
              spellCheck={false}
              change={setEntered}
            />
          )}
          {parameters.length === 0 && body === undefined && (
            <Field label={t("Parameters")} value="none" readOnly />
          )}
        </div>
        {body !== undefined && (
          <Area
            label={t("Request body")}
            rows={Math.min(12, body.split("\n").length + 1)}
            spellCheck={false}
            value={body}
            change={setBody}
          />
        )}
        <CodeSamples call={{ ...request, path: path ?? operation.path, operation }} secret={key} />
        <p className="actions runrow">
          <Button type="submit" look="primary" disabled={!path || !key} aria-disabled={working || undefined}>
            {working ? t("Running") : t("Run")}
          </Button>
          <span className="sm muted">
            {subscription &&
              covers?.(subscription) &&
              t("Price: {creditWords}", { creditWords: creditWords(price) })}
            {subscription && covers?.(subscription) === false && (
              <T
                text="{displayName} does not include this API. See <link>plans</link>."
                displayName={subscription.display_name}
                link={(words) => <Link to="/billing#plan">{words}</Link>}
              />
            )}
            {user && subscriptions && own.length === 0 && t("No active subscription")}
            {!user && t("Enter an API key, or sign in to use your own.")}
          </span>
        </p>
      </form>
      <div aria-live="polite">
        {problem && <Failure error={problem} what={t("Could not send the call")} retry={() => run()} />}
        {!problem && result && <LookupResponse result={result} />}
      </div>
    </>
  );
}

/** The example of a JSON body; undefined if the operation takes none. */
function initialBody({ method, body }: Operation): string | undefined {
  if (method === "GET" || !body) return undefined;
  return body.example === undefined ? "{}" : JSON.stringify(body.example, null, 2);
}

/** The values of a replayed call, else the examples of required parameters. */
function initialValues(parameters: readonly Parameter[], replayed: Values | undefined): Values {
  const initial = ({ name, example, required }: Parameter) =>
    replayed ? (replayed[name] ?? "") : required ? String(example ?? "") : "";
  return Object.fromEntries(parameters.map((one) => [one.name, initial(one)]));
}

function pathOf(operation: Operation, parameters: readonly Parameter[], values: Values): string | undefined {
  const base = filledPath(operation.path, values);
  const query = parameters
    .filter((one) => one.in === "query" && values[one.name])
    .map(({ name }) => [name, values[name] ?? ""]);
  return base && base + (query.length > 0 ? `?${new URLSearchParams(query)}` : "");
}
