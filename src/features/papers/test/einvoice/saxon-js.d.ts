/** What the tests use of SaxonJS, which has no types of its own. */
declare module "saxon-js" {
  /** Runs compiled XSLT (SEF, parsed) on a document and returns what it makes as text. */
  export function transform(
    options: {
      readonly stylesheetInternal: object;
      readonly sourceText: string;
      readonly destination: "serialized";
    },
    execution: "sync",
  ): { readonly principalResult: string };
}
