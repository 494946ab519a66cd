import { useQuery } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { reading } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { List } from "../../parts/list-page.tsx";
import { Section } from "../../parts/section.tsx";
import { hidden, Unknown } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useChange } from "../../parts/use-change.ts";

const methods: Readonly<Record<NonNullable<Schemas["Session"]["method"]>, string>> = {
  password: "password",
  password_code: t("password and code"),
  recovery_code: t("recovery code"),
  passkey: "passkey",
  single_sign_on: t("single sign-on"),
};

/** Where a user is signed in. */
export function Sessions({ userId }: { userId: string }) {
  const queryKey = ["sessions", userId];
  const params = { path: { id: userId } };
  const query = useQuery(reading(queryKey, "/users/{id}/sessions", params));
  const end = useChange(queryKey);
  const endOthers = () =>
    end(dataOf(api.DELETE("/users/{id}/sessions", { params })), t("Other sessions ended"));
  const endOne = (sessionId: string) => {
    const path = { id: userId, session_id: sessionId };
    const call = dataOf(api.DELETE("/users/{id}/sessions/{session_id}", { params: { path } }));
    return end(call, t("Session ended"));
  };
  const others = (query.data ?? []).filter((one) => !one.is_this).length;
  return (
    <Section
      title={t("Sessions")}
      note={t("Each ends after 24 hours. Access tokens are not among them.")}
      aside={others > 0 && <Button onPress={endOthers}>{t("End other sessions")}</Button>}
    >
      <List
        query={query}
        what={t("Could not load the sessions")}
        rows={2}
        caption={t("Sessions")}
        keyOf={({ id }) => id}
        columns={[
          { head: t("Device"), cell: ({ agent }) => agent ?? <Unknown>{t("Unknown")}</Unknown> },
          {
            head: t("Signed in"),
            cell: ({ signed_in_at: at, method }) => (
              <>
                <Time at={at} show="recent" />
                {method && `, ${methods[method]}`}
              </>
            ),
          },
          { head: t("Last active"), cell: ({ last_active_at: at }) => <Time at={at} show="recent" /> },
          { head: t("From"), cell: ({ address }) => address ?? <Unknown>{t("Unknown")}</Unknown> },
          {
            head: hidden(t("End")),
            figures: true,
            cell: ({ id, is_this, agent }) =>
              is_this ? (
                <span className="sm muted">{t("This session")}</span>
              ) : (
                <Button look="text" onPress={() => endOne(id)} busy={t("Ending")}>
                  <T text="End{agent}" agent={<span className="vh"> {agent}</span>} />
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}
