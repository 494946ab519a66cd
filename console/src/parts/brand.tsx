import { brandStore, isNamed } from "../api/brand.ts";
import { t } from "../base/language/language.ts";
import { servicePath } from "../base/service-path.ts";
import { Link } from "./router.tsx";

// Seventeen ticks in groups of 3, 5, 1, 1, 1, 6; the tall one is the check digit.
const ticks = [0, 3, 6, 10.2, 13.2, 16.2, 19.2, 22.2, 30.6, 34.8, 39, 42, 45, 48, 51, 54];

/** The operator's logo and name, or those of the program, as a link. */
export function Brand({ to }: { to: string }) {
  const brand = brandStore.use();
  const { name, logo, logo_dark } = brand;
  if (logo === null && !isNamed(brand))
    return (
      <Link className="brand" to={to}>
        <svg viewBox="0 0 56 18" aria-hidden="true">
          {ticks.map((x) => (
            <rect key={x} className="t" x={x} y={5} width={2} height={8} />
          ))}
          <rect className="g" x={26.4} y={0} width={2} height={18} />
        </svg>
        {t("Vingate")}
      </Link>
    );
  return (
    <Link className="brand" to={to}>
      {logo !== null && (
        <img
          className={logo_dark === null ? "brand-logo" : "brand-logo only-light"}
          src={servicePath + logo}
          alt=""
        />
      )}
      {logo !== null && logo_dark !== null && (
        <img className="brand-logo only-dark" src={servicePath + logo_dark} alt="" />
      )}
      <span className="brand-name" dir="auto">
        {name}
      </span>
    </Link>
  );
}

/** How to reach the operator, and its links; nothing without any. */
export function BrandFoot() {
  const { contact, links } = brandStore.use();
  const { email, phone, url } = contact;
  const reached = [
    email === null ? undefined : { href: `mailto:${email}`, text: email },
    phone === null ? undefined : { href: `tel:${phone.replace(/[^+0-9]/g, "")}`, text: phone },
    url === null ? undefined : { href: url, text: t("Help") },
    ...links.map(({ url, label }) => ({ href: url.startsWith("/") ? servicePath + url : url, text: label })),
  ].filter((one) => one !== undefined);
  if (reached.length === 0) return null;
  return (
    <ul className="brand-foot">
      {reached.map(({ href, text }) => (
        <li key={`${href} ${text}`}>
          <a href={href} dir="auto" {...(href.startsWith("https:") && { rel: "noreferrer" })}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
