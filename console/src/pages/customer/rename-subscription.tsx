import { useState } from "react";
import { api, dataOf, type Subscription, versioned } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";

export function RenameSubscription({ subscription }: { subscription: Subscription }) {
  const [isOpen, setOpen] = useState(false);
  const params = { path: { subscription_id: subscription.id } };
  return (
    <>
      <Button permission="subscriptions.change" look="text" onPress={() => setOpen(true)}>
        <T
          text="Rename{displayName}"
          displayName={<span className="vh"> {subscription.display_name}</span>}
        />
      </Button>
      {isOpen && (
        <FormDialog
          title={t("Rename subscription")}
          action={t("Rename")}
          close={() => setOpen(false)}
          changes={[["subscriptions"]]}
          edit={{
            before: subscription,
            read: () => versioned(api.GET("/subscriptions/{subscription_id}", { params })),
          }}
          fields={{
            display_name: textField({
              label: t("Name"),
              initial: subscription.display_name,
              maxLength: 100,
              hint: t("Shown to you and the operator, in lists and logs."),
            }),
          }}
          send={async (body, headers) => {
            await dataOf(api.PATCH("/subscriptions/{subscription_id}", { params, body, headers }));
            return t("Subscription renamed");
          }}
        />
      )}
    </>
  );
}
