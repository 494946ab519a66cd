import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { paymentSettings } from "../../api/money.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { everything } from "../../parts/form-dialog.tsx";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";

type PaymentSettings = Schemas["PaymentSettings"];
type Way = PaymentSettings["payments"];

const wayNames: Readonly<Record<Way, string>> = {
  off: t("Payments are off"),
  invoice: t("You invoice customers yourself"),
  manual: t("Customers pay by transfer"),
  stripe: t("Customers pay by card and transfer"),
};

const missingNames = { seller: t("Seller"), taxes: t("Taxes") } as const;

const sells = ({ payments }: PaymentSettings): boolean => payments === "manual" || payments === "stripe";

export async function paymentsLine(): Promise<SectionLine> {
  const found = await queryClient.fetchQuery(paymentSettings);
  const text =
    found.chosen_by === "environment"
      ? `${wayNames[found.payments]} · ${t("Set by {name}", { name: "VINGATE_PAYMENTS" })}`
      : wayNames[found.payments];
  const [first] = found.missing;
  if (found.payments === "off") return { text, state: ["blocked", t("Nothing is sold")] };
  if (sells(found) && first)
    return { text, state: ["blocked", t("Missing: {name}", { name: missingNames[first] })] };
  return { text, state: ["ok", t("On")] };
}

/** How customers pay, and what is missing before they can. */
export function PaymentSettingsPage() {
  const query = useQuery(paymentSettings);
  return (
    <>
      <Head title={query.data ? wayNames[query.data.payments] : t("Payments")}>
        {t("How customers pay for plans and packages. A change applies on all nodes within a second.")}
      </Head>
      <div className="sec tight">
        <Loaded query={query} what={t("Could not load how customers pay")} rows={3}>
          {(found) => (
            <>
              <Missing found={found} />
              {found.chosen_by === "environment" ? (
                <p>{t("Set by {name}. Change it there, and restart.", { name: "VINGATE_PAYMENTS" })}</p>
              ) : (
                <Choices payments={found.payments} />
              )}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function Missing({ found: { missing } }: { found: PaymentSettings }) {
  if (missing.length === 0) return null;
  return (
    <div className="notice" role="status">
      <p className="strong">{t("Nothing is sold by transfer or card yet")}</p>
      <p>{t("Each invoice needs the seller and the taxes. Enter what is missing:")}</p>
      <p className="actions note">
        {missing.map((name) => (
          <Link key={name} className="btn" to={`/settings/${name}`}>
            {missingNames[name]}
          </Link>
        ))}
      </p>
    </div>
  );
}

interface Choice {
  readonly way: Exclude<Way, "stripe">;
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

const choices: readonly Choice[] = [
  {
    way: "manual",
    title: t("By transfer"),
    text: t(
      "Customers order on the price page and receive a reference to pay with. You record what arrives; then the invoice is issued and the credits are granted.",
    ),
    action: t("Turn on payments by transfer"),
  },
  {
    way: "invoice",
    title: t("By your own invoices"),
    text: t(
      "Plans start immediately, without an invoice of this service. You send invoices and collect the money.",
    ),
    action: t("Invoice customers yourself"),
  },
  {
    way: "off",
    title: t("Off"),
    text: t(
      "Nothing with a price is sold, and the price page says so. Plans that run go on, and payments that are open stay open.",
    ),
    action: t("Turn payments off"),
  },
];

function Choices({ payments }: { payments: Way }) {
  const queries = useQueryClient();
  const choose = async (way: Choice["way"]) => {
    const { payments: chosen } = await dataOf(api.PUT("/payments/settings", { body: { payments: way } }));
    for (const queryKey of everything) await queries.invalidateQueries({ queryKey });
    showToast(wayNames[chosen]);
  };
  return (
    <>
      {choices.map(({ way, title, text, action }) => (
        <Section key={way} title={title} note={text}>
          {way === payments ? (
            <p className="st st-ok">{t("Chosen")}</p>
          ) : (
            <Button
              look={way === "manual" ? "primary" : undefined}
              permission="payments.decide"
              busy={t("Saving")}
              onPress={() => choose(way)}
            >
              {action}
            </Button>
          )}
        </Section>
      ))}
      <Section
        title={t("By card")}
        note={
          <T text="Set <code>VINGATE_PAYMENTS=stripe</code> and Stripe's key in the environment, and restart." />
        }
      />
    </>
  );
}
