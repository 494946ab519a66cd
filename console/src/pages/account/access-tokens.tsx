import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { listing } from "../../api/reading.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { List } from "../../parts/list-page.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty } from "../../parts/states.tsx";
import { hidden, Unknown } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useChange } from "../../parts/use-change.ts";

/** The access tokens of a user, for programs that manage. */
export function AccessTokens({ userId }: { userId: string }) {
  const path = { id: userId };
  const queryKey = ["tokens", userId];
  const query = useQuery(listing(queryKey, "/users/{id}/tokens", { path, query: { page_size: 100 } }));
  const change = useChange(queryKey);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<string>();
  const revoke = (tokenId: string) => {
    const params = { path: { id: userId, token_id: tokenId } };
    return change(dataOf(api.DELETE("/users/{id}/tokens/{token_id}", { params })), t("Token revoked"));
  };
  return (
    <Section
      title={t("Access tokens")}
      note={t("For programs that manage subscriptions and read reports. Lookups take an API key.")}
      aside={<Button onPress={() => setCreating(true)}>{t("Create token")}</Button>}
    >
      {made && (
        <div className="made">
          <KeyRow secret={made} label={t("New access token")} shown />
          <p className="sm muted note">{t("Copy it now. You cannot see it again. It expires in 30 days.")}</p>
        </div>
      )}
      <List
        query={query}
        what={t("Could not load the tokens")}
        rows={2}
        empty={<Empty title={t("No access tokens yet")}>{t("Only programs need them.")}</Empty>}
        caption={t("Access tokens")}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t("Name"),
            cell: (token) => <bdi>{token.name ?? <Unknown>{t("Unnamed")}</Unknown>}</bdi>,
          },
          { head: t("Created"), cell: (token) => day(token.created_at) },
          {
            head: t("Last used"),
            cell: ({ last_used_at: at }) =>
              at ? <Time at={at} show="recent" /> : <Unknown>{t("Never used")}</Unknown>,
          },
          { head: t("Expires"), cell: (token) => day(token.expires_at) },
          {
            head: hidden(t("Revoke")),
            figures: true,
            cell: (token) => (
              <Button look="text" onPress={() => revoke(token.id)} busy={t("Revoking")}>
                <T text="Revoke{name}" name={<span className="vh"> {token.name}</span>} />
              </Button>
            ),
          },
        ]}
      />
      {isCreating && <CreateToken userId={userId} made={setMade} close={() => setCreating(false)} />}
    </Section>
  );
}

interface CreateProps {
  readonly userId: string;
  made(token: string): void;
  close(): void;
}

const CreateToken = ({ userId, made, close }: CreateProps) => (
  <FormDialog
    title={t("Create access token")}
    action={t("Create token")}
    close={close}
    changes={[["tokens", userId]]}
    fields={{
      name: textField({
        label: t("Name"),
        required: false,
        maxLength: 100,
        hint: t("For example, “Nightly report”."),
      }),
    }}
    send={async ({ name }) => {
      const params = { path: { id: userId }, query: name ? { name } : {} };
      made((await dataOf(api.POST("/users/{id}/token", { params }))).token);
    }}
  />
);
