import type { PlaceholderPlan } from "./body.ts";

/** Whose contact data answers show: `VINGATE_PERSONAL_DATA`. */
export type PersonalData = "dealers" | "all" | "none";

const contacts = ["phone", "email", "address", "zip_code"] as const;
const planFor = (kind: "dealer" | "person"): PlaceholderPlan => ({
  data: { images: ["image"], ...Object.fromEntries(contacts.map((member) => [member, kind])) },
});
const dealer = planFor("dealer");
const person = planFor("person");

/** The images and contact data of a sale record; a seller that is not a dealership counts as a person. */
export function contactPlan(record: object): PlaceholderPlan {
  const { data } = record as { data?: { seller_type?: unknown } };
  return data?.seller_type === "dealership" ? dealer : person;
}

/** Whether contact data of that kind are to be blanked. */
export function isHidden(kind: "dealer" | "person", shown: PersonalData): boolean {
  return shown === "none" || (shown === "dealers" && kind === "person");
}

/** A value without the contact data that are to be blanked, by the placeholders of its record. */
export function withoutHidden(
  value: unknown,
  plan: PlaceholderPlan | undefined,
  shown: PersonalData,
): unknown {
  if (plan === "person" || plan === "dealer")
    return typeof value === "string" && isHidden(plan, shown) ? "" : value;
  if (typeof plan !== "object" || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const [each] = Array.isArray(plan) ? (plan as readonly [PlaceholderPlan]) : [];
    return value.map((item) => withoutHidden(item, each, shown));
  }
  const plans = plan as Readonly<Record<string, PlaceholderPlan>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(plans, name) ? withoutHidden(member, plans[name], shown) : member,
    ]),
  );
}
