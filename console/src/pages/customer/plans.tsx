import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, type Product, type Subscription } from "../../api/client.ts";
import { apis, products, subscriptionsOf } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import { counted } from "../../base/format.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, TypedConfirm } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Meter } from "../../parts/meter.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { grantWords, policyWords } from "../../parts/policy-words.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";

const live = new Set(["active", "submitted", "suspended"]);

/** The plans that one may subscribe to, and the subscriptions that one has. */
export function Plans() {
  usePageTitle("Plans");
  const user = useUser();
  const plans = useQuery(products);
  const own = useQuery(subscriptionsOf(user.id));
  const names = useQuery(apis).data?.items ?? [];
  const nameOf = (api: string) => names.find(({ id }) => id === api)?.display_name ?? api;
  return (
    <>
      <Head title="Plans">
        A plan says which lookups you may call, how fast, and what they cost. A subscription to it has credits
        and two keys.
      </Head>
      <Loaded query={plans} what="The plans could not be read">
        {({ items }) =>
          items.length === 0 ? (
            <div className="sec">
              <Empty title="No plan is published">Ask the operator of this service for a subscription.</Empty>
            </div>
          ) : (
            items.map((plan) => (
              <Plan
                key={plan.id}
                plan={plan}
                own={own.data?.items.filter(({ product_id }) => product_id === plan.id) ?? []}
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

function Plan({ plan, own, nameOf }: PlanProps) {
  const [asking, setAsking] = useState(false);
  const used = plan.subscriptions_limit !== null && own.length >= plan.subscriptions_limit;
  const current = own.filter(({ state }) => live.has(state));
  return (
    <Section
      title={plan.display_name}
      note={plan.description}
      aside={
        used ? (
          <span className="muted">{counted(plan.subscriptions_limit ?? 0, "subscription")} an account</span>
        ) : (
          <Button onPress={() => setAsking(true)}>
            {plan.approval_required ? "Ask for" : "Subscribe to"} {plan.display_name}
          </Button>
        )
      }
    >
      <div className="cols">
        <ul className="c7 words">
          <li>
            <b>{grantWords(plan.credits_granted)}.</b>{" "}
            {plan.approval_required ? "An operator approves each subscription." : "It starts at once."}
          </li>
          {policyWords(plan.policy, nameOf).map((words) => (
            <li key={words}>{words}</li>
          ))}
          {plan.terms && <li className="muted">{plan.terms}</li>}
        </ul>
        <div className="c5">
          {current.length === 0 && <p className="muted">You have no subscription to it.</p>}
          {current.map((one) => (
            <Own key={one.id} subscription={one} plan={plan} />
          ))}
        </div>
      </div>
      {asking && <Subscribe plan={plan} close={() => setAsking(false)} />}
    </Section>
  );
}

function Subscribe({ plan, close }: { readonly plan: Product; readonly close: () => void }) {
  const queries = useQueryClient();
  const user = useUser();
  const [name, setName] = useState(plan.display_name);
  // The id is chosen once: pressing twice, or trying again after a lost answer, makes one subscription.
  const [id] = useState(() => newId(plan.id));
  const subscribe = async () => {
    const made = await answerOf(
      api.POST("/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: id } },
        body: { scope: `/products/${plan.id}`, owner_id: user.id, display_name: name },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    showToast(
      made.state === "submitted"
        ? "Asked for; an operator will decide"
        : "Subscribed; its keys are under Keys",
    );
  };
  return (
    <Dialog
      title={`${plan.approval_required ? "Ask for" : "Subscribe to"} ${plan.display_name}`}
      action={plan.approval_required ? "Ask for it" : "Subscribe"}
      act={subscribe}
      close={close}
    >
      {plan.approval_required && <p className="muted">Its keys answer once an operator has approved it.</p>}
      <Field
        label="Name of the subscription"
        value={name}
        dir="auto"
        required
        maxLength={100}
        hint="What you will use it for, such as “Lot intake”."
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  );
}

function Own({ subscription, plan }: { readonly subscription: Subscription; readonly plan: Product }) {
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const { credits, display_name: name } = subscription;
  const cancel = async () => {
    await answerOf(
      api.PATCH("/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: subscription.id } },
        body: { state: "cancelled" },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    showToast("The subscription is cancelled");
  };
  const forfeited = credits.unlimited
    ? ""
    : ` and ${counted(credits.remaining ?? 0, "credit")} are forfeited`;
  return (
    <div className="own-plan">
      <h3>
        <span dir="auto">{name}</span> <State state={subscription.state} />
      </h3>
      <Meter {...credits} />
      <Button look="text" onPress={() => setLeaving(true)}>
        Cancel<span className="vh"> {name}</span>
      </Button>
      {leaving && (
        <TypedConfirm
          title={`Cancel ${plan.display_name}?`}
          word="cancel"
          action="Cancel subscription"
          keep="Keep it"
          act={cancel}
          close={() => setLeaving(false)}
        >
          <p>
            The two keys of “<span dir="auto">{name}</span>” stop at once{forfeited}. This cannot be undone.
          </p>
        </TypedConfirm>
      )}
    </div>
  );
}
