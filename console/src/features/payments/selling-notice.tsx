import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../api/account.ts";
import { installationChecks } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { Mark } from "../../parts/outcome.tsx";

/** Why nothing, or not what the operator expects, is sold, as `vingate doctor` finds it. */
export function SellingNotice() {
  const isAllowed = useMay()("service.view");
  const { data } = useQuery({ ...installationChecks, enabled: isAllowed });
  const check = data?.checks.find(({ name }) => name === "payments");
  // What waits on this page itself is shown below.
  if (!check?.advice || /\bpage Money\b/.test(check.advice)) return null;
  return (
    <div className="notice" role="status">
      <div>
        <p className="k">
          <Mark outcome="blocked">{t("How customers pay")}</Mark>
        </p>
        <p>
          {sentText(check.found)}. {sentText(check.advice)}
        </p>
      </div>
    </div>
  );
}
