import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { AccountsForm } from "./accounts-form.tsx";
import { accounts } from "./paper-queries.ts";

const downloads = (text: ReactNode) => <Link to="/money#bookkeeper">{text}</Link>;

/** Which accounts of DATEV a month is posted to. */
export const AccountsPage = () => (
  <>
    <Head title={t("DATEV accounts")}>
      <T
        text="For the file of DATEV of <downloads>a month</downloads>. Ask your tax consultant for the numbers."
        downloads={downloads}
      />
    </Head>
    <div className="sec tight">
      <Loaded query={useQuery(accounts)} what={t("Could not load the accounts")} rows={10}>
        {(found) => <AccountsForm before={found} />}
      </Loaded>
    </div>
  </>
);
