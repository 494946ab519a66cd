import type { ComponentType, ReactNode } from "react";
import type { Permission } from "../api/account.ts";
import type { Product, RequestRecord, Schemas } from "../api/client.ts";
import type { BuyerTax } from "./buyer-tax.ts";
import type { Outcome } from "./outcome-kind.ts";
import type { Column } from "./table.tsx";

type Plan = Schemas["SubscriptionPlan"];

/** A part of a page about a plan. */
export interface PlanPart {
  readonly plan: Plan;
}

/** A part about a plan's period that is not paid. */
export interface PeriodPart extends PlanPart {
  readonly period: Schemas["BillingPeriod"];
}

/** What starts a plan now: `children` unless it is paid first. */
export interface StartPart extends PlanPart {
  readonly change: Plan["changes"][number];
  /** The label of the button, with the price as the account pays it. */
  readonly label: string;
  readonly isFirst: boolean;
  readonly children: ReactNode;
  /** What the button of `children` does. */
  start(): void;
}

/** The dialog that matches a transfer with a payment. */
export interface MatchPart {
  /** The transfer's ID. */
  readonly id: string;
  close(): void;
}

type RemainingCredential = Schemas["RemainingCredential"];

/** How a credential that an event left is ended. */
export interface RemainingKind {
  readonly kind: RemainingCredential["kind"];
  /** The button's label, and the message after its action. */
  readonly action: string;
  readonly ended: string;
  end(userId: string, one: RemainingCredential): Promise<unknown>;
}

/** What a plan has besides its price, as its page edits it. */
export interface PlanContents {
  readonly name: string;
  readonly isApproved: boolean;
  readonly policy: Product["policy"];
  /** The names of its APIs. */
  readonly lookups: readonly string[];
  /** Fields of the plan itself that stand among those of its price. */
  readonly fields: { readonly starts: ReactNode; readonly credits: ReactNode };
}

/** The price of a plan as its page edits it. */
export interface EditedPrice {
  /** Whether the plan is sold: it gives the credits of its price. */
  readonly isPriced: boolean;
  /** What a role needs to publish it. */
  readonly permission: Permission;
  /** Whether something was typed, and whether there is something to publish. */
  readonly isTouched: boolean;
  readonly isChanged: boolean;
  /** What follows the plan's name in the heading, and the sentence below it. */
  readonly heading: string;
  readonly note: ReactNode;
  /** Why nothing is sold. */
  readonly notice: ReactNode;
  /** What a publication does, and the label of its button. */
  readonly effect: string;
  readonly action: string;
  readonly sections: ReactNode;
  readonly aside: ReactNode;
  /** Marks what is missing. Returns whether the price can be published. */
  check(): boolean;
  /** Publishes the draft, and the plan with it if `withPlan`. */
  publish(withPlan: boolean): Promise<void>;
}

export interface PlanPricePart {
  readonly product: Product;
  readonly contents: PlanContents;
  /** Shown above the failure while there is no price to show. */
  readonly head: ReactNode;
  /** Called after a version is published. */
  saved(): Promise<void>;
  children(price: EditedPrice): ReactNode;
}

/** Whether a plan is sold, and if not, why. */
export interface SaleState {
  readonly outcome: Outcome;
  readonly text: string;
  readonly why?: string | undefined;
}

/** What the list of plans shows of their prices. */
export interface PlanPrices {
  /** Whether any of it is still to come: the list waits for it, so that no row changes its height. */
  readonly isLoading: boolean;
  readonly note: string | undefined;
  readonly notice: ReactNode;
  readonly prices: readonly Column<Product>[];
  readonly income: readonly Column<Product>[];
  /** Undefined while the plan's price is not loaded. */
  stateOf(product: Product): SaleState | undefined;
  /** Undefined for a plan without a price, or while they are counted. */
  customersOf(product: Product): number | undefined;
}

export interface PlanPricesPart {
  readonly products: readonly Product[];
  children(prices: PlanPrices): ReactNode;
}

export interface PlanWith {
  readonly name: string;
  readonly credits: string;
  readonly price_minor: number;
  readonly currency: string;
  /** `per month`. */
  readonly every: string;
}

/** A line of the table of what an account has paid and called. */
export interface BillingRow {
  /** What it is about. Rows of several features that share an ID are one: what the first leaves out is of the next. */
  readonly ids: readonly string[];
  /** ISO 8601; the newest is first. */
  readonly at: string;
  /** `2026-11`. */
  readonly month: string;
  readonly number: string;
  /** The page about it. */
  readonly to?: string;
  readonly what?: ReactNode;
  readonly amount?: ReactNode;
  readonly state?: ReactNode;
  readonly actions?: ReactNode;
}

