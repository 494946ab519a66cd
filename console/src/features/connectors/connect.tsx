import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import { count, counted } from "../../base/format.ts";
import { wholeFault, wholeNumber } from "../../base/whole-number.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Empty, Failure, Loaded } from "../../parts/states.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { type AssistantRequest, assistantRequest } from "./assistant-queries.ts";

/** The page to which a program sends its user, who decides whether it may spend credits. */
export function Connect() {
  const { request = "" } = useSearchState().search;
  const query = useQuery(assistantRequest(request));
  const { name } = query.data ?? {};
  if (query.error)
    return (
      <FormPage title="Cannot connect">
        <Failure error={query.error} what="The assistant cannot be connected" />
        <p>
          <Link className="btn" to="/overview">
            Open console
          </Link>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={name === undefined ? "Connect an assistant" : `Connect ${name}?`}>
      <Loaded query={query} what="Could not load what the assistant requests" rows={4}>
        {(shown) => <Consent shown={shown} request={request} />}
      </Loaded>
    </FormPage>
  );
}

interface ConsentProps {
  readonly shown: AssistantRequest;
  readonly request: string;
}

function Consent({ shown: { host, redirect_uri: address, subscriptions }, request }: ConsentProps) {
  const { email } = useUser();
  const [chosen, setChosen] = useState(subscriptions[0]?.id);
  const [typed, setTyped] = useState<string>();
  const subscription = subscriptions.find(({ id }) => id === chosen);
  const limit = typed ?? count(subscription?.credits_per_day ?? 0);
  const credits = wholeNumber(limit) ?? Number.NaN;
  const { problem, working, submit } = useForm(async () => {
    const body = { request, subscription_id: chosen!, credits_per_day: credits };
    location.assign((await dataOf(api.POST("/assistants", { body }))).redirect_url);
  });
  const denial = useForm(async () => {
    location.assign((await dataOf(api.POST("/assistants/deny", { body: { request } }))).redirect_url);
  });
  const deny = (
    <Button busy="Denying" onPress={() => denial.submit()}>
      Deny
    </Button>
  );
  return (
    <>
      <p className="muted">
        <b>
          <bdi>{host}</bdi>
        </b>{" "}
        wants to use your lookups. You are signed in as <bdi>{email}</bdi>.
      </p>
      {subscription ? (
        <form onSubmit={submit} className="form" method="post">
          <Subscriptions all={subscriptions} chosen={subscription.id} choose={setChosen} />
          <Field
            label="Limit per day (credits)"
            inputMode="numeric"
            required
            value={limit}
            change={setTyped}
            fault={wholeFault(limit, 1) ?? problem?.faultOf("credits_per_day")}
            hint={
              credits >= 1
                ? `Most lookups cost 1 credit. Up to ${count(credits * 30)} credits per 30 days.`
                : "Most lookups cost 1 credit."
            }
          />
          <Abilities />
          <Fault
            message={problem?.faultOf("credits_per_day") ? undefined : (problem ?? denial.problem)?.message}
          />
          <p className="actions">
            <Button
              type="submit"
              look="primary"
              disabled={!(credits >= 1)}
              aria-disabled={working || undefined}
            >
              {working
                ? "Connecting"
                : `Connect, up to ${counted(credits >= 1 ? credits : 0, "credit")} per day`}
            </Button>
            {deny}
          </p>
        </form>
      ) : (
        <>
          <Empty
            title="No active subscription"
            action={
              <Link className="btn btn-primary" to="/plans">
                View plans
              </Link>
            }
          >
            An assistant spends the credits of a subscription. Start a plan, then connect it again.
          </Empty>
          <Fault message={denial.problem?.message} />
          <p className="actions">{deny}</p>
        </>
      )}
      <p className="sm muted note">
        Returns to <code className="break">{address}</code>. Disconnect at any time under Security.
      </p>
    </>
  );
}

interface SubscriptionsProps {
  readonly all: AssistantRequest["subscriptions"];
  readonly chosen: string;
  choose(id: string): void;
}

function Subscriptions({ all, chosen, choose }: SubscriptionsProps) {
  return (
    <fieldset className="radios">
      <legend>Subscription it spends</legend>
      {all.map(({ id, name, plan, account, credits_remaining: left }) => (
        <label key={id}>
          <input type="radio" name="subscription" checked={id === chosen} onChange={() => choose(id)} />
          <span>
            <bdi>{account}</bdi>
            {plan !== null && (
              <>
                , <bdi>{plan}</bdi>
              </>
            )}
            <span className="sub">
              “<bdi>{name}</bdi>”, {left === null ? "unlimited credits" : `${counted(left, "credit")} left`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const Abilities = () => (
  <div className="can">
    <div>
      <h2>It can</h2>
      <ul>
        <li>Call lookups, up to the limit</li>
        <li>See prices and credits left</li>
      </ul>
    </div>
    <div>
      <h2>It cannot</h2>
      <ul>
        <li>See your keys</li>
        <li>Buy, change or cancel</li>
        <li>See other calls or members</li>
      </ul>
    </div>
  </div>
);
