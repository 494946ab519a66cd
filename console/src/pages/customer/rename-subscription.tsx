import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, type Subscription } from "../../api/client.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";

export function RenameSubscription({ subscription }: { readonly subscription: Subscription }) {
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const rename = async () => {
    await answerOf(
      api.PATCH("/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: subscription.id } },
        body: { display_name: name },
      }),
    );
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    showToast("The subscription has its new name");
  };
  return (
    <>
      <Button look="text" onPress={() => setName(subscription.display_name)}>
        Rename<span className="vh"> {subscription.display_name}</span>
      </Button>
      {name !== undefined && (
        <Dialog title="Rename the subscription" action="Rename" act={rename} close={() => setName(undefined)}>
          <Field
            label="Name"
            value={name}
            dir="auto"
            maxLength={100}
            required
            hint="Only you and the operator see it, in lists and in the log."
            onChange={(event) => setName(event.target.value)}
          />
        </Dialog>
      )}
    </>
  );
}
