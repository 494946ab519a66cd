import { decoders, useOwnKey } from "../../api/own-key.ts";
import { t } from "../../base/language/language.ts";
import { usePrice } from "./use-price.ts";

export type Decoder = (typeof decoders)[number];

export const decoderNames: Readonly<Record<Decoder, string>> = {
  "oem-vin-decode": t("OEM VIN decoder"),
  "vin-decoder": t("Basic VIN decoder"),
};

export interface Decoders {
  /** The one that costs least; of two with one price, the one with more values. Undefined without any in the plan. */
  readonly cheapest: Decoder | undefined;
  /** The one with most values. */
  readonly fullest: Decoder | undefined;
}

/** The decoders of the user's plan; all while its contents load. */
export function useDecoders(): Decoders {
  const { subscription, coverage } = useOwnKey();
  const { creditsOf } = usePrice();
  const own = decoders.filter((api) => (subscription && coverage?.(api)(subscription)) ?? true);
  const [cheapest] = own.toSorted((a, b) => creditsOf([`/${a}/`]) - creditsOf([`/${b}/`]));
  return { cheapest, fullest: own[0] };
}
