import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas, type Subscription } from "../../api/client.ts";
import { keysOf, keyUseOf } from "../../api/queries.ts";
import { moment, recently } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { choiceField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { May } from "../../parts/may.tsx";
import { Loaded } from "../../parts/states.tsx";

type KeyInUse = Schemas["KeyInUse"];
type Slot = "primary" | "secondary" | "test";

const slotNames = { primary: "Primary", secondary: "Secondary", test: "Test" } as const;
const titles = { primary: t("Primary"), secondary: t("Secondary"), test: t("Test") } as const;

const gracePeriods = [
  ["0", t("immediately")],
  ["3600", "in 1 hour"],
  ["86400", "in 1 day"],
] as const;

interface Rotation {
  readonly slot: Slot;
  /** Until when the old key works, milliseconds. */
  readonly until: number | undefined;
}

/** The keys of a subscription. With `onDemand` a button loads them, since the audit log records it. */
export function SubscriptionKeys({
  subscription,
  onDemand,
}: {
  subscription: Subscription;
  onDemand?: boolean;
}) {
  const [opened, setOpened] = useState(!onDemand);
  const [rotating, setRotating] = useState<Slot>();
  const [rotation, setRotation] = useState<Rotation>();
  const query = useQuery({ ...keysOf(subscription.id), enabled: opened });
  const uses = useQuery(keyUseOf(subscription.id)).data;
  if (!opened)
    return (
      <May permission="keys.view">
        <p className="actions">
          <Button onPress={() => setOpened(true)}>{t("Show keys")}</Button>
          <span className="sm muted">{t("The audit log records this.")}</span>
        </p>
      </May>
    );
  return (
    <Loaded query={query} what={t("Could not load the keys")} rows={2}>
      {({ primary_key, secondary_key, test_key }) => (
        <div className="key-pair">
          {(
            [
              ["primary", primary_key],
              ["secondary", secondary_key],
              ["test", test_key],
            ] as const
          ).map(([slot, key]) => (
            <div key={slot}>
              <h3>{titles[slot]}</h3>
              {slot === "test" && (
                <p className="sm muted">
                  {t("Free. Lookups know only vehicles of the demo set, and registered APIs are not called.")}
                </p>
              )}
              <KeyRow
                key={key}
                secret={key}
                label={t("{slot} key", { slot })}
                shown={rotation?.slot === slot}
              />
              <p className="actions">
                <Button
                  permission="keys.change"
                  look="text"
                  onPress={() => setRotating(slot)}
                  unavailable={subscription.state !== "active" && t("The subscription is not active.")}
                >
                  <T
                    text="Rotate<span> {slot} key</span>"
                    slot={slot}
                    span={(words) => <span className="vh">{words}</span>}
                  />
                </Button>
                <span className="sm muted">
                  <LastUse uses={uses?.filter((use) => use.slot === slot)} />
                  {rotation?.slot === slot && !rotation.until && <> {t("The old key returns 401.")}</>}
                </span>
              </p>
            </div>
          ))}
          {rotating && (
            <Rotate
              subscription={subscription}
              slot={rotating}
              close={() => setRotating(undefined)}
              done={(until) => setRotation({ slot: rotating, until })}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

/** When the key was last used, and until when its predecessor works. */
function LastUse({ uses = [] }: { uses?: readonly KeyInUse[] | undefined }) {
  const [current, ...replaced] = uses;
  if (!current) return null;
  const ending = replaced.find(({ expires_at }) => expires_at !== null);
  return (
    <>
      {current.last_used_at
        ? t("Last used {recently} UTC.", { recently: recently(current.last_used_at, false) })
        : t("Never used.")}
      {ending?.expires_at && (
        <> {t("The old key works until {recently} UTC.", { recently: recently(ending.expires_at) })}</>
      )}
    </>
  );
}

interface RotateProps {
  readonly subscription: Subscription;
  readonly slot: Slot;
  close(): void;
  done(until: number | undefined): void;
}

function Rotate({ subscription, slot, close, done }: RotateProps) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={t("Rotate the {slot} key", { slot })}
      action={t("Rotate key")}
      busy={t("Rotating")}
      close={close}
      changes={[keyUseOf(subscription.id).queryKey]}
      above={
        <p className="muted">
          <T
            text="A new key replaces this one. The other keys of “{displayName}” and the history do not change."
            displayName={<bdi>{subscription.display_name}</bdi>}
          />
        </p>
      }
      fields={{
        grace_seconds: {
          ...choiceField({ label: t("Old key expires"), initial: "3600", options: gracePeriods }),
          read: (grace) => Number(grace),
        },
      }}
      send={async (body) => {
        const until = untilOf(body.grace_seconds);
        const path = `/subscriptions/{id}/regenerate${slotNames[slot]}Key` as const;
        const params = { path: { id: subscription.id } };
        const keys = await dataOf(api.POST(path, { params, body }));
        queries.setQueryData(keysOf(subscription.id).queryKey, keys);
        done(until);
        return t("Key rotated");
      }}
    >
      {(values) => {
        const until = untilOf(values?.grace_seconds);
        return (
          until && (
            <p className="sm muted">{t("It works until about {moment} UTC.", { moment: moment(until) })}</p>
          )
        );
      }}
    </FormDialog>
  );
}

/** Until when the old key works, milliseconds. */
const untilOf = (seconds = 0) => (seconds > 0 ? Date.now() + seconds * 1000 : undefined);
