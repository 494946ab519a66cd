import { useAccount } from "../../api/account.ts";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { FormPage } from "./form-page.tsx";

export function NotFound() {
  return (
    <FormPage title="Page not found">
      <p className="muted">
        Check the address or <Link to="/">go to the home page</Link>.
      </p>
    </FormPage>
  );
}

/** In place of a page that the role, or a view of a customer's account, does not include. */
export function NotPermitted() {
  const { account } = useAccount();
  return (
    <Head title="Your role may not open this page">
      {account?.is_visit
        ? "A view of a customer's account does not include it."
        : "An owner of the account can give you another role."}{" "}
      <Link to="/overview">Go to the overview</Link>.
    </Head>
  );
}
