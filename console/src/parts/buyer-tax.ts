/** The tax that an account pays now. */
export interface BuyerTax {
  /** In hundredths of a percent. */
  readonly rate: number;
  /** `VAT 19%`, or `VAT 0%, reverse charge`. */
  readonly text: string;
  /** Whether the account has said from which country it buys: until then the tax can be another. */
  readonly isKnown: boolean;
}
