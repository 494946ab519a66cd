import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../../api/account.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { TermsLink } from "./terms-link.tsx";
import { acceptAll, openTerms } from "./terms-queries.ts";

/** Requests what a customer has not accepted. It can be left for the next visit: nothing stops. */
export function OpenTerms() {
  const { role, account } = useAccount();
  const queries = useQueryClient();
  const [left, setLeft] = useState(false);
  const open =
    useQuery({ ...openTerms, enabled: role !== "operator" && account?.is_visit !== true }).data ?? [];
  if (left || open.length === 0) return null;
  const act = async () => {
    await acceptAll(open);
    await queries.invalidateQueries({ queryKey: ["terms"] });
  };
  return (
    <Dialog
      title="Accept our terms"
      action="Accept"
      busy="Accepting"
      keep="Later"
      act={act}
      close={() => setLeft(true)}
    >
      <p>Read and accept them to go on with us. Your keys work in any case.</p>
      <ul>
        {open.map((one) => (
          <li key={one.kind}>
            <TermsLink terms={one} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
