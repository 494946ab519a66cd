import { Suspense, useEffect } from "react";
import { reachableStore, startingStore } from "../api/reachability.ts";
import { renewalStore, setSession } from "../api/session.ts";
import { signIn, stepUp } from "../api/sign-in.ts";
import { t } from "../base/language/language.ts";
import { toastStore } from "../base/toast.ts";
import { pageParts } from "../parts/page-parts.ts";
import { followReachability } from "../parts/query-client.ts";
import { pendingStore } from "../parts/router.tsx";
import { AddFactor } from "./add-factor.tsx";
import { ProveAgain } from "./prove-again.tsx";

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
            ? t("The service is starting. {starting}. Lookups return 503 until then.", { starting })
            : t("Can't reach the service. Retrying every 2 seconds.")}
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
          <span className="vh">{t("Loading the page")}</span>
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
      {renewal?.kind === "sign-in" && (
        <ProveAgain
          title={t("Your session has ended")}
          text={t("Sign in as {email} to continue. Nothing you typed is lost.", { email: renewal.email })}
          action={t("Sign in")}
          other={t("Sign out")}
          send={(password, code) => signIn(renewal.email, password, code).then(renewal.resolve)}
          leave={() => {
            renewal.reject();
            setSession(undefined);
          }}
        />
      )}
      {renewal?.kind === "step-up" && renewal.methods.length === 0 && <AddFactor leave={renewal.reject} />}
      {renewal?.kind === "step-up" && renewal.methods.length > 0 && (
        <ProveAgain
          title={t("Confirm it is you")}
          text={t("This needs a new proof that you are {email}. Nothing you typed is lost.", {
            email: renewal.email,
          })}
          action={t("Confirm")}
          other={t("Cancel")}
          methods={renewal.methods}
          send={(password, code) => stepUp(password, code).then(renewal.resolve)}
          leave={renewal.reject}
        >
          <Suspense>
            {pageParts().flatMap(({ proveWith: Part, proves = "" }, index) =>
              Part && renewal.methods.includes(proves) ? (
                <Part key={`${index + 1}`} done={renewal.resolve} />
              ) : (
                []
              ),
            )}
          </Suspense>
        </ProveAgain>
      )}
      <div role="status">{toast && <div className="toast">{toast.text}</div>}</div>
    </>
  );
}
