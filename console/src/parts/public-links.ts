/** A page for visitors that their header and foot link to. */
export interface PublicLink {
  readonly path: string;
  readonly title: string;
}

let links: readonly PublicLink[] = [];

/** Called once, before a page is shown, because this folder imports no features. */
export function setPublicLinks(own: readonly PublicLink[]): void {
  links = own;
}

export const publicLinks = (): readonly PublicLink[] => links;
