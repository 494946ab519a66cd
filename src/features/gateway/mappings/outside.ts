import { OutsideMapping } from "./vendor-mapping.ts";

/** An answer outside its mapping, with the place apart. */
export class Outside extends OutsideMapping {
  /** The member of the mapping, with its expression. */
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}
