import type { Made } from "./management-calls.ts";

const acme = () => ({ id: "acme" });

/** The list of customers, and what operators write down about one. */
export const customerCalls = [
  { operation: "listCustomers", query: () => ({ page: 1, page_size: 2 }) },
  {
    operation: "addUserNote",
    params: acme,
    json: () => ({ text: "Pays the yearly invoice by transfer." }),
    keep: (body: { id: string }, made: Made) => {
      made.noteId = body.id;
    },
  },
  { operation: "listUserNotes", params: acme, query: () => ({ page: 1, page_size: 2 }) },
  { operation: "deleteUserNote", params: (made: Made) => ({ id: "acme", note_id: made.noteId }) },
] as const;
