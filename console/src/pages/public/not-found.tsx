import { useAccount } from "../../api/account.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { homePath } from "../../parts/side-paths.ts";
import { FormPage } from "./form-page.tsx";

export function NotFound() {
  return (
    <FormPage title={t("Page not found")}>
      <p className="muted">
        <T
          text="Check the address or <link>go to the home page</link>."
          link={(words) => <Link to="/">{words}</Link>}
        />
      </p>
    </FormPage>
  );
}

/** In place of a page that the role, or a view of a customer's account, does not include. */
export function NotPermitted() {
  const { account } = useAccount();
  return (
    <Head title={t("Your role may not open this page")}>
      {account?.is_visit
        ? t("A view of a customer's account does not include it.")
        : t("An owner of the account can give you another role.")}{" "}
      <Link to={homePath()}>{t("Go to the overview")}</Link>.
    </Head>
  );
}
