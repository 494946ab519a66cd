import { useState } from "react";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { moment } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { Section } from "../../parts/section.tsx";
import { Failure } from "../../parts/states.tsx";

/** The secret by which a server checks that requests come from here. */
export function SigningSecret({ webhookId }: { webhookId: string }) {
  const [secrets, setSecrets] = useState<Schemas["WebhookSecrets"]>();
  const [error, setError] = useState<unknown>();
  const [replacing, setReplacing] = useState(false);
  const params = { path: { webhook_id: webhookId } };
  const show = async () => {
    setError(undefined);
    await dataOf(api.POST("/webhooks/{webhook_id}/listSecrets", { params })).then(setSecrets, setError);
  };
  const replace = async () => {
    setSecrets(await dataOf(api.POST("/webhooks/{webhook_id}/regenerateSecret", { params })));
    return t("Secret replaced");
  };
  return (
    <Section
      className="c6"
      title={t("Signing secret")}
      note={t("Your server checks the signature of each request with it.")}
    >
      {secrets ? (
        <KeyRow key={secrets.secret} secret={secrets.secret} label={t("Signing secret")} shown />
      ) : (
        error !== undefined && <Failure error={error} what={t("Could not load the secret")} retry={show} />
      )}
      <p className="actions note">
        {!secrets && (
          <Button permission="events.change" onPress={show}>
            {t("Show secret")}
          </Button>
        )}
        <Button permission="events.change" onPress={() => setReplacing(true)}>
          {t("Replace secret")}
        </Button>
        <span className="sm muted">
          {secrets?.former_expires_at
            ? t("Requests are also signed with the old secret until {moment} UTC.", {
                moment: moment(secrets.former_expires_at),
              })
            : t("The audit log records this.")}
        </span>
      </p>
      {replacing && (
        <FormDialog
          title={t("Replace the signing secret?")}
          action={t("Replace secret")}
          busy={t("Replacing")}
          send={replace}
          close={() => setReplacing(false)}
        >
          <p>{t("For a day, requests have the signatures of both secrets. Use the new one before then.")}</p>
        </FormDialog>
      )}
    </Section>
  );
}
