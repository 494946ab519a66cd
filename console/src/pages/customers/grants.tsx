import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas, type Subscription } from "../../api/client.ts";
import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { optionalField, textField, wholeField } from "../../parts/fields.tsx";
import { everything, FormDialog } from "../../parts/form-dialog.tsx";
import { Loaded } from "../../parts/states.tsx";
import { hidden, Table } from "../../parts/table.tsx";

type Grant = Schemas["Grant"];

const sources: Readonly<Record<Grant["source"], string>> = {
  trial: t("Initial credits"),
  grant: t("Added by an operator"),
  period: t("Period of the plan"),
  purchase: t("Package"),
  overage: t("Beyond credits"),
  write_off: t("Written off after a node failure"),
};

/** A subscription's grants with credits left, loaded when they are opened; an operator adds and removes them. */
export function Grants({ subscription }: { subscription: Subscription }) {
  const { id, state, credits } = subscription;
  const [open, setOpen] = useState(false);
  const [adding, setAdding] = useState(false);
  const [removed, remove] = useState<Grant>();
  const query = useQuery({
    queryKey: ["subscriptions", "grants", id],
    queryFn: () => dataOf(api.GET("/subscriptions/{id}/grants", { params: { path: { id } } })),
    enabled: open,
  });
  return (
    <details className="datat" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("Grants")}</summary>
      {open && (
        <Loaded query={query} what={t("Could not load the grants")}>
          {(grants) => (
            <>
              <Table
                caption={t("Grants in the order they are spent, dates in UTC")}
                items={grants.filter(({ left }) => left > 0)}
                keyOf={(one) => one.id}
                columns={[
                  { head: t("Source"), cell: ({ source }) => sources[source] },
                  { head: t("Left"), cell: ({ left }) => count(left), figures: true },
                  { head: t("Of"), cell: (one) => count(one.credits), figures: true },
                  {
                    head: t("Expires"),
                    cell: ({ expires_at }) => (expires_at ? day(expires_at) : t("never")),
                    figures: true,
                  },
                  {
                    head: hidden(t("Actions")),
                    cell: (one) => (
                      <Button permission="credits.change" look="text" onPress={() => remove(one)}>
                        <T
                          text="Remove<span> {left, plural, one {# credit} other {# credits}}</span>"
                          left={one.left}
                        />
                      </Button>
                    ),
                    figures: true,
                  },
                ]}
              />
              {state === "active" && !credits.unlimited && (
                <p className="actions note">
                  <Button permission="credits.change" onPress={() => setAdding(true)}>
                    {t("Add credits with an expiry")}
                  </Button>
                </p>
              )}
            </>
          )}
        </Loaded>
      )}
      {adding && <AddGrant id={id} close={() => setAdding(false)} />}
      {removed && <RemoveGrant id={id} grant={removed} close={() => remove(undefined)} />}
    </details>
  );
}

function AddGrant({ id, close }: { id: string; close: () => void }) {
  return (
    <FormDialog
      title={t("Add credits with an expiry")}
      action={t("Add credits")}
      incomplete={t("Enter the credits and their expiry.")}
      close={close}
      changes={everything}
      fields={{
        credits: wholeField({ label: t("Credits"), initial: 1000, least: 1 }),
        expires: textField({
          label: t("Expire on"),
          type: "date",
          required: false,
          blocksEmpty: true,
          hint: t("At 00:00 UTC."),
        }),
        reason: optionalField({
          label: t("Reason"),
          maxLength: 500,
          hint: t("Shown to the customer in the credit history."),
        }),
      }}
      send={async ({ expires, ...values }, headers) => {
        const { credits: added } = await dataOf(
          api.POST("/subscriptions/{id}/grants", {
            params: { path: { id }, header: { "Idempotency-Key": headers["idempotency-key"]! } },
            body: { source: "grant", ...values, expires_at: `${expires}T00:00:00Z` },
          }),
        );
        return t("{added, plural, one {# credit} other {# credits}} added", { added });
      }}
    />
  );
}

function RemoveGrant({ id, grant, close }: { id: string; grant: Grant; close: () => void }) {
  const params = { path: { id, grant_id: grant.id } };
  return (
    <FormDialog
      title={t("Remove {left, plural, one {# credit} other {# credits}}?", { left: grant.left })}
      action={t("Remove credits")}
      danger
      close={close}
      changes={everything}
      send={async () => {
        const { removed } = await dataOf(api.DELETE("/subscriptions/{id}/grants/{grant_id}", { params }));
        return t("{removed, plural, one {# credit} other {# credits}} removed", { removed });
      }}
    >
      <p>
        {t("{source}, {left} of {credits} left. What is spent stays spent. This cannot be undone.", {
          source: sources[grant.source],
          left: count(grant.left),
          credits: count(grant.credits),
        })}
      </p>
    </FormDialog>
  );
}
