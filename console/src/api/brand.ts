import { createStore } from "../base/store.ts";

/** How the operator presents the service. */
export interface PageBrand {
  readonly name: string;
  /** Paths below the service's prefix. */
  readonly logo: string | null;
  /** Null: the same in dark mode. */
  readonly logo_dark: string | null;
  readonly contact: {
    readonly email: string | null;
    readonly phone: string | null;
    readonly url: string | null;
  };
  /** Addresses, or paths below the service's prefix. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

const none: PageBrand = {
  name: "Vingate",
  logo: null,
  logo_dark: null,
  contact: { email: null, phone: null, url: null },
  links: [],
};

/** Whether the service has the operator's name, in place of the program's. */
export const isNamed = ({ name }: PageBrand): boolean => name !== none.name;

/** The brand that the service writes into the page, so that no page is shown without it. */
export const brandStore = createStore(readPageBrand());

function readPageBrand(): PageBrand {
  const text = globalThis.document?.getElementById("brand")?.textContent;
  return text ? (JSON.parse(text) as PageBrand) : none;
}
