/** Every kind of answer, and what is charged for it where a plan says nothing else. */
export const costs: readonly { readonly status: number; readonly when: string; readonly charged: string }[] =
  [
    { status: 200, when: "There is a record, and you have it.", charged: "1 credit" },
    {
      status: 404,
      when: "No such vehicle, or no record of it here. Absence is no proof, and the answer says so.",
      charged: "nothing",
    },
    { status: 422, when: "Sixteen characters, or an O where a 0 belongs.", charged: "nothing" },
    {
      status: 402,
      when: "The last one is spent. Two callers never get the same credit.",
      charged: "nothing",
    },
    {
      status: 429,
      when: "Faster than the plan allows. Retry-After says when to come back.",
      charged: "nothing",
    },
    { status: 503, when: "The service could not answer, or could not record the call.", charged: "nothing" },
  ];
