import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { seller } from "./paper-queries.ts";
import { SellerForm } from "./seller-form.tsx";

/** Who sells, as every invoice prints it. */
export const SellerPage = () => (
  <>
    <Head title={t("Seller")}>
      {t("Printed on every invoice and shown on the price page. Needed before the first invoice.")}
    </Head>
    <Loaded query={useQuery(seller)} what={t("Could not load the seller's data")} rows={10}>
      {(found) => <SellerForm before={found} />}
    </Loaded>
  </>
);
