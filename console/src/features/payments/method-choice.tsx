import { t } from "../../base/language/language.ts";
import { Choice } from "../../parts/choice.tsx";
import type { Method, Quote } from "./payment-queries.ts";

interface ChoiceProps {
  readonly quote: Quote;
  readonly method: Method;
  change(method: Method): void;
}

/** How it is paid: the saved card, a card that is entered, or a transfer. */
export function MethodChoice({ quote, method, change }: ChoiceProps) {
  const { methods, saved_method } = quote;
  const texts: Readonly<Record<Method, readonly [label: string, note: string]>> = {
    saved: [saved_method ?? t("Saved card"), t("Saved")],
    card: [methods.includes("saved") ? t("Another card") : t("Card"), t("On the provider's page")],
    transfer: [t("Bank transfer"), t("Credits come when the money has arrived")],
  };
  return (
    <fieldset className="radios">
      <legend>{t("Payment method")}</legend>
      {methods.map((one) => {
        const [label, note] = texts[one];
        return (
          <Choice key={one} name="method" checked={method === one} choose={() => change(one)}>
            {label}
            <span className="sub">{note}</span>
          </Choice>
        );
      })}
    </fieldset>
  );
}
