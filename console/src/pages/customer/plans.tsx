import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Product, type Subscription } from "../../api/client.ts";
import { apis, products, subscriptionsOf } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import { counted } from "../../base/format.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { AskOperator } from "../../parts/ask-operator.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog, TypedConfirm } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { grantWords, ownLimit, policyWords } from "../../parts/policy-words.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { isLive } from "../account/plan-name.ts";

/** The published plans and the user's subscriptions to them. */
export function Plans() {
  const plans = useQuery(products);
  const own = useQuery(subscriptionsOf(useUser().id)).data?.items ?? [];
  const names = useQuery(apis).data?.items ?? [];
  const nameOf = (api: string) => names.find(({ id }) => id === api)?.display_name ?? api;
  return (
    <>
      <Head title="Plans">
        A plan sets which lookups you can call, how fast, and at what price. A subscription to a plan has
        credits and two API keys.
      </Head>
      <Loaded query={plans} what="Could not load the plans">
        {({ items }) =>
          items.length === 0 ? (
            <div className="sec">
              <Empty title="No plans yet">
                <AskOperator>Ask the operator for a subscription.</AskOperator>
              </Empty>
            </div>
          ) : (
            items.map((plan) => (
              <Plan
                key={plan.id}
                plan={plan}
                own={own.filter(({ product_id }) => product_id === plan.id)}
                nameOf={nameOf}
              />
            ))
          )
        }
      </Loaded>
    </>
  );
}

interface PlanProps {
  readonly plan: Product;
  readonly own: readonly Subscription[];
  nameOf(api: string): string;
}

const verbOf = (plan: Product) => (plan.approval_required ? "Request" : "Subscribe to");

function Plan({ plan, own, nameOf }: PlanProps) {
  const [subscribing, setSubscribing] = useState(false);
  const limit = ownLimit(plan);
  const full = limit !== null && own.length >= limit;
  const current = own.filter(isLive);
  return (
    <Section
      title={plan.display_name}
      note={plan.description}
      aside={
        full ? (
          <span className="muted">{counted(limit, "subscription")} per user</span>
        ) : (
          <Button onPress={() => setSubscribing(true)}>
            {verbOf(plan)} {plan.display_name}
          </Button>
        )
      }
    >
      <div className="cols">
        <ul className="c7 words">
          <li>
            <b>{grantWords(plan.credits_granted)}.</b>{" "}
            {plan.approval_required ? "An operator approves each subscription." : "Starts immediately."}
          </li>
          {policyWords(plan.policy, nameOf).map((words) => (
            <li key={words}>{words}</li>
          ))}
          {plan.terms && <li className="muted">{plan.terms}</li>}
        </ul>
        <div className="c5">
          {current.length === 0 && <p className="muted">Not subscribed</p>}
          {current.map((one) => (
            <OwnSubscription key={one.id} subscription={one} plan={plan} />
          ))}
        </div>
      </div>
      {subscribing && <Subscribe plan={plan} close={() => setSubscribing(false)} />}
    </Section>
  );
}

function Subscribe({ plan, close }: { plan: Product; close: () => void }) {
  const queries = useQueryClient();
  const user = useUser();
  const [name, setName] = useState(plan.display_name);
  // One ID for every attempt, so that a retry after a lost response creates no second subscription.
  const [id] = useState(() => newId(plan.id));
  const subscribe = async () => {
    const made = await dataOf(
      api.POST("/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: id } },
        body: { scope: `/products/${plan.id}`, owner_id: user.id, display_name: name },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    showToast(made.state === "submitted" ? "Request sent for approval" : "Subscribed. See API keys.");
  };
  return (
    <Dialog
      title={`${verbOf(plan)} ${plan.display_name}`}
      action={plan.approval_required ? "Send request" : "Subscribe"}
      act={subscribe}
      close={close}
    >
      {plan.approval_required && <p className="muted">The keys work after an operator has approved it.</p>}
      <Field
        label="Subscription name"
        value={name}
        dir="auto"
        required
        maxLength={100}
        hint="For example, “Lot intake”."
        change={setName}
      />
    </Dialog>
  );
}

function OwnSubscription({ subscription, plan }: { subscription: Subscription; plan: Product }) {
  const queries = useQueryClient();
  const [cancelling, setCancelling] = useState(false);
  const { credits, display_name: name } = subscription;
  const cancel = async () => {
    const params = { path: { subscription_id: subscription.id } };
    await dataOf(api.PATCH("/subscriptions/{subscription_id}", { params, body: { state: "cancelled" } }));
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    showToast("Subscription cancelled");
  };
  const lost = credits.unlimited ? "" : ` You lose ${counted(credits.remaining ?? 0, "credit")}.`;
  return (
    <div className="own-plan">
      <h3>
        <bdi>{name}</bdi> <State state={subscription.state} />
      </h3>
      <Meter {...credits} />
      <Button look="text" onPress={() => setCancelling(true)}>
        Cancel<span className="vh"> {name}</span>
      </Button>
      {cancelling && (
        <TypedConfirm
          title={`Cancel ${plan.display_name}?`}
          word="cancel"
          action="Cancel subscription"
          keep="Keep subscription"
          act={cancel}
          close={() => setCancelling(false)}
        >
          <p>
            The two keys of “<bdi>{name}</bdi>” stop working immediately.{lost} This cannot be undone.
          </p>
        </TypedConfirm>
      )}
    </div>
  );
}
