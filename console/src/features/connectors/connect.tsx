import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { type Typed, wholeNumber } from "../../base/typed-numbers.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";
import { homePath } from "../../parts/side-paths.ts";
import { Empty, Failure, Loaded } from "../../parts/states.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { type AssistantRequest, assistantRequest } from "./assistant-queries.ts";

/** The page to which a program sends its user, who decides whether it may spend credits. */
export function Connect() {
  const { request = "" } = useSearchState().search;
  const query = useQuery({ ...assistantRequest(request), enabled: request !== "" });
  const { name, fault } = query.data ?? {};
  if (request === "" || query.error)
    return (
      <FormPage title={t("Cannot connect")}>
        {query.error ? (
          <Failure error={query.error} what={t("The assistant cannot be connected")} />
        ) : (
          <p className="muted">
            {t("The request of the assistant is missing. Start again in the assistant.")}
          </p>
        )}
        <p>
          <Link className="btn" to={homePath()}>
            {t("Open console")}
          </Link>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={titleOf(name, fault)}>
      <Loaded query={query} what={t("Could not load what the assistant requests")} rows={4}>
        {(shown) =>
          shown.fault === null ? (
            <Consent shown={shown} request={request} />
          ) : (
            <Faulty host={shown.host} fault={shown.fault} request={request} />
          )
        }
      </Loaded>
    </FormPage>
  );
}

function titleOf(name: string | undefined, fault: string | null = null): string {
  if (name === undefined) return t("Connect an assistant");
  return fault === null ? t("Connect {name}?", { name }) : t("Cannot connect {name}", { name });
}

const nameOf = (host: string) =>
  host === "this computer" ? t("A program on this computer") : <bdi>{host}</bdi>;

/** Leaves for the program, which learns that nothing was connected. */
function useDenial(request: string) {
  return useForm(async () => {
    location.assign((await dataOf(api.POST("/assistants/deny", { body: { request } }))).redirect_url);
  });
}

interface FaultyProps {
  readonly host: string;
  /** What is wrong with the request. */
  readonly fault: string;
  readonly request: string;
}

/** A request that cannot be accepted: its program learns of it only when the user returns to it. */
function Faulty({ host, fault, request }: FaultyProps) {
  const { problem, submit } = useDenial(request);
  return (
    <>
      <div className="failure" role="alert">
        <p className="st st-failed strong">{t("The request of the assistant is not valid")}</p>
        <p className="muted">
          {fault} {t("Nothing was connected or charged.")}
        </p>
      </div>
      <Fault message={problem?.message} />
      <p className="actions note">
        <Link className="btn" to={homePath()}>
          {t("Open console")}
        </Link>
        <Button busy={t("Returning")} onPress={() => submit()}>
          <T text="Return to {host}" host={nameOf(host)} />
        </Button>
      </p>
    </>
  );
}

interface ConsentProps {
  readonly shown: AssistantRequest;
  readonly request: string;
}

function Consent({ shown: { host, redirect_uri: address, subscriptions }, request }: ConsentProps) {
  const { email } = useUser();
  const [chosen, setChosen] = useState(subscriptions[0]?.id);
  const [typed, setTyped] = useState<Typed>();
  const subscription = subscriptions.find(({ id }) => id === chosen);
  const limit = typed ?? subscription?.credits_per_day ?? 0;
  const credits = wholeNumber(limit) ?? Number.NaN;
  const { problem, working, submit } = useForm(async () => {
    const body = { request, subscription_id: chosen!, credits_per_day: credits };
    location.assign((await dataOf(api.POST("/assistants", { body }))).redirect_url);
  });
  const denial = useDenial(request);
  const deny = (
    <Button busy={t("Denying")} onPress={() => denial.submit()}>
      {t("Deny")}
    </Button>
  );
  return (
    <>
      <p className="muted">
        <T
          text="{host} wants to use your lookups. You are signed in as {email}."
          host={<b>{nameOf(host)}</b>}
          email={<bdi>{email}</bdi>}
        />
      </p>
      {subscription ? (
        <form onSubmit={submit} className="form" method="post">
          <Subscriptions all={subscriptions} chosen={subscription.id} choose={setChosen} />
          <WholeField
            label={t("Limit per day (credits)")}
            required
            value={limit}
            least={1}
            change={setTyped}
            fault={problem?.faultOf("credits_per_day")}
            hint={
              credits >= 1
                ? t("Most lookups cost 1 credit. Up to {credits} credits per 30 days.", {
                    credits: count(credits * 30),
                  })
                : t("Most lookups cost 1 credit.")
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
                ? t("Connecting")
                : t("Connect, up to {credits, plural, one {# credit} other {# credits}} per day", {
                    credits: credits >= 1 ? credits : 0,
                  })}
            </Button>
            {deny}
          </p>
        </form>
      ) : (
        <>
          <Empty
            title={t("No active subscription")}
            action={
              <Link className="btn btn-primary" to="/billing#plan">
                {t("View plans")}
              </Link>
            }
          >
            {t("An assistant spends the credits of a subscription. Start a plan, then connect it again.")}
          </Empty>
          <Fault message={denial.problem?.message} />
          <p className="actions">{deny}</p>
        </>
      )}
      <p className="sm muted note">
        <T
          text="Returns to {address}. Disconnect at any time under Security."
          address={<code className="break">{address}</code>}
        />
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
      <legend>{t("Subscription it spends")}</legend>
      {all.map(({ id, name, plan, account, credits_remaining: left }) => (
        <Choice key={id} name="subscription" checked={id === chosen} choose={() => choose(id)}>
          <bdi>{account}</bdi>
          {plan !== null && (
            <>
              , <bdi>{plan}</bdi>
            </>
          )}
          <span className="sub">
            “<bdi>{name}</bdi>”,{" "}
            {left === null
              ? t("unlimited credits")
              : t("{left, plural, one {# credit} other {# credits}} left", { left })}
          </span>
        </Choice>
      ))}
    </fieldset>
  );
}

const Abilities = () => (
  <div className="can">
    <div>
      <h2>{t("It can")}</h2>
      <ul>
        <li>{t("Call lookups, up to the limit")}</li>
        <li>{t("See prices and credits left")}</li>
      </ul>
    </div>
    <div>
      <h2>{t("It cannot")}</h2>
      <ul>
        <li>{t("See your keys")}</li>
        <li>{t("Buy, change or cancel")}</li>
        <li>{t("See other calls or members")}</li>
      </ul>
    </div>
  </div>
);
