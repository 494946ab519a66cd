import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../../api/account.ts";
import { asProblem } from "../../api/problem.ts";
import { reading } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Plate } from "../../parts/plate.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { DecodedFacts, Elements, vehicleName } from "./decoded.tsx";

/** A decoded VIN for an operator without a subscription: free, and not counted. */
export function OperatorDecode({ vin }: { vin: string }) {
  const { id } = useAccount();
  const query = useQuery({
    ...reading(["decode", vin], "/decode/{vin}", { path: { vin } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const decoded = query.data?.data;
  usePageTitle(decoded ? vehicleName(decoded) : vin);
  if (query.error) {
    const { status, message } = asProblem(query.error);
    if (status === 404) return <Empty title={t("VIN not found")}>{message}</Empty>;
    return <Failure error={query.error} what={t("Could not decode the VIN")} retry={query.refetch} />;
  }
  if (!decoded) return <Skeleton rows={6} />;
  return (
    <>
      <Head title={vehicleName(decoded)}>
        <T
          text="Free for operators and not counted. History, value and recalls need a subscription: <link>put yourself on a plan</link>."
          link={(words) => <Link to={`/customers/${id}`}>{words}</Link>}
        />
      </Head>
      <div className="veh-p">
        <Plate vin={vin} decoded={decoded} />
      </div>
      <Section title={t("Decoded from the VIN")}>
        <DecodedFacts decoded={decoded} />
        <Elements decoded={decoded} />
      </Section>
    </>
  );
}
