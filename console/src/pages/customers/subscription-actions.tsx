import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Subscription } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { AdjustCredits } from "./adjust-credits.tsx";

type State = Subscription["state"];

interface Change {
  readonly state: State;
  readonly verb: string;
  readonly done: string;
  /** The consequence; a dialog shows it and requires confirmation. */
  readonly consequence?: string;
  /** Whether the dialog takes a reason for the customer. */
  readonly takesReason?: boolean;
}

const approve: Change = { state: "active", verb: t("Approve"), done: "approved" };

const changesOf: Partial<Record<State, readonly Change[]>> = {
  active: [
    {
      state: "suspended",
      verb: t("Suspend"),
      done: "suspended",
      consequence: t("Its keys return 403 from the next call. You can resume it with its credits."),
      takesReason: true,
    },
  ],
  suspended: [
    {
      state: "active",
      verb: t("Resume"),
      done: "resumed",
      consequence: t("Its keys work again from the next call."),
    },
  ],
  submitted: [
    approve,
    {
      state: "rejected",
      verb: t("Reject"),
      done: "rejected",
      consequence: t("Its keys never work. The customer can send a new request."),
      takesReason: true,
    },
  ],
};

interface SubscriptionActionsProps {
  readonly subscription: Subscription;
  /** Whether Approve is the primary button of the page. */
  readonly first?: boolean;
}

/** The operator's actions on a subscription in its current state. */
export function SubscriptionActions({ subscription, first }: SubscriptionActionsProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<Change | "credits">();
  const [comment, setComment] = useState("");
  const { id, state, state_comment: reason, credits, display_name: name } = subscription;
  const apply = async (change: Change) => {
    await dataOf(
      api.PATCH("/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: id } },
        body: { state: change.state, state_comment: (change.takesReason && comment) || null },
      }),
    );
    await queries.invalidateQueries();
    showToast(t("Subscription {done}", { done: change.done }));
  };
  const press = (change: Change) =>
    change.consequence ? setOpen(change) : apply(change).catch((error: Error) => showToast(error.message));
  const close = () => setOpen(undefined);
  return (
    <span className="actions">
      {(changesOf[state] ?? []).map((change) => (
        <Button
          permission="subscriptions.change"
          key={change.verb}
          look={first && change === approve ? "primary" : undefined}
          onPress={() => press(change)}
        >
          {change.verb}
          <span className="vh"> {name}</span>
        </Button>
      ))}
      {state === "active" && !credits.unlimited && (
        <Button permission="credits.change" onPress={() => setOpen("credits")}>
          <T text="Adjust credits<span> of {name}</span>" name={name} />
        </Button>
      )}
      {open === "credits" && <AdjustCredits subscription={subscription} close={close} />}
      {open && open !== "credits" && (
        <Dialog
          title={`${open.verb} “${name}”?`}
          action={open.verb}
          danger={open.takesReason === true}
          act={() => apply(open)}
          close={close}
        >
          <p className="muted">{open.consequence}</p>
          {open.takesReason ? (
            <Field
              label={t("Reason (shown to the customer)")}
              value={comment}
              dir="auto"
              maxLength={500}
              change={setComment}
            />
          ) : (
            reason && (
              <p>
                <T
                  text="It was suspended for: “{reason}”. The audit log keeps this reason."
                  reason={<bdi>{reason}</bdi>}
                />
              </p>
            )
          )}
        </Dialog>
      )}
    </span>
  );
}
