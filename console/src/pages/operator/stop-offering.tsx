import { useState } from "react";
import { api, dataOf, type Product, versioned } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";

interface StopOfferingProps {
  readonly product: Product;
  refresh(): Promise<void>;
}

/** Takes a plan from new customers: it is a draft again, and its customers keep it. */
export function StopOffering({ product, refresh }: StopOfferingProps) {
  const [isOpen, setOpen] = useState(false);
  const stop = async () => {
    const params = { path: { id: product.id } };
    const { value, etag } = await versioned(api.GET("/products/{id}", { params }));
    const { id, created_at, updated_at, ...stored } = value;
    const body = { ...stored, state: "not_published" as const };
    await dataOf(api.PUT("/products/{id}", { params, body, headers: { "if-match": etag } }));
    await refresh();
    showToast(t("Plan is a draft"));
  };
  return (
    <>
      <Button permission="products.change" onPress={() => setOpen(true)}>
        {t("Stop offering")}
      </Button>
      {isOpen && (
        <Dialog
          title={t("Stop offering {name}?", { name: product.display_name })}
          action={t("Stop offering")}
          danger
          act={stop}
          close={() => setOpen(false)}
        >
          <p className="muted">
            {t("No new customer can take it. Its customers keep it. You can publish it again.")}
          </p>
        </Dialog>
      )}
    </>
  );
}
