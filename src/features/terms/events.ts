import type { EventDeclaration } from "../../outbox/declared-events.ts";

declare module "../../outbox/events.ts" {
  interface EventData {
    /** To users who have accepted a former version. */
    readonly "terms.published": {
      readonly user_id: string;
      readonly kind: "terms" | "privacy" | "dpa" | "data_license";
      readonly version: number;
      readonly title: string;
    };
  }
}

/** The events of terms. */
export const termsEvents: readonly EventDeclaration[] = [
  {
    type: "terms.published",
    meaning: "Terms that the user has accepted have a newer version. Nothing stops until it is accepted.",
    data: { user_id: "lena", kind: "terms", version: 2, title: "Terms of service" },
  },
];
