import { actingOf } from "../api/account.ts";
import { chooseAccount } from "../api/accounts.ts";
import { membershipEndedStore, sessionStore } from "../api/session.ts";
import { t } from "../base/language/language.ts";
import { showToast } from "../base/toast.ts";
import { queryClient } from "../parts/query-client.ts";
import { navigate } from "../parts/router.tsx";
import { homePath } from "../parts/side-paths.ts";

/** Shows nothing of an account after another one was chosen, in this tab or another, and leaves one that ended. */
export function followAccount(): () => void {
  let before = sessionStore.get();
  const stops = [
    sessionStore.follow(() => {
      const [last, now] = [before, sessionStore.get()];
      before = now;
      if (!last || !now || last.user.id !== now.user.id || actingOf(last).id === actingOf(now).id) return;
      queryClient.clear();
      void navigate(homePath());
    }),
    membershipEndedStore.follow(() => {
      if (membershipEndedStore.get()) void leaveEndedAccount();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function leaveEndedAccount(): Promise<void> {
  const session = sessionStore.get();
  const ended = session && actingOf(session).account;
  if (session)
    await chooseAccount(session.user.id).then(
      () => {
        showToast(
          t("You are no longer a member of {name}. This is your own account.", {
            name: ended?.name ?? t("that account"),
          }),
        );
        // Pages may show data of the account before.
        return queryClient.invalidateQueries();
      },
      (error: Error) => showToast(error.message),
    );
  membershipEndedStore.set(false);
}
