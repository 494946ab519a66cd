/** How the operator presents itself at the head and the foot of each page. */
export interface Letterhead {
  /** Null: the seller's, or that of the service. */
  readonly name: string | null;
  /** Address, telephone and page on one line; may be empty. */
  readonly contact: string;
  /** A PNG. Drawings in SVG are not drawn: the name is. */
  readonly logo: Uint8Array | null;
}
