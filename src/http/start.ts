/** Where programs begin. */
export interface Start {
  /** `Link` of the answer. Paths become whole. */
  readonly link: string;
  /** `links` of the body, by their names. */
  links(publicUrl: string): Readonly<Record<string, string>>;
}
