import { z } from "zod";

/** A text, `""` when unknown. */
export const text = z.string();

/** An object of texts. */
export function texts<const Names extends readonly string[]>(...names: Names) {
  const shape = Object.fromEntries(names.map((name) => [name, text]));
  return z.object(shape as Record<Names[number], z.ZodString>);
}

/** An object of texts of which any may be absent. */
export function someTexts(...names: readonly string[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, text.optional()])));
}

/** `{"status":"success","data":…}`, a component of its own in the OpenAPI document. */
export function answer<Data extends z.ZodType>(id: string, data: Data) {
  return z.object({ status: z.literal("success"), data }).meta({ id });
}

/** What selectors answer. */
export const Choices = answer("Choices", z.array(text));
