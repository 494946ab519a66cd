/** The tax that an account pays now. */
export interface BuyerTax {
  /** In hundredths of a percent. */
  readonly rate: number;
  /** `VAT 19%`, or `VAT 0%, reverse charge`. */
  readonly text: string;
  /** Whether the account has set the country from which it buys: until then the tax can change. */
  readonly isKnown: boolean;
}
