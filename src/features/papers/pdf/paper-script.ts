// What the thread of papers loads to draw an invoice or a credit note.
export { renderPaper as render } from "./render-paper.ts";
