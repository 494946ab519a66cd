import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, listOf } from "../../api/client.ts";
import { day, recently } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { KeyRow } from "../../parts/key-row.tsx";
import { Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";

/** The access tokens of a user: for programs that manage rather than look up. */
export function AccessTokens({ userId }: { readonly userId: string }) {
  const queries = useQueryClient();
  const path = { id: userId };
  const query = useQuery({
    queryKey: ["tokens", userId],
    queryFn: () => listOf(api.GET("/users/{id}/tokens", { params: { path, query: { page_size: 100 } } })),
  });
  const [name, setName] = useState<string>();
  const [made, setMade] = useState<string>();
  const refresh = () => queries.invalidateQueries({ queryKey: ["tokens", userId] });
  const create = async () => {
    const answer = await answerOf(
      api.POST("/users/{id}/token", { params: { path, query: name ? { name } : {} } }),
    );
    setMade(answer.token);
    await refresh();
  };
  const revoke = async (tokenId: string) => {
    await answerOf(
      api.DELETE("/users/{id}/tokens/{token_id}", { params: { path: { id: userId, token_id: tokenId } } }),
    );
    await refresh();
    showToast("The token is revoked");
  };
  return (
    <Section
      title="Access tokens"
      note="For programs that manage subscriptions and read reports. Lookups take a key, not a token."
      aside={<Button onPress={() => setName("")}>Create token</Button>}
    >
      {made && (
        <div className="made">
          <KeyRow secret={made} label="New access token" shown />
          <p className="sm muted note">Keep it now: it is shown this once. It is good for 30 days.</p>
        </div>
      )}
      <Loaded query={query} what="The tokens could not be read" rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No access tokens">Only programs need them; this console works without.</Empty>
          ) : (
            <table className="t stack">
              <caption className="vh">Access tokens</caption>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Created</th>
                  <th scope="col">Last used (UTC)</th>
                  <th scope="col">Expires</th>
                  <th scope="col">
                    <span className="vh">Revoke</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((token) => (
                  <tr key={token.id}>
                    <th scope="row" dir="auto">
                      {token.name ?? <span className="unknown">without a name</span>}
                    </th>
                    <td>{day(token.created_at)}</td>
                    <td>
                      {token.last_used_at ? (
                        recently(token.last_used_at)
                      ) : (
                        <span className="unknown">never</span>
                      )}
                    </td>
                    <td>{day(token.expires_at)}</td>
                    <td className="num">
                      <Button look="text" onPress={() => revoke(token.id)} busy="Revoking">
                        Revoke<span className="vh"> {token.name}</span>
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {name !== undefined && (
        <Dialog
          title="Create an access token"
          action="Create token"
          act={create}
          close={() => setName(undefined)}
        >
          <Field
            label="What it is for"
            value={name}
            dir="auto"
            maxLength={100}
            hint="Such as “Nightly report”."
            onChange={(event) => setName(event.target.value)}
          />
        </Dialog>
      )}
    </Section>
  );
}
