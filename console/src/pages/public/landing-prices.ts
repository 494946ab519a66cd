/** Statuses of a lookup and their usual price. */
export const prices: readonly { readonly status: number; readonly when: string; readonly price: string }[] = [
  { status: 200, when: "A record was found.", price: "1 credit" },
  { status: 404, when: "No such vehicle or no record. This does not prove that none exists.", price: "free" },
  { status: 422, when: "Invalid input, for example a VIN with 16 characters.", price: "free" },
  { status: 402, when: "No credits left. A credit is never spent twice.", price: "free" },
  { status: 429, when: "Too many calls for the plan. Retry-After says when to retry.", price: "free" },
  { status: 503, when: "The service could not respond or could not record the call.", price: "free" },
];
