import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Subscription, versioned } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { useEdit } from "../../parts/use-edit.tsx";

export function RenameSubscription({ subscription }: { subscription: Subscription }) {
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const params = { path: { subscription_id: subscription.id } };
  const close = () => setName(undefined);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ["subscriptions"] });
    close();
  };
  const { save, dialog } = useEdit({
    before: subscription,
    read: () => versioned(api.GET("/subscriptions/{subscription_id}", { params })),
    saved: async () => {
      await refresh();
      showToast(t("Subscription renamed"));
    },
    discard: refresh,
  });
  const rename = () => {
    const body = { display_name: name };
    return save(body, (headers) =>
      dataOf(api.PATCH("/subscriptions/{subscription_id}", { params, body, headers })),
    );
  };
  return (
    <>
      <Button
        permission="subscriptions.change"
        look="text"
        onPress={() => setName(subscription.display_name)}
      >
        <T
          text="Rename{displayName}"
          displayName={<span className="vh"> {subscription.display_name}</span>}
        />
      </Button>
      {name !== undefined && dialog}
      {name !== undefined && !dialog && (
        <Dialog title={t("Rename subscription")} action={t("Rename")} act={rename} close={close} stays>
          <Field
            label={t("Name")}
            value={name}
            dir="auto"
            maxLength={100}
            required
            hint={t("Shown to you and the operator, in lists and logs.")}
            change={setName}
          />
        </Dialog>
      )}
    </>
  );
}
