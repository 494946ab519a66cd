/** The note that is added, and then deleted. */
let noteId = "";

const acme = () => ({ id: "acme" });

/** The list of customers, and what operators write down about one. */
export const customerCalls = [
  { operation: "listCustomers", query: () => ({ page: 1, page_size: 2 }) },
  {
    operation: "addUserNote",
    params: acme,
    json: () => ({ text: "Pays the yearly invoice by transfer." }),
    keep: (body: { id: string }) => {
      noteId = body.id;
    },
  },
  { operation: "listUserNotes", params: acme, query: () => ({ page: 1, page_size: 2 }) },
  { operation: "deleteUserNote", params: () => ({ id: "acme", note_id: noteId }) },
] as const;
