import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useMay } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { language, t } from "../../base/language/language.ts";
import { newId } from "../../base/new-id.ts";
import { choiceField, type TypedValues, textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { languageField } from "../../parts/language-field.ts";
import { queryClient } from "../../parts/query-client.ts";
import { roleNames } from "../../parts/role-words.ts";
import { navigate } from "../../parts/router.tsx";
import { planOptions } from "./put-on-plan.tsx";
import { operatorRoles } from "./role-matrix.tsx";

type OperatorRole = (typeof operatorRoles)[number];

const titleOf = (role: string) => (role === "customer" ? t("Add customer") : t("Add operator"));

interface AddProps {
  /** The role that is chosen first. */
  readonly first?: "customer" | OperatorRole;
  close(): void;
}

/** Creates a customer, on a plan if one is chosen, or an operator. */
export function AddCustomer({ first = "customer", close }: AddProps) {
  // One ID for every attempt, so that a retry after a lost response creates no second operator or subscription.
  const [id] = useState(() => newId("operator"));
  const [subscriptionId] = useState(() => newId("sub"));
  const created = useRef<string>(undefined);
  const plans = useQuery(products).data?.items ?? [];
  const mayAddOperators = useMay()("operators.change");
  const fields = ({ kind = first }: TypedValues) => ({
    first_name: textField({ label: t("First name") }),
    last_name: textField({ label: t("Last name") }),
    email: textField({ label: t("Email"), type: "email" }),
    language: languageField(language),
    kind: choiceField<"customer" | OperatorRole>({
      label: t("Role"),
      initial: first,
      shown: mayAddOperators,
      options: [
        ["customer", t("Customer")],
        ...operatorRoles.map((role) => [role, t("Operator: {role}", { role: roleNames[role] })] as const),
      ],
    }),
    plan: choiceField({
      label: t("Add to a plan"),
      shown: kind === "customer",
      options: [["", t("Trial only")], ...planOptions(plans)],
    }),
  });
  return (
    <FormDialog
      title={titleOf(first)}
      action={(values) => titleOf(values?.kind ?? first)}
      busy={t("Adding")}
      close={close}
      fields={fields}
      above={
        <p className="muted">{t("No email is sent: create a reset link on the next page and pass it on.")}</p>
      }
      send={async ({ kind, plan, ...values }) => {
        if (kind === "customer") {
          created.current ??= (await dataOf(api.POST("/users/signup", { body: values }))).user.id;
          const product = plans.find((one) => one.id === plan);
          if (product)
            await dataOf(
              api.POST("/subscriptions/{subscription_id}", {
                params: { path: { subscription_id: subscriptionId } },
                body: {
                  scope: `/products/${product.id}`,
                  owner_id: created.current,
                  display_name: product.display_name,
                  state: "active",
                },
              }),
            );
        } else {
          const body = {
            ...values,
            role: "operator",
            operator_role: kind,
            state: "active",
            note: null,
          } as const;
          created.current = (
            await dataOf(api.POST("/users/{user_id}", { params: { path: { user_id: id } }, body }))
          ).id;
        }
        await queryClient.invalidateQueries({ queryKey: ["users"] });
        await navigate(`/customers/${created.current}`);
      }}
    />
  );
}
