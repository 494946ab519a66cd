import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, versioned } from "../../api/client.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { eventTypes, type Webhook } from "../../api/webhooks.ts";
import { t } from "../../base/language/language.ts";
import { newId } from "../../base/new-id.ts";
import { showToast } from "../../base/toast.ts";
import { wholeNumbers, wholeNumbersText } from "../../base/typed-numbers.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type IfMatch, useEdit } from "../../parts/use-edit.tsx";

type EventType = Webhook["types"][number];

/** What the thresholds read as, once there are some. */
const thresholdsHint = (typed: string, malformed: boolean) =>
  [
    !malformed &&
      typed.trim() !== "" &&
      t("Reads as {reading}.", { reading: wholeNumbersText(wholeNumbers(typed)) }),
    t("One event when a balance falls to each. Separate them by semicolons."),
  ]
    .filter(Boolean)
    .join(" ");

interface WebhookFormProps {
  /** The webhook to change; without it a new one is added. */
  readonly webhook?: Webhook;
  close(): void;
  done?(webhook: Webhook): unknown;
}

/** A dialog that adds or changes a webhook. */
export function WebhookForm({ webhook, close, done }: WebhookFormProps) {
  const queries = useQueryClient();
  const listed = useQuery(eventTypes);
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [types, setTypes] = useState<ReadonlySet<EventType>>(new Set(webhook?.types ?? []));
  const [thresholds, setThresholds] = useState(wholeNumbersText(webhook?.credit_thresholds ?? []));
  const [problem, setProblem] = useState<Problem>();
  const [idempotencyKey] = useState(() => newId("console"));
  const low = types.has("credits.low");
  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["webhooks"] }),
      queries.invalidateQueries({ queryKey: ["webhook", webhook?.id] }),
    ]);
  };
  const edit = useEdit({
    before: webhook ?? {},
    read: () =>
      versioned<object>(api.GET("/webhooks/{webhook_id}", { params: { path: { webhook_id: webhook!.id } } })),
    saved: async () => {
      await refresh();
      showToast(t("Webhook saved"));
      close();
    },
    discard: async () => {
      await refresh();
      close();
    },
  });
  const save = async () => {
    setProblem(undefined);
    const body = {
      url,
      description,
      types: [...types] as never[],
      credit_thresholds: low ? wholeNumbers(thresholds) : [],
    };
    const marked = (error: unknown) => {
      setProblem(asProblem(error));
      throw error;
    };
    if (webhook) {
      const params = { path: { webhook_id: webhook.id } };
      const change = (headers: IfMatch) =>
        dataOf(api.PATCH("/webhooks/{webhook_id}", { params, body, headers })).catch(marked);
      return edit.save(body, change);
    }
    const headers = { "idempotency-key": idempotencyKey };
    const made = await dataOf(api.POST("/webhooks", { body, headers })).catch(marked);
    await refresh();
    showToast(t("Webhook added"));
    await done?.(made);
    close();
  };
  const toggle = (type: EventType) => {
    const next = new Set(types);
    if (!next.delete(type)) next.add(type);
    setTypes(next);
  };
  const malformed = wholeNumbers(thresholds).some(Number.isNaN);
  if (edit.dialog) return edit.dialog;
  return (
    <Dialog
      stays
      title={webhook ? t("Edit webhook") : t("Add webhook")}
      action={webhook ? t("Save webhook") : t("Add webhook")}
      busy={t("Saving")}
      unavailable={
        types.size === 0
          ? t("Choose at least one event.")
          : low && (malformed || thresholds.trim() === "") && t("Enter the balances for credits.low.")
      }
      act={save}
      close={close}
      wide
    >
      <div className="form">
        <Field
          label={t("Address")}
          type="url"
          required
          maxLength={2000}
          placeholder={t("https://example.com/hooks/vingate")}
          hint={t("A server on the public internet. Redirects are not followed.")}
          value={url}
          change={setUrl}
          fault={problem?.faultOf("url")}
        />
        <Field
          label={t("Description")}
          maxLength={500}
          dir="auto"
          value={description}
          change={setDescription}
        />
        <fieldset className="event-types">
          <legend>{t("Events")}</legend>
          <Loaded query={listed} what={t("Could not load the types of events")} rows={4}>
            {(all) => (
              <ul>
                {all.map(({ type, meaning }) => (
                  <li key={type}>
                    <label className="check">
                      <input
                        type="checkbox"
                        checked={types.has(type as EventType)}
                        onChange={() => toggle(type as EventType)}
                      />
                      <code>{type}</code>
                    </label>
                    <span className="sub">{meaning.replaceAll("`", "")}</span>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </fieldset>
        {low && (
          <Field
            label={t("Thresholds of credits.low (credits)")}
            required
            inputMode="numeric"
            placeholder={wholeNumbersText([15_000, 100])}
            hint={thresholdsHint(thresholds, malformed)}
            value={thresholds}
            change={setThresholds}
            fault={
              malformed
                ? t("Enter whole numbers, for example {example}.", {
                    example: wholeNumbersText([15_000, 100]),
                  })
                : problem?.faultOf("credit_thresholds")
            }
          />
        )}
      </div>
    </Dialog>
  );
}
