import { useEffect, useRef } from "react";

/** A mail's HTML, apart from the page's styles. Nothing in it can be pressed. */
export function MailView({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    // The page has a main of its own.
    const text = html.replaceAll(' style="', ' data-style="').replaceAll(/(<\/?)main\b/g, "$1div");
    const { body } = new DOMParser().parseFromString(text, "text/html");
    const mail = document.createElement("div");
    mail.append(...body.childNodes);
    // Styles in attributes are refused by the console's policy; those that a script sets are not.
    mail.style.cssText = body.dataset.style ?? "";
    for (const one of mail.querySelectorAll<HTMLElement>("[data-style]"))
      one.style.cssText = one.dataset.style ?? "";
    root.replaceChildren(mail);
  }, [html]);
  return <div className="mail-view" ref={host} inert />;
}
