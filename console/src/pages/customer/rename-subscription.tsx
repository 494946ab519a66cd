import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Subscription } from "../../api/client.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";

export function RenameSubscription({ subscription }: { subscription: Subscription }) {
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const rename = async () => {
    const params = { path: { subscription_id: subscription.id } };
    await dataOf(api.PATCH("/subscriptions/{subscription_id}", { params, body: { display_name: name } }));
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    showToast("Subscription renamed");
  };
  return (
    <>
      <Button look="text" onPress={() => setName(subscription.display_name)}>
        Rename<span className="vh"> {subscription.display_name}</span>
      </Button>
      {name !== undefined && (
        <Dialog title="Rename subscription" action="Rename" act={rename} close={() => setName(undefined)}>
          <Field
            label="Name"
            value={name}
            dir="auto"
            maxLength={100}
            required
            hint="Shown to you and the operator, in lists and logs."
            change={setName}
          />
        </Dialog>
      )}
    </>
  );
}
