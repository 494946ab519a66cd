import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { api, dataOf } from "../../api/client.ts";
import { type RemainingCredential, remainingOf } from "../../api/remaining.ts";
import { sessionStore } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { everything, FormDialog } from "../../parts/form-dialog.tsx";
import type { RemainingKind } from "../../parts/page-parts.ts";
import { queryClient } from "../../parts/query-client.ts";
import { Section } from "../../parts/section.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { useChange } from "../../parts/use-change.ts";
import { kindOf } from "./remaining-kinds.ts";
import { afterEvent, nameOfRemaining } from "./remaining-words.ts";

interface Ending {
  readonly one: RemainingCredential;
  readonly kind: RemainingKind;
}

const titleOf = (one: RemainingCredential): string =>
  [nameOfRemaining(one), one.name].filter(Boolean).join(" ");

/** Loaded with the list, so that no section moves when it arrives. */
export async function loadRemaining() {
  await queryClient.prefetchQuery(remainingOf(sessionStore.get()?.user.id ?? ""));
  return { default: Remaining };
}

/** What can still enter an account, or call for it, after events that end other credentials; nothing if there is none. */
export function Remaining({ accountId }: { accountId: string }) {
  const change = useChange(remainingOf(accountId).queryKey);
  const acting = useAccount();
  const list = useQuery(remainingOf(accountId)).data ?? [];
  const [ending, setEnding] = useState<Ending>();
  if (list.length === 0) return null;
  const isOrganization = acting.account?.kind === "organization" && acting.id === accountId;
  const keep = () => {
    const until = list.map(({ event_at: at }) => at).reduce((newest, at) => (at > newest ? at : newest));
    const params = { path: { id: accountId }, query: { until } };
    const call = api.DELETE("/users/{id}/remaining-credentials", { params });
    return change(dataOf(call), t("List emptied, nothing ended"));
  };
  return (
    <Section
      id="remaining"
      title={t("What can still enter")}
      note={
        isOrganization
          ? t("Keys that people know who left, have another role, or had the subscription. Replace those.")
          : t("Made before what is named beside it. End what is not yours.")
      }
      aside={<Button onPress={keep}>{t("Keep all")}</Button>}
    >
      <Table
        caption={t("What can still enter")}
        items={list}
        keyOf={({ kind, id, slot }) => `${kind} ${id} ${slot}`}
        columns={[
          {
            head: t("What"),
            cell: (one) => (
              <>
                {nameOfRemaining(one)}
                <span className="sub">
                  <bdi>{one.name ?? t("Unnamed")}</bdi>
                </span>
              </>
            ),
          },
          {
            head: t("Remained after"),
            cell: (one) => (
              <>
                {afterEvent(one)}
                <span className="sub">{day(one.event_at)}</span>
              </>
            ),
          },
          { head: t("Made"), labelled: true, cell: ({ made_at: at }) => day(at) },
          {
            head: t("Last used"),
            labelled: true,
            cell: ({ last_used_at: at }) => (at ? day(at) : t("Never")),
          },
          {
            head: hidden(t("End")),
            figures: true,
            cell: (one) => (
              <EndButton one={one} isOwn={acting.id === accountId} end={(kind) => setEnding({ one, kind })} />
            ),
          },
        ]}
      />
      {ending && <EndOne accountId={accountId} {...ending} close={() => setEnding(undefined)} />}
    </Section>
  );
}

interface EndButtonProps {
  readonly one: RemainingCredential;
  /** Whether the user acts for the account. */
  readonly isOwn: boolean;
  end(kind: RemainingKind): void;
}

function EndButton({ one, isOwn, end }: EndButtonProps) {
  const kind = kindOf(one);
  if (!kind) return null;
  return (
    <Button
      look="text"
      onPress={() => end(kind)}
      unavailable={one.kind === "key" && !isOwn && t("Choose your own account in the side bar first.")}
    >
      {kind.action}
      <span className="vh"> {titleOf(one)}</span>
    </Button>
  );
}

const EndOne = ({ accountId, one, kind, close }: Ending & { accountId: string; close(): void }) => (
  <FormDialog
    title={t("{action}: {name}?", { action: kind.action, name: titleOf(one) })}
    action={kind.action}
    danger
    close={close}
    // Each of these has a list of its own, on this page or another.
    changes={everything}
    send={async () => {
      await kind.end(accountId, one);
      return kind.ended;
    }}
  >
    <p className="muted">
      {one.kind === "key"
        ? t("Programs that call with it get 401 until they have the new key, which is under API keys.")
        : t("It can no longer be used.")}
    </p>
  </FormDialog>
);
