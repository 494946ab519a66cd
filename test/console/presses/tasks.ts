/**
 * What people do most, and the presses that each takes from where they are; typing is not counted. Each is done by a
 * script of this folder, which takes its number from here.
 */
export const tasks = {
  // An operator's.
  "plan with price, published": 5,
  "new price for new customers only": 2,
  "turn on payments by transfer": 2,
  "sell by transfer, operator": 2,
  "sell by transfer, equal": 1,
  "sell by transfer, buyer": 3,
  "match a transfer": 2,
  "refund by card": 3,
  "refund by transfer": 4,
  "unpaid periods settled": 2,
  "why this amount, by number": 1,
  "find by name, VIN, invoice, reference": 1,
  "bookkeeper's month": 1,
  "add customer, put on plan": 3,
  "give 500 credits": 2,
  approve: 1,
  "colleague as supporter": 3,
  "view as": 2,
  "act for": 1,
  "block a customer with a reason": 3,
  "double charged?": 2,
  "who calls most": 1,
  "a call by its ID": 1,
  "own CSV with odd names": 5,
  "register an API and test it": 3,
  "audit of a person": 2,
  "failing webhook, send again": 2,
  "backup now": 1,
  "health, new version, 5xx, disk": 0,
  brand: 3,
  // A customer's.
  "sign up, first 200": 3,
  "sign up, buy, PDF": 6,
  "buy more credits": 2,
  "change plan": 2,
  "decode with any plan": 1,
  "list of 500 with chosen lookups": 2,
  "see usage": 0,
  "rotate a key": 3,
  "webhook and test event": 3,
} as const;

export type TaskName = keyof typeof tasks;
