import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type LookedUp, lookUp } from "../../api/lookup.ts";
import { callingSubscription } from "../../api/own-key.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { keysOf, products, subscriptionsOf } from "../../api/queries.ts";
import { sessionStore } from "../../api/session.ts";
import { counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { Failure } from "../../parts/states.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";
import { filledPath, type Operation, optionsFor, type Parameter, valuesIn } from "./document.ts";
import { LookupAnswer } from "./lookup-response.tsx";
import { ParameterField } from "./parameter-field.tsx";

interface TryItProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

const tryable = (one: Parameter) => one.in === "path" || one.in === "query";

/** The price of a call in a plan. The API is the first segment of the path. */
function costWords(
  path: string,
  policy: { credit_cost?: { default?: number; options?: number; per_api?: object } } | undefined,
) {
  const cost = policy?.credit_cost ?? {};
  const family = path.split("/")[1] ?? "";
  const perApi = (cost.per_api ?? {}) as Readonly<Record<string, number>>;
  const credits = path.includes("/options/") ? (cost.options ?? 0) : (perApi[family] ?? cost.default ?? 1);
  return credits === 0 ? "Free." : `${counted(credits, "credit")} if found.`;
}

/** A form that calls a lookup with the key of a subscription, or with one that a visitor enters. */
export function TryIt({ operation, all }: TryItProps) {
  const user = sessionStore.use()?.user;
  const [entered, setEntered] = useState("");
  const queries = useQueryClient();
  const { search } = useSearchState();
  const subscriptions = useQuery({ ...subscriptionsOf(user?.id ?? ""), enabled: user !== undefined }).data;
  const own = subscriptions?.items.filter(({ state }) => state === "active") ?? [];
  const plans = useQuery({ ...products, enabled: user !== undefined }).data?.items ?? [];
  const [chosen, setChosen] = useState<string>();
  const subscription = own.find(({ id }) => id === chosen) ?? callingSubscription(own);
  const keys = useQuery({ ...keysOf(subscription?.id ?? ""), enabled: subscription !== undefined }).data;
  const key = user ? keys?.primary_key : entered.trim() || undefined;
  const parameters = operation.parameters.filter(tryable);
  const again = search.replay ? valuesIn(operation.path, search.replay) : undefined;
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      parameters.map(({ name, example, required }) => [
        name,
        again ? (again[name] ?? "") : required ? String(example ?? "") : "",
      ]),
    ),
  );
  const [got, setGot] = useState<LookedUp>();
  const [problem, setProblem] = useState<Problem>();
  const base = filledPath(operation.path, values);
  const query = new URLSearchParams(
    parameters
      .filter(({ in: place, name }) => place === "query" && values[name])
      .map(({ name }) => [name, values[name] ?? ""]),
  ).toString();
  const path = base && base + (query && `?${query}`);
  const run = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!path || !key) return;
    setProblem(undefined);
    try {
      setGot(await lookUp(path, key));
      await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const plan = plans.find(({ id }) => id === subscription?.product_id);
  return (
    <>
      {again && <p className="sm muted note">Filled with the parameters of the selected call.</p>}
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
              label="Subscription"
              value={subscription?.id ?? ""}
              onChange={(event) => setChosen(event.target.value)}
            >
              {own.map(({ id, display_name }) => (
                <option key={id} value={id}>
                  {display_name}
                </option>
              ))}
            </Select>
          )}
          {!user && (
            <Field
              label="API key"
              value={entered}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
          {parameters.length === 0 && <Field label="Parameters" value="none" readOnly />}
        </div>
        <CodeSamples path={path ?? operation.path} secret={key} />
        <p className="actions runrow">
          <Button type="submit" look="primary" disabled={!path || !key}>
            Run
          </Button>
          <span className="sm muted">
            {user && subscription && costWords(operation.path, plan?.policy)}
            {user && !subscription && "You have no active subscription."}
            {!user && "Enter an API key, or sign in to use your own."}
          </span>
        </p>
      </form>
      <div aria-live="polite">
        {problem && <Failure error={problem} what="Could not send the call" retry={() => run()} />}
        {!problem && got && <LookupAnswer got={got} />}
      </div>
    </>
  );
}
