import { Link } from "../../parts/router.tsx";
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
