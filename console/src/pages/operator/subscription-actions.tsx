import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, type Subscription } from "../../api/client.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { GiveCredits } from "./adjust-credits.tsx";

type State = Subscription["state"];

interface Change {
  readonly state: State;
  readonly verb: string;
  readonly said: string;
  /** What follows, said before it is done; absent where nothing needs to be asked. */
  readonly follows?: string;
}

const suspend: Change = {
  state: "suspended",
  verb: "Suspend",
  said: "suspended",
  follows: "Its keys answer 403 from the next call on. It can be resumed, with the credits it has.",
};
const resume: Change = { state: "active", verb: "Resume", said: "active again" };
const approve: Change = { state: "active", verb: "Approve", said: "approved" };
const reject: Change = {
  state: "rejected",
  verb: "Reject",
  said: "rejected",
  follows: "Its keys never answer. The customer may ask again.",
};

const changesOf: Partial<Record<State, readonly Change[]>> = {
  active: [suspend],
  suspended: [resume],
  submitted: [approve, reject],
};

/** What an operator may do to a subscription in its present state. */
export function SubscriptionActions({
  subscription,
  first,
}: {
  readonly subscription: Subscription;
  readonly first?: boolean;
}) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Change | "credits">();
  const [comment, setComment] = useState("");
  const { id, state, credits, display_name: name } = subscription;
  const apply = async (change: Change) => {
    await answerOf(
      api.PATCH("/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: id } },
        body: { state: change.state, state_comment: comment || null },
      }),
    );
    await queries.invalidateQueries();
    showToast(`The subscription is ${change.said}`);
  };
  const close = () => setAsking(undefined);
  return (
    <span className="actions">
      {(changesOf[state] ?? []).map((change) => (
        <Button
          key={change.verb}
          {...(first && change === approve && { look: "primary" as const })}
          onPress={() =>
            change.follows
              ? setAsking(change)
              : apply(change).catch((error: Error) => showToast(error.message))
          }
        >
          {change.verb}
          <span className="vh"> {name}</span>
        </Button>
      ))}
      {state === "active" && !credits.unlimited && (
        <Button onPress={() => setAsking("credits")}>
          Change credits<span className="vh"> of {name}</span>
        </Button>
      )}
      {asking === "credits" && <GiveCredits subscription={subscription} close={close} />}
      {asking && asking !== "credits" && (
        <Dialog
          title={`${asking.verb} “${name}”?`}
          action={asking.verb}
          danger
          act={() => apply(asking)}
          close={close}
        >
          <p className="muted">{asking.follows}</p>
          <Field
            label="Reason, which the customer sees"
            value={comment}
            dir="auto"
            maxLength={500}
            onChange={(event) => setComment(event.target.value)}
          />
        </Dialog>
      )}
    </span>
  );
}
