/** Names a call: no other call has its number in its journal. A request ID can be that of several calls. */
export interface CallId {
  readonly journalId: string;
  readonly seq: number;
}

/** The text of a call ID, `JOURNAL/SEQ`. */
export const callIdText = ({ journalId, seq }: CallId): string => `${journalId}/${seq}`;

/** Texts that can be a call ID. */
export const callIdPattern = /^[0-9a-f]{32}\/[1-9][0-9]{0,14}$/;

/** The call ID of a text that the pattern matches. */
export function readCallId(text: string): CallId {
  const [journalId, seq] = text.split("/") as [string, string];
  return { journalId, seq: Number(seq) };
}
