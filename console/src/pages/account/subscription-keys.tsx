import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../api/account.ts";
import { api, dataOf, type Schemas, type Subscription } from "../../api/client.ts";
import { keysOf, keyUseOf } from "../../api/queries.ts";
import { callsByKey } from "../../api/requests.ts";
import { masked, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { rangeOf, wholeMinutes } from "../../base/range.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { choiceField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { May } from "../../parts/may.tsx";
import { More } from "../../parts/more.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { navigate } from "../../parts/router.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Column, countColumn, hidden, Table } from "../../parts/table.tsx";
import { localDay, localMoment, Time } from "../../parts/time.tsx";
import { useDo } from "../../parts/use-do.ts";
import { useNow } from "../../parts/use-now.ts";

type KeyInUse = Schemas["KeyInUse"];
type Slot = KeyInUse["slot"];
type Keys = Readonly<Record<`${Slot}_key`, string>>;

const slotNames = { primary: "Primary", secondary: "Secondary", test: "Test" } as const;
/** Within a sentence. */
const slotWord = (slot: Slot): string => withinSentence(titles[slot]);
const titles = { primary: t("Primary"), secondary: t("Secondary"), test: t("Test") } as const;

const gracePeriods = [
  ["0", t("immediately")],
  ["3600", "in 1 hour"],
  ["86400", "in 1 day"],
] as const;

/** A key that works. */
interface Row extends KeyInUse {
  /** Undefined for a replaced one, which is not shown again. */
  readonly secret: string | undefined;
}

