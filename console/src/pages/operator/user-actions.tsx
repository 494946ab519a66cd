import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { type User, useUser } from "../../api/session.ts";
import { moment } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, TypedConfirm } from "../../parts/dialog.tsx";
import { KeyRow } from "../../parts/key-row.tsx";

type Asking = "block" | "delete" | "link";

/** What an operator may do to an account: a password link, blocking, deleting. */
export function UserActions({ user, name }: { readonly user: User; readonly name: string }) {
  const queries = useQueryClient();
  const self = useUser().id === user.id;
  const [asking, setAsking] = useState<Asking>();
  const path = { user_id: user.id };
  const close = () => setAsking(undefined);
  const setState = async (state: "active" | "blocked") => {
    await answerOf(api.PATCH("/users/{user_id}", { params: { path }, body: { state } }));
    await queries.invalidateQueries();
    showToast(state === "active" ? "The account is active again" : "The account is blocked");
  };
  const remove = async () => {
    await answerOf(api.DELETE("/users/{user_id}", { params: { path } }));
    await queries.invalidateQueries();
    showToast("The account is deleted");
  };
  if (user.state === "deleted") return null;
  return (
    <>
      <Button onPress={() => setAsking("link")}>Make password link</Button>
      {!self &&
        (user.state === "blocked" ? (
          <Button onPress={() => setState("active").catch((error: Error) => showToast(error.message))}>
            Unblock
          </Button>
        ) : (
          <Button onPress={() => setAsking("block")}>Block</Button>
        ))}
      {!self && (
        <Button look="danger" onPress={() => setAsking("delete")}>
          Delete account
        </Button>
      )}
      {asking === "link" && <PasswordLink user={user} close={close} />}
      {asking === "block" && (
        <Dialog
          title={`Block ${name}?`}
          action="Block account"
          danger
          act={() => setState("blocked")}
          close={close}
        >
          <p className="muted">
            Its sessions end, and its keys and tokens answer 401 or 403, until it is unblocked.
          </p>
        </Dialog>
      )}
      {asking === "delete" && (
        <TypedConfirm
          title={`Delete ${name}?`}
          word={user.email || user.id}
          action="Delete account"
          keep="Keep it"
          act={remove}
          close={close}
        >
          <p>
            Names and e-mail are removed, its keys stop at once, and addresses in its request log are blanked.
            What was charged stays in the ledger and in reports. This cannot be undone.
          </p>
        </TypedConfirm>
      )}
    </>
  );
}

function PasswordLink({ user, close }: { readonly user: User; readonly close: () => void }) {
  const [made, setMade] = useState<{ reset_link: string; expires_at: string }>();
  if (!made)
    return (
      <Dialog
        key="ask"
        title="Make a password link?"
        action="Make link"
        act={async () => {
          const link = await answerOf(
            api.POST("/users/{id}/resetLink", { params: { path: { id: user.id } } }),
          );
          setMade(link);
          // The dialog would close itself otherwise; the link must be seen first.
          return new Promise(() => undefined);
        }}
        close={close}
      >
        <p className="muted">
          Whoever opens it may choose a new password for {user.email}, once, within 24 hours. Nothing is
          mailed: hand it over yourself. An earlier link stops.
        </p>
      </Dialog>
    );
  return (
    <Dialog
      key="made"
      title="The link is made"
      action="Done"
      keep="Close"
      act={() => undefined}
      close={close}
      wide
    >
      <KeyRow secret={made.reset_link} label="Password link" shown />
      <p className="muted">It is shown this once, and good until {moment(made.expires_at)} UTC.</p>
    </Dialog>
  );
}
