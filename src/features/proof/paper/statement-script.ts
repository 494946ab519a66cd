// What the thread of papers loads to draw a statement.
export { renderStatement as render } from "./render-statement.ts";
