import { useState } from "react";
import { type Api, api, dataOf } from "../../api/client.ts";
import { milliseconds } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/section.tsx";
import { useChange } from "../../parts/use-change.ts";
import { useUnsaved } from "../../parts/use-edit.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { AddressFields } from "./address-fields.tsx";
import { NumberField, SourceField } from "./api-fields.tsx";
import { credentialFaults, fallbackFormOf, fallbackRequestOf, hasLimitFault } from "./api-form.ts";

interface FallbackProps {
  readonly one: Api;
}

const patch = (id: string, fallback: ReturnType<typeof fallbackRequestOf> | null) =>
  dataOf(api.PATCH("/apis/{api_id}", { params: { path: { api_id: id } }, body: { fallback } }));

/** The second source of an API: what is stored, its form, and its removal. Nothing without a first source. */
export function ApiFallback({ one }: FallbackProps) {
  const [opened, setOpened] = useState<"form" | "removal">();
  if (one.service_url === null) return null;
  const { fallback } = one;
  const close = () => setOpened(undefined);
  return (
    <Section
      title={t("Fallback")}
      note={
        one.builtin
          ? t("It gets the lookups that the upstream fails or has no record for.")
          : t("It gets the calls that the backend fails, with the same paths.")
      }
    >
      {fallback ? (
        <Facts
          facts={[
            [t("Address"), <bdi key="address">{fallback.service_url}</bdi>],
            [t("Source"), <code key="source">{fallback.source}</code>],
            [t("Asked after"), fallback.after_ms === null ? t("Timeout") : milliseconds(fallback.after_ms)],
          ]}
        />
      ) : (
        <p className="muted">{t("No fallback yet.")}</p>
      )}
      {opened === "form" ? (
        <FallbackForm one={one} close={close} />
      ) : (
        <p className="actions">
          <Button permission="apis.change" onPress={() => setOpened("form")}>
            {fallback ? t("Change fallback") : t("Add fallback")}
          </Button>
          {fallback && (
            <Button permission="apis.change" onPress={() => setOpened("removal")}>
              {t("Remove fallback")}
            </Button>
          )}
        </p>
      )}
      {opened === "removal" && <RemoveFallback one={one} close={close} />}
    </Section>
  );
}

interface OpenedProps extends FallbackProps {
  close(): void;
}

function FallbackForm({ one, close }: OpenedProps) {
  const [loaded] = useState(() => fallbackFormOf(one));
  const [form, setForm] = useState(loaded);
  const change = useChange(["apis"]);
  useUnsaved(form, loaded);
  const { problem, working, submit } = useForm(async () => {
    if (hasLimitFault(form)) throw new Error(t("Correct the marked fields."));
    await change(patch(one.id, fallbackRequestOf(form)), t("Fallback saved"));
    close();
  });
  const own = { form, change: setForm };
  const isMarked = problem?.issues.some(({ loc }) => loc.includes("auth"));
  return (
    <form onSubmit={submit}>
      <div className="form">
        <AddressFields
          {...own}
          isNew={!one.fallback}
          stored={[]}
          faultOf={credentialFaults(problem, form)}
          label={t("Fallback")}
          hint={t("For example, https://auctions.example.com/v2.")}
        />
        <SourceField {...own} label={t("Source of the fallback")} />
        <NumberField
          {...own}
          name="timeout"
          label={t("Ask it after (ms)")}
          hint={t("If the first source has not responded until then. Default: its timeout.")}
        />
      </div>
      <p className="actions">
        <Button permission="apis.change" type="submit" look="primary" aria-disabled={working || undefined}>
          {working ? t("Saving") : t("Save fallback")}
        </Button>
        <Button onPress={close}>{t("Cancel")}</Button>
      </p>
      <Fault message={isMarked ? t("Correct the marked fields.") : problem?.message} />
    </form>
  );
}

function RemoveFallback({ one, close }: OpenedProps) {
  const change = useChange(["apis"]);
  return (
    <Dialog
      title={t("Remove the fallback?")}
      action={t("Remove fallback")}
      keep={t("Keep fallback")}
      danger
      act={() => change(patch(one.id, null), t("Fallback removed"))}
      close={close}
    >
      <p>{t("Its credential and its mapping are deleted too. This cannot be undone.")}</p>
    </Dialog>
  );
}
