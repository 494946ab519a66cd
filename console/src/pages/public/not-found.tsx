import { Link } from "@tanstack/react-router";
import { Mark } from "../../parts/brand.tsx";

export function NotFound() {
  return (
    <main className="alone" id="main">
      <Link className="brand" to="/">
        <Mark />
        Vingate
      </Link>
      <h1>There is no page at this address</h1>
      <p className="muted">
        It may have been mistyped, or belong to another version. <Link to="/">Go to the start</Link>.
      </p>
    </main>
  );
}
