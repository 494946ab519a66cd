import { useEffect, useRef, useState } from "react";
import { reachableStore, startingStore } from "../api/reachability.ts";
import { renewalStore, setSession } from "../api/session.ts";
import { signIn } from "../api/sign-in.ts";
import { toastStore } from "../base/toast.ts";
import { Button } from "../parts/button.tsx";
import { useModal } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { followReachability } from "../parts/query-client.ts";
import { pendingStore } from "../parts/router.tsx";
import { useForm } from "../parts/use-form.tsx";

/** Above every page: the service cannot be reached, or is starting. */
export function Outage() {
  const reachable = reachableStore.use();
  const starting = startingStore.use();
  useEffect(() => followReachability(reachable), [reachable]);
  return (
    <div role="status">
      {!reachable && (
        <p className="unreachable">
          {starting
            ? `The service is starting. ${starting}. Lookups return 503 until then.`
            : "Can't reach the service. Retrying every 2 seconds."}
        </p>
      )}
    </div>
  );
}

/** Above every page, from a click on until the page that it opens is there. */
export function Pending() {
  const pending = pendingStore.use();
  return (
    <div role="status">
      {pending !== undefined && (
        <p className="pending">
          <span className="vh">Loading the page</span>
        </p>
      )}
    </div>
  );
}

/** Messages over any page: session ended, toasts. */
export function Notices() {
  const renewal = renewalStore.use();
  const toast = toastStore.use();
  return (
    <>
      {renewal && <SignInAgain email={renewal.email} done={renewal.resolve} leave={renewal.reject} />}
      <div role="status">{toast && <div className="toast">{toast.text}</div>}</div>
    </>
  );
}

function SignInAgain({ email, done, leave }: { email: string; done: () => void; leave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState("");
  useModal(dialog);
  const { problem, submit } = useForm(async () => {
    await signIn(email, password);
    done();
  });
  const quit = () => {
    leave();
    setSession(undefined);
  };
  return (
    <dialog ref={dialog} className="dlg" aria-labelledby="again" onCancel={quit}>
      <form onSubmit={submit}>
        <h2 id="again">Your session has ended</h2>
        <p className="muted">Sign in as {email} to continue. Nothing you typed is lost.</p>
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          fault={problem?.message}
          change={setPassword}
          required
        />
        <p className="actions">
          <Button type="submit" look="primary">
            Sign in
          </Button>
          <Button onPress={quit}>Sign out</Button>
        </p>
      </form>
    </dialog>
  );
}
