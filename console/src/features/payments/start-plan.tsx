import { Button } from "../../parts/button.tsx";
import type { StartPart } from "../../parts/page-parts.ts";
import { Link, navigate } from "../../parts/router.tsx";
import { buyingPath } from "./after-sign-up.ts";
import { searchOf } from "./wanted.ts";

/** A plan that is paid in advance starts on the page that sells it. One by invoice starts without a payment. */
export function StartPlan({ plan, change, label, isFirst, children, start }: StartPart) {
  const { subscription_id, payment } = plan;
  const { product_id } = change;
  if (payment === "invoice" || change.now?.price_minor === 0) return children;
  if (payment === "prepaid")
    return (
      <Link
        className={isFirst ? "btn btn-primary" : "btn"}
        to="/buy"
        search={searchOf({ subscription_id, kind: "plan", product_id })}
      >
        {label}
      </Link>
    );
  // How the first plan is paid is known once it has a price here.
  const buy = async () => {
    const path = await buyingPath(product_id, subscription_id);
    return path ? navigate(path) : start();
  };
  return (
    <Button look={isFirst ? "primary" : undefined} onPress={buy}>
      {label}
    </Button>
  );
}
