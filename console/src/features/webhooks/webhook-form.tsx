import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas, versioned } from "../../api/client.ts";
import { eventTypes, type Webhook } from "../../api/webhooks.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { wholeNumbers, wholeNumbersText } from "../../base/typed-numbers.ts";
import { Field } from "../../parts/field.tsx";
import { CheckList, type Declared, textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Loaded } from "../../parts/states.tsx";

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

const isMalformed = (typed: string) => wholeNumbers(typed).some(Number.isNaN);

/** Balances, of which each has an event when credits fall to it. */
const thresholdsField = (initial: readonly number[], shown: boolean): Declared<string, number[]> => ({
  initial: wholeNumbersText(initial),
  shown,
  read: (typed) => (shown ? wholeNumbers(typed) : []),
  blocks: (typed) => (isMalformed(typed) || typed.trim() === "") && t("Enter the balances for credits.low."),
  draw: ({ value, fault, ...control }) => (
    <Field
      label={t("Thresholds of credits.low (credits)")}
      required
      inputMode="numeric"
      placeholder={wholeNumbersText([15_000, 100])}
      hint={thresholdsHint(value, isMalformed(value))}
      value={value}
      {...control}
      fault={
        isMalformed(value)
          ? t("Enter whole numbers, for example {example}.", { example: wholeNumbersText([15_000, 100]) })
          : fault
      }
    />
  ),
});

/** The types of events, of which at least one is chosen. */
const typesField = (initial: readonly string[]): Declared<ReadonlySet<string>, never[]> => ({
  initial: new Set(initial),
  read: (chosen) => [...chosen] as never[],
  blocks: ({ size }) => size === 0 && t("Choose at least one event."),
  draw: ({ value, change }) => <EventTypes chosen={value} change={change} />,
});

/** The groups of events by the start of their types; what is in none is in the last. */
const groups: readonly (readonly [title: string, types: RegExp])[] = [
  [t("Keys and plan"), /^(?:key|subscription|plan|period|terms)\./],
  [t("Payments and statements"), /^(?:payment|billing_details|topup|statement)\./],
  [t("Data and lists"), /^(?:dataset|watch|batch|import)\./],
  [t("Service"), /^(?!credits\.)/],
  // Last, so that its thresholds follow it.
  [t("Credits"), /^credits\./],
];

type EventType = Schemas["WebhookEventType"];

/** Types of events by their groups, without empty ones; `credits.low` is the last. */
function grouped(all: readonly EventType[]) {
  const left = new Set(all);
  return groups.flatMap(([title, types]) => {
    const own = [...left].filter(({ type }) => types.test(type));
    for (const one of own) left.delete(one);
    const isLow = ({ type }: EventType) => Number(type === "credits.low");
    return own.length === 0 ? [] : [{ title, own: own.toSorted((a, b) => isLow(a) - isLow(b)) }];
  });
}

/** What a new webhook receives: everything that needs no threshold. */
export const usualTypes = (all: readonly EventType[] = []): readonly string[] =>
  all.map(({ type }) => type).filter((type) => type !== "credits.low");

function EventTypes({ chosen, change }: Omit<Parameters<typeof CheckList>[0], "items">) {
  return (
    <Loaded query={useQuery(eventTypes)} what={t("Could not load the types of events")} rows={4}>
      {(all) =>
        grouped(all).map(({ title, own }) => {
          const types = own.map(({ type }) => type);
          const isAll = types.every((type) => chosen.has(type));
          const none = new Set([...chosen].filter((type) => !(types as string[]).includes(type)));
          return (
            <fieldset className="event-types" key={title}>
              <legend>{title}</legend>
              <label className="check">
                <input
                  type="checkbox"
                  checked={isAll}
                  onChange={() => change(isAll ? none : new Set([...chosen, ...types]))}
                />
                <T text="All<span> of {title}</span>" title={title} />
              </label>
              <CheckList
                chosen={chosen}
                change={change}
                items={own.map(({ type, meaning }) => [
                  type,
                  <code key={type}>{type}</code>,
                  sentText(meaning).replaceAll("`", ""),
                ])}
              />
            </fieldset>
          );
        })
      }
    </Loaded>
  );
}

interface WebhookFormProps {
  /** The webhook to change; without it a new one is added. */
  readonly webhook?: Webhook;
  /** The events that are chosen at first. */
  readonly types?: readonly string[];
  close(): void;
  done?(webhook: Webhook): unknown;
}

/** A dialog that adds or changes a webhook. */
export function WebhookForm({
  webhook,
  types: chosen = webhook?.types ?? [],
  close,
  done,
}: WebhookFormProps) {
  const queries = useQueryClient();
  const params = { path: { webhook_id: webhook?.id ?? "" } };
  return (
    <FormDialog
      title={webhook ? t("Edit webhook") : t("Add webhook")}
      action={webhook ? t("Save webhook") : t("Add webhook")}
      busy={t("Saving")}
      close={close}
      wide
      className="form"
      changes={[["webhooks"], ["webhook", webhook?.id]]}
      edit={
        webhook && {
          before: webhook,
          read: () => versioned<object>(api.GET("/webhooks/{webhook_id}", { params })),
        }
      }
      fields={({ types }) => ({
        url: textField({
          label: t("Address"),
          initial: webhook?.url,
          type: "url",
          maxLength: 2000,
          placeholder: t("https://example.com/hooks/vingate"),
          hint: t("A server on the public internet. Redirects are not followed."),
        }),
        description: textField({
          label: t("Description"),
          initial: webhook?.description,
          required: false,
          maxLength: 500,
        }),
        types: typesField(chosen),
        credit_thresholds: thresholdsField(webhook?.credit_thresholds ?? [], types?.has("credits.low")),
      })}
      send={async (body, headers) => {
        if (webhook) {
          await dataOf(api.PATCH("/webhooks/{webhook_id}", { params, body, headers }));
          return t("Webhook saved");
        }
        const made = await dataOf(api.POST("/webhooks", { body, headers }));
        await queries.invalidateQueries({ queryKey: ["webhooks"] });
        await done?.(made);
        return t("Webhook added");
      }}
    />
  );
}
