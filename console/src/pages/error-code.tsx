import { Link } from "@tanstack/react-router";

/** An error code, which leads to what it means and what to do about it. */
export function ErrorCode({ code }: { readonly code: string }) {
  return (
    <Link className="mono" to={`/docs/errors/${code}`}>
      {code}
    </Link>
  );
}