/** The rows of a feature in that table. */
export interface BillingRows {
  /** The key of its queries: what makes them old makes the rows old. */
  readonly key: string;
  /** The title of a failure. */
  readonly what: string;
  /** The newest of an account, `least` or all of them, and how many there are. */
  load(
    account: string,
    least: number,
  ): Promise<{ readonly rows: readonly BillingRow[]; readonly total: number }>;
  /** Those that a text finds: a number, a sum, an order or a reference. */
  find?(
    account: string,
    text: string,
  ): Promise<{ readonly rows: readonly BillingRow[]; readonly total: number }>;
  /** Saves a file of all. */
  download?(account: string): Promise<void>;
}

/** A part with what a role needs to see it. */
export interface Permitted<Props> {
  readonly permission: Permission;
  readonly Part: ComponentType<Props>;
}

/** What a feature adds to pages of the core. */
export interface PageParts {
  /** A section of the request log's panel about one call. */
  readonly call?: ComponentType<{ readonly record: RequestRecord }>;
  /** A section of a tab of the operator's page about a customer. */
  readonly customer?: {
    readonly tab: "overview" | "members";
    readonly Section: ComponentType<{ readonly userId: string }>;
  };
  /** A page about a customer, which the operator's page of the customer links to. */
  readonly user?: {
    readonly title: string;
    pathOf(userId: string): string;
  };
  /** Sections of the page of billing about a subscription: of its plan, and of what is paid beside it. */
  readonly plans?: ComponentType<PlanPart>;
  readonly billed?: ComponentType<PlanPart>;
  readonly startPlan?: ComponentType<StartPart>;
  /** In the notice of an unpaid period: what was tried, and buttons. In its place, that it is being debited. */
  readonly unpaid?: {
    readonly unlessDebited: ComponentType<PeriodPart & { readonly children: ReactNode }>;
    readonly note: ComponentType<PeriodPart>;
    readonly actions: ComponentType<PeriodPart>;
  };
  /** The prices of plans: in the operator's list of plans, and on the page of a plan. */
  readonly planPrices?: Permitted<PlanPricesPart>;
  readonly planPrice?: Permitted<PlanPricePart>;
  /** The path at which the plan that a visitor chose is bought after sign-up; undefined if it cannot be. */
  readonly afterSignUp?: (productId: string, subscriptionId: string) => Promise<string | undefined>;
  /** The path at which a new subscription is paid; undefined if it is not paid in advance. */
  readonly afterSubscribing?: (subscriptionId: string) => Promise<string | undefined>;
  /** The tax that an account pays now; null if the operator has entered none. One feature has it. */
  readonly taxOf?: (accountId: string) => Promise<BuyerTax | null>;
  /** A section, half a row wide, of the page of billing about the account, and its plan if there is one. */
  readonly billing?: ComponentType<Partial<PlanPart>>;
  readonly billingRows?: BillingRows;
  /** Where a visitor goes on who has confirmed the address for it; undefined if nothing waits for that. */
  readonly afterConfirming?: () => { readonly to: string; readonly action: string } | undefined;
  /** Controls above the button that creates an account. */
  readonly signUp?: ComponentType<SignUpPartProps>;
  /** Buttons above the password of the sign-in page. `next` is the path to open afterwards (`leaveSignIn`). */
  readonly signInWith?: ComponentType<{ readonly next: string | undefined }>;
  /** The cheapest plan on sale that has some APIs; undefined if none has all of them. */
  readonly planWith?: (apis: readonly string[]) => Promise<PlanWith | undefined>;
  /** Sections, half a row wide, of the page about how the user signs in. */
  readonly security?: ComponentType;
  /** How a credential that it keeps is ended from the list of those that events left. */
  readonly remaining?: RemainingKind;
  /** Buttons of the dialog in which a user proves again who it is. `done` closes it. */
  readonly proveWith?: ComponentType<{ done(): void }>;
  /** The method of a step-up that `proveWith` is. */
  readonly proves?: string;
  /** Sections of the page with the user's own details. */
  readonly profile?: ComponentType;
  /** Records what an account pays by transfer, in the page of the customer. */
  readonly recordFor?: ComponentType<{ readonly userId: string }>;
  readonly matchTransfer?: ComponentType<MatchPart>;
  /** What an operator decides before a service that was restored resumes. */
  readonly held?: ComponentType;
  /** What is beside every page of a signed-in user, such as a dialog. */
  readonly signedIn?: ComponentType;
}

export interface SignUpPartProps {
  /** Sets what is done once, in the new session. Its failure does not stop the sign-up. */
  afterwards(run: () => Promise<unknown>): void;
}

let parts: readonly PageParts[] = [];

/** Called once, before a page is shown, because this folder imports no features. */
export function setPageParts(own: readonly PageParts[]): void {
  parts = own;
}

export const pageParts = (): readonly PageParts[] => parts;
