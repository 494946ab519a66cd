import type { ComponentProps, ReactNode } from "react";
import { count } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { price } from "../base/money.ts";
import {
  amountFault,
  rateFault,
  rateWords,
  shareFault,
  shareWords,
  shownAmount,
  shownRate,
  shownWhole,
  type Typed,
  typedAmount,
  typedRate,
  wholeFault,
  wholeNumber,
} from "../base/typed-numbers.ts";
import { Field } from "./field.tsx";

type FieldProps = Omit<ComponentProps<typeof Field>, "value" | "inputMode" | "type" | "unit">;

interface NumberFieldProps extends FieldProps {
  /** A number until something is typed. */
  readonly value: Typed;
}

/** `Reads as €59.90.` before the hint: the value is repeated before anything can be pressed. */
function withReading(reading: string | undefined, hint: ReactNode): ReactNode {
  if (reading === undefined) return hint;
  const said = t("Reads as {reading}.", { reading });
  return hint ? (
    <>
      {said} {hint}
    </>
  ) : (
    said
  );
}

/** Undefined for what is empty or refused. */
const readable = (units: number | undefined, words: (units: number) => string): string | undefined =>
  units === undefined || Number.isNaN(units) ? undefined : words(units);

/** The smallest whole number with groups: a shorter one reads as it is typed. */
const grouped = 1000;

interface WholeFieldProps extends NumberFieldProps {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

/** A whole number, with groups or without. */
export function WholeField({ value, least, most, fault, hint, ...rest }: WholeFieldProps) {
  const units = wholeNumber(value);
  const reading = units !== undefined && units >= grouped ? count(units) : undefined;
  return (
    <Field
      autoComplete="off"
      {...rest}
      inputMode="numeric"
      value={shownWhole(value)}
      fault={wholeFault(value, least, most) ?? fault}
      hint={withReading(reading, hint)}
    />
  );
}

/** An amount of a currency, in minor units until something is typed. */
export function MoneyField({
  value,
  currency,
  fault,
  hint,
  ...rest
}: NumberFieldProps & { currency: string }) {
  // A code that is still typed has no sign.
  const reading = /^[A-Z]{3}$/.test(currency)
    ? readable(typedAmount(value, currency), (minor) => price(minor, currency))
    : undefined;
  return (
    <Field
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      unit={currency}
      value={shownAmount(value, currency)}
      fault={amountFault(value, currency) ?? fault}
      hint={withReading(reading, hint)}
    />
  );
}

/** A whole number, or a percentage with its sign. */
export function ShareField({ value, fault, hint, ...rest }: FieldProps & { readonly value: string }) {
  return (
    <Field
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      value={value}
      fault={shareFault(value) ?? fault}
      hint={withReading(shareWords(value), hint)}
    />
  );
}

/** A percentage from 0 to 100, in hundredths until something is typed. */
export function RateField({ value, fault, hint, ...rest }: NumberFieldProps) {
  return (
    <Field
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      value={shownRate(value)}
      fault={rateFault(value) ?? fault}
      hint={withReading(readable(typedRate(value), rateWords), hint)}
    />
  );
}
