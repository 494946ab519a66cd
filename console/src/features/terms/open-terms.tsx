import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { t } from "../../base/language/language.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { TermsLink } from "./terms-link.tsx";
import { acceptAll, openTerms } from "./terms-queries.ts";

/** Requests what a customer has not accepted. It can be left for the next visit: nothing stops. */
export function OpenTerms() {
  const { role, account } = useAccount();
  const [left, setLeft] = useState(false);
  const open =
    useQuery({ ...openTerms, enabled: role !== "operator" && account?.is_visit !== true }).data ?? [];
  if (left || open.length === 0) return null;
  return (
    <FormDialog
      title={t("Accept our terms")}
      action={t("Accept")}
      busy={t("Accepting")}
      keep={t("Later")}
      changes={[["terms"]]}
      send={() => acceptAll(open)}
      close={() => setLeft(true)}
    >
      <p>{t("Read and accept them to go on with us. Your keys work in any case.")}</p>
      <ul>
        {open.map((one) => (
          <li key={one.kind}>
            <TermsLink terms={one} />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
