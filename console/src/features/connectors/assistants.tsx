import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { sessionStore, useUser } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { wholeField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { List } from "../../parts/list-page.tsx";
import { queryClient } from "../../parts/query-client.ts";
import { Section } from "../../parts/section.tsx";
import { hidden } from "../../parts/table.tsx";
import { useChange } from "../../parts/use-change.ts";
import { type Assistant, assistantsOf } from "./assistant-queries.ts";

/** Loaded with the assistants, so that no section moves when they arrive. */
export async function loadAssistants() {
  await queryClient.prefetchQuery(assistantsOf(sessionStore.get()?.user.id ?? ""));
  return { default: Assistants };
}

/** The assistants that the user has connected; nothing if there is none. */
export function Assistants() {
  const { id } = useUser();
  const changed = useChange(assistantsOf(id).queryKey);
  const query = useQuery(assistantsOf(id));
  const [opened, setOpened] = useState<{ readonly one: Assistant; readonly to: "limit" | "end" }>();
  if (!query.isError && !query.data?.length) return null;
  const close = () => setOpened(undefined);
  return (
    <Section
      className="c6"
      title={t("Connected assistants")}
      note={t("They call lookups without a key, up to a limit per day (UTC).")}
    >
      <List
        query={query}
        what={t("Could not load the assistants")}
        rows={1}
        caption={t("Connected assistants")}
        keyOf={(one) => one.id}
        columns={[
          { head: t("Assistant"), cell: (one) => <Named one={one} /> },
          {
            head: t("Limit per day"),
            figures: true,
            cell: (one) =>
              t("{creditsPerDay, plural, one {# credit} other {# credits}}", {
                creditsPerDay: one.credits_per_day,
              }),
          },
          {
            head: t("Used this month"),
            figures: true,
            cell: (one) =>
              t("{creditsThisMonth, plural, one {# credit} other {# credits}}", {
                creditsThisMonth: one.credits_this_month,
              }),
          },
          {
            head: t("Last used"),
            cell: ({ last_used_at: at }) => (at === null ? t("Not used yet") : day(at)),
          },
          {
            head: hidden(t("Actions")),
            figures: true,
            cell: (one) => (
              <>
                <Button look="text" onPress={() => setOpened({ one, to: "limit" })}>
                  <T text="Edit limit<span> of {name}</span>" name={one.name} />
                </Button>{" "}
                <Button look="text" onPress={() => setOpened({ one, to: "end" })}>
                  <T text="Disconnect<span> {name}</span>" name={one.name} />
                </Button>
              </>
            ),
          },
        ]}
      />
      {opened?.to === "limit" && <Limit one={opened.one} userId={id} changed={changed} close={close} />}
      {opened?.to === "end" && <End one={opened.one} userId={id} changed={changed} close={close} />}
    </Section>
  );
}

const Named = ({ one }: { one: Assistant }) => (
  <>
    <bdi>{one.name}</bdi>
    <span className="sub">
      <T text="{host}, since {day}" host={<bdi>{one.host}</bdi>} day={day(one.connected_at)} />
    </span>
    <span className="sub">
      <T
        text="Lookups with “{subscriptionName}” of {account}"
        subscriptionName={<bdi>{one.subscription_name}</bdi>}
        account={<bdi>{one.account}</bdi>}
      />
    </span>
  </>
);

interface ChangeProps {
  readonly one: Assistant;
  readonly userId: string;
  readonly changed: ReturnType<typeof useChange>;
  close(): void;
}

function Limit({ one, userId, changed, close }: ChangeProps) {
  const params = { path: { id: userId, assistant_id: one.id } };
  return (
    <FormDialog
      title={t("Limit of {name}", { name: one.name })}
      action={t("Save")}
      close={close}
      fields={{
        credits_per_day: wholeField({
          label: t("Limit per day (credits)"),
          initial: one.credits_per_day,
          least: 1,
          hint: t("{creditsToday, plural, one {# credit} other {# credits}} used today.", {
            creditsToday: one.credits_today,
          }),
        }),
      }}
      send={(body) =>
        changed(
          dataOf(api.PATCH("/users/{id}/assistants/{assistant_id}", { params, body })),
          t("Limit changed"),
        )
      }
    />
  );
}

function End({ one, userId, changed, close }: ChangeProps) {
  const act = () => {
    const params = { path: { id: userId, assistant_id: one.id } };
    const call = api.DELETE("/users/{id}/assistants/{assistant_id}", { params });
    return changed(dataOf(call), t("Assistant disconnected"));
  };
  return (
    <Dialog
      title={t("Disconnect {name}?", { name: one.name })}
      action={t("Disconnect")}
      danger
      act={act}
      close={close}
    >
      <p className="muted">{t("Its next call is refused. You can connect it again from the assistant.")}</p>
    </Dialog>
  );
}
