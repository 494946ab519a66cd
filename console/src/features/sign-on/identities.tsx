import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { sessionStore, useUser } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { List } from "../../parts/list-page.tsx";
import { queryClient } from "../../parts/query-client.ts";
import { Section } from "../../parts/section.tsx";
import { hidden, Unknown } from "../../parts/table.tsx";
import { Fault } from "../../parts/use-form.tsx";
import { leaveFor } from "./attempt.ts";
import { identitiesOf, signOnProviders } from "./sign-on-queries.ts";

type Identity = Schemas["Identity"];

const nameOf = ({ provider, issuer }: Identity): string => provider ?? new URL(issuer).host;

/** Loaded with the identities, so that no section moves when they arrive. */
export async function loadIdentities() {
  const userId = sessionStore.get()?.user.id ?? "";
  await Promise.all([
    queryClient.prefetchQuery(signOnProviders),
    queryClient.prefetchQuery(identitiesOf(userId)),
  ]);
  return { default: Identities };
}

/** The identities of single sign-on that are linked with the user; nothing if there is no provider and no identity. */
export function Identities() {
  const { id, role } = useUser();
  const query = useQuery(identitiesOf(id));
  const [problem, setProblem] = useState<string>();
  const [unlinked, setUnlinked] = useState<Identity>();
  const provider = (useQuery(signOnProviders).data ?? []).find((one) => one.id === `${role}s`);
  if (!provider && !query.data?.length) return null;
  const link = async () => {
    setProblem(undefined);
    try {
      const params = { path: { id } };
      leaveFor(await dataOf(api.POST("/users/{id}/identities/start", { params })), { userId: id });
    } catch (error) {
      setProblem(asProblem(error).message);
    }
  };
  const unlink = async (identityId: string) => {
    const params = { path: { id, identity_id: identityId } };
    await dataOf(api.DELETE("/users/{id}/identities/{identity_id}", { params }));
    return t("Single sign-on unlinked");
  };
  return (
    <Section
      className="c6"
      title={t("Single sign-on")}
      note={t("Linking is possible only here, while signed in. An equal email address links nothing.")}
      aside={provider && <Button onPress={link}>{t("Link {name}", { name: provider.name })}</Button>}
    >
      <Fault message={problem} />
      <List
        query={query}
        what={t("Could not load the identities")}
        rows={1}
        empty={
          <p className="muted">{t("No identity is linked. Link one to sign in without your password.")}</p>
        }
        caption={t("Identities")}
        keyOf={(one) => one.id}
        columns={[
          { head: t("Provider"), cell: nameOf },
          { head: t("Identity"), cell: ({ email }) => email ?? <Unknown>{t("No address")}</Unknown> },
          { head: t("Linked"), cell: ({ linked_at: at }) => day(at) },
          { head: t("Last used"), cell: ({ last_used_at: at }) => (at ? day(at) : t("Never")) },
          {
            head: hidden(t("Unlink")),
            figures: true,
            cell: (one) => (
              <Button look="text" onPress={() => setUnlinked(one)}>
                <T text="Unlink{email}" email={<span className="vh"> {one.email ?? nameOf(one)}</span>} />
              </Button>
            ),
          },
        ]}
      />
      {unlinked && (
        <FormDialog
          title={t("Unlink {nameOf}?", { nameOf: nameOf(unlinked) })}
          action={t("Unlink")}
          danger
          changes={[identitiesOf(id).queryKey]}
          send={() => unlink(unlinked.id)}
          close={() => setUnlinked(undefined)}
        >
          <p className="muted">{t("You no longer sign in by it. Other sessions that it began end.")}</p>
        </FormDialog>
      )}
    </Section>
  );
}