/** The keys of a subscription. With `onDemand` a button loads them, since the audit log records it. */
export function SubscriptionKeys({
  subscription,
  onDemand,
  isFirst = false,
}: {
  subscription: Subscription;
  onDemand?: boolean;
  /** Whether an address whose action rotates a key means these keys. */
  isFirst?: boolean;
}) {
  const [opened, setOpened] = useState(!onDemand);
  const query = useQuery({ ...keysOf(subscription.id), enabled: opened });
  const uses = useQuery(keyUseOf(subscription.id));
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
    <Loaded query={query} what={t("Could not load the keys")} rows={3}>
      {(keys) => (
        <Loaded query={uses} what={t("Could not load the keys")} rows={3}>
          {(all) => <KeyTable subscription={subscription} keys={keys} uses={all} isFirst={isFirst} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface KeyTableProps {
  readonly subscription: Subscription;
  readonly keys: Keys;
  readonly uses: readonly KeyInUse[];
  readonly isFirst: boolean;
}

function KeyTable({ subscription, keys, uses, isFirst }: KeyTableProps) {
  const [rotating, setRotating] = useState<Slot>();
  const rotate = useDo("rotate", "keys.change");
  const [rotated, setRotated] = useState<Rotated>();
  const [shown, setShown] = useState<Slot>();
  const mayCall = useMay()("calls.view");
  const range = rangeOf({}, "30d", useNow(60_000));
  const used = useQuery({
    ...callsByKey(wholeMinutes(range), { subscription_id: subscription.id }),
    enabled: mayCall,
  }).data;
  const creditsOf = ({ slot }: Row) => used?.items.find(({ key }) => key === slot)?.credits ?? 0;
  const rows = uses.map((use) => ({ ...use, secret: use.expires_at ? undefined : keys[`${use.slot}_key`] }));
  const columns: readonly Column<Row>[] = [
    {
      head: t("Name"),
      cell: ({ slot, secret, created_at }) => (
        <>
          {secret ? titles[slot] : t("{slot}, replaced", { slot: titles[slot] })}
          <span className="sub">{t("created {day}", { day: localDay(created_at) })}</span>
        </>
      ),
    },
    {
      head: t("Key"),
      cell: ({ slot, secret }) =>
        secret && (
          <span className="key-cell">
            <output className="mono" aria-label={t("{slot} key", { slot: slotWord(slot) })}>
              {slot === shown ? secret : masked(secret)}
            </output>
            <Button
              look="text"
              aria-label={t("Copy the {slot} key", { slot: slotWord(slot) })}
              onPress={() => copyText(secret, t("Key copied"))}
            >
              {t("Copy")}
            </Button>
          </span>
        ),
      labelled: true,
    },
    {
      head: t("Last used"),
      cell: ({ last_used_at: at }) =>
        at ? <Time at={at} show="recent" seconds={false} /> : <span className="soft">{t("never")}</span>,
      labelled: true,
    },
    {
      head: t("Expires"),
      cell: ({ expires_at: at }) =>
        at ? (
          <Mark outcome="blocked">
            <Time at={at} show="recent" seconds={false} />
          </Mark>
        ) : (
          t("never")
        ),
      labelled: true,
    },
    // A report that does not reach back so far is no sum of 30 days.
    ...(used && !used.searched_from ? [countColumn<Row>(t("Credits, 30 days"), creditsOf)] : []),
    {
      head: hidden(t("Actions")),
      cell: ({ slot, secret }) =>
        secret && (
          <More label={t("More for the {slot} key", { slot: slotWord(slot) })}>
            <Button onPress={() => setShown(shown === slot ? undefined : slot)}>
              {shown === slot ? t("Hide") : t("Show")}
            </Button>
            {mayCall && (
              <Button
                onPress={() => navigate("/calls", { search: { subscription: subscription.id, key: slot } })}
              >
                {t("Show its calls")}
              </Button>
            )}
            <Button
              permission="keys.change"
              onPress={() => setRotating(slot)}
              unavailable={subscription.state !== "active" && t("The subscription is not active.")}
            >
              {t("Rotate")}
            </Button>
          </More>
        ),
      figures: true,
    },
  ];
  return (
    <>
      <Table
        caption={t("Keys of {name}", { name: subscription.display_name })}
        items={rows}
        keyOf={({ slot, created_at }) => `${slot} ${created_at}`}
        columns={columns}
      />
      <p className="sm muted note">
        {t(
          "The test key is free: lookups know only vehicles of the demo set, and registered APIs are not called.",
        )}
      </p>
      {rotating && (
        <Rotate
          subscription={subscription}
          slot={rotating}
          close={() => setRotating(undefined)}
          done={setRotated}
        />
      )}
      {rotate.isOpen && isFirst && (
        <Rotate subscription={subscription} close={rotate.close} done={setRotated} />
      )}
      {rotated && (
        <NewKey {...rotated} secret={keys[`${rotated.slot}_key`]} close={() => setRotated(undefined)} />
      )}
    </>
  );
}

interface Rotated {
  readonly slot: Slot;
  /** Until when the old key works, milliseconds. */
  readonly until: number | undefined;
}

/** A new key, whole. */
function NewKey({ slot, until, secret, close }: Rotated & { secret: string; close(): void }) {
  return (
    <Dialog
      title={t("New {slot} key", { slot: slotWord(slot) })}
      action={t("Copy key")}
      keep={t("Close")}
      close={close}
      act={() => copyText(secret, t("Key copied"))}
    >
      <p className="key">
        <output aria-label={t("{slot} key", { slot: slotWord(slot) })}>{secret}</output>
      </p>
      <p className="sm muted">
        {until
          ? t("The old key works until {moment}.", { moment: localMoment(until) })
          : t("The old key returns 401.")}
      </p>
    </Dialog>
  );
}

interface RotateProps {
  readonly subscription: Subscription;
  /** Chosen in the dialog if it is not given. */
  readonly slot?: Slot;
  close(): void;
  done(rotated: Rotated): void;
}

function Rotate({ subscription, slot: given, close, done }: RotateProps) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={given ? t("Rotate the {slot} key", { slot: slotWord(given) }) : t("Rotate a key")}
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
        slot: choiceField<Slot>({
          label: t("Key"),
          initial: given ?? "primary",
          shown: given === undefined,
          options: Object.entries(titles) as [Slot, string][],
        }),
        grace_seconds: {
          ...choiceField({ label: t("Old key expires"), initial: "3600", options: gracePeriods }),
          read: (grace) => Number(grace),
        },
      }}
      send={async ({ slot, ...body }) => {
        const until = untilOf(body.grace_seconds);
        const path = `/subscriptions/{id}/regenerate${slotNames[slot]}Key` as const;
        const params = { path: { id: subscription.id } };
        const keys = await dataOf(api.POST(path, { params, body }));
        queries.setQueryData(keysOf(subscription.id).queryKey, keys);
        done({ slot, until });
        return t("Key rotated");
      }}
    >
      {(values) => {
        const until = untilOf(values?.grace_seconds);
        return (
          until && (
            <p className="sm muted">{t("It works until about {moment}.", { moment: localMoment(until) })}</p>
          )
        );
      }}
    </FormDialog>
  );
}

/** Until when the old key works, milliseconds. */
const untilOf = (seconds = 0) => (seconds > 0 ? Date.now() + seconds * 1000 : undefined);
