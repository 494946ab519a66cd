import { useQuery } from "@tanstack/react-query";
import { t } from "../../base/language/language.ts";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { BrandForm } from "./brand-form.tsx";
import { brandQuery } from "./brand-queries.ts";

/** How the operator presents the service. */
export function BrandPage() {
  const query = useQuery(brandQuery);
  return (
    <>
      <Head title={t("Brand")}>
        {t(
          "On all pages, in mails, and on papers that are issued a minute later. Papers that were issued stay as they are.",
        )}
      </Head>
      <div className="sec tight">
        <Loaded query={query} what={t("Could not load the brand")}>
          {(brand) => <BrandForm key={brand.version} before={brand} />}
        </Loaded>
      </div>
    </>
  );
}
