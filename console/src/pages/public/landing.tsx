import { useQuery } from "@tanstack/react-query";
import { brandStore, isNamed } from "../../api/brand.ts";
import { families } from "../../api/families.ts";
import { identity, sampleDecode } from "../../api/queries.ts";
import { sessionStore } from "../../api/session.ts";
import { milliseconds, title, withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { servicePath } from "../../base/service-path.ts";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { Facts } from "../../parts/facts.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Status } from "../../parts/outcome.tsx";
import { Plate } from "../../parts/plate.tsx";
import type { DecodedVin } from "../../parts/plate-parts.ts";
import { publicLinks } from "../../parts/public-links.ts";
import { PublicLinks, PublicPage } from "../../parts/public-page.tsx";
import { Link } from "../../parts/router.tsx";
import { decodeCall } from "../../parts/samples.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Scroll } from "../../parts/table.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { prices } from "./landing-prices.ts";

/** The words of the program, or of a service under the operator's name: its visitors host nothing. */
function Hero({ isOwn }: { isOwn: boolean }) {
  return (
    <section className="hero">
      <h1>{isOwn ? t("Vehicle data by API") : t("Turn 17 characters into a vehicle's record.")}</h1>
      <div>
        <p className="lead">
          {isOwn
            ? t(
                "Decode a VIN, and look up a vehicle's history and market value. Every call is counted exactly once.",
              )
            : t(
                "Vingate decodes VINs and adds history and market values. You host it yourself. Every call is counted exactly once.",
              )}
        </p>
        <p className="actions">
          <Link className="btn btn-primary btn-big" to="/sign-up">
            {t("Get an API key")}
          </Link>
          <a className="btn btn-big" href="#lookups">
            {t("View lookups")}
          </a>
        </p>
        <p className="sm muted">{t("15 credits, no card, no approval. Not found is free.")}</p>
      </div>
    </section>
  );
}

function factsOf(decoded: DecodedVin): [string, string][] {
  const { basic, engine, fuel, manufacturer, check, dimensions, drivetrain, transmission } = decoded;
  return [
    [t("Vehicle"), [basic.year, title(basic.make ?? ""), basic.model, basic.trim].filter(Boolean).join(" ")],
    [t("Body"), (basic.body_type ?? "").split("/")[0] ?? ""],
    [
      t("Engine"),
      [
        engine.engine_size && `${engine.engine_size} L`,
        engine.cylinders && t("{cylinders} cylinders", { cylinders: engine.cylinders }),
        engine.engine_description,
      ]
        .filter(Boolean)
        .join(", "),
    ],
    [t("Fuel"), fuel.fuel_type ?? ""],
    [t("Weight class"), dimensions.gvwr?.replace(/^Class (\w+): /, "$1, ").replace(/ \(.*/, "") ?? ""],
    [
      t("Assembled in"),
      [title(manufacturer.plant_city ?? ""), manufacturer.country].filter(Boolean).join(", "),
    ],
    [t("Drive"), drivetrain.drive_type ?? ""],
    [t("Transmission"), transmission.transmission_style ?? ""],
    [t("Seats"), basic.seating_capacity ?? ""],
    [
      t("Check digit"),
      check.valid
        ? t("{digit}, correct", { digit: check.check_digit })
        : t("{checkDigit}, expected {expected}", { checkDigit: check.check_digit, expected: check.expected }),
    ],
  ];
}

function Sample({ decoded, duration }: { decoded: DecodedVin; duration: number }) {
  const { intro, basic, engine, manufacturer, check } = decoded;
  const facts = factsOf(decoded);
  const unknown = facts.filter(([, value]) => !value).map(([name]) => withinSentence(name));
  const data = { intro, basic, engine, manufacturer, check };
  return (
    <Section
      id="call"
      title={t("One call, one response")}
      aside={
        <span className="muted">
          {t("Decoded by this service in {milliseconds}", { milliseconds: milliseconds(duration) })}
        </span>
      }
    >
      <div className="cols">
        <div className="c5">
          <Facts facts={facts} />
          {unknown.length > 0 && (
            <p className="xs muted note">
              {t("This VIN does not contain {unknown}. The response leaves it unknown.", {
                unknown: unknown.join(", ").replace(/, ([^,]*)$/, " or $1"),
              })}
            </p>
          )}
        </div>
        <div className="c7">
          <Tabs
            label={t("Request and response")}
            tabs={[
              {
                name: t("Response"),
                panel: <JsonView label={t("Part of the response")} value={{ status: "success", data }} />,
              },
              {
                name: t("Request"),
                panel: <CodeSamples call={decodeCall(intro.vin)} secret={undefined} />,
              },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

function Lookups() {
  return (
    <Section id="lookups" title={t("Lookups")}>
      <div className="asks">
        {families.lookups.map(({ group, lookups }) => (
          <section key={group}>
            <h3>{group}</h3>
            <table className="t">
              <caption className="vh">{group}</caption>
              <tbody>
                {lookups.map(({ name, description, path }) => (
                  <tr key={path}>
                    <th scope="row">{name}</th>
                    <td className="muted">{description}</td>
                    <td className="mono nowrap path">{path}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </Section>
  );
}

function Pricing() {
  return (
    <Section
      id="pricing"
      title={t("What a call costs")}
      note={
        <T text="A lookup costs one credit unless the plan sets another price. Lists of years, makes and models are free. Every response returns the credits left in <code>x-credits-remaining</code>." />
      }
    >
      <table className="t cost">
        <caption className="vh">{t("Responses and their price")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Response")}</th>
            <th scope="col">{t("When")}</th>
            <th scope="col" className="num">
              {t("Price")}
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ status, when, price }) => (
            <tr key={status}>
              <td>
                <Status status={status} />
              </td>
              <td>{when}</td>
              <td className={price === "free" ? "num" : "num strong"}>{price}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function SelfHost() {
  return (
    <Section id="self-host" title={t("Run your own")}>
      <div className="cols">
        <div className="c5">
          <p>
            {t(
              "One program, on a machine with Node 20. It contains the database and NHTSA's VIN data, needs no network access and sends no data out.",
            )}
          </p>
          <p>
            <T
              text="<link>Download it</link> with its SHA-256, or clone its sources."
              link={(words) => <a href={`${servicePath}/sdk`}>{words}</a>}
            />
          </p>
          <p className="note muted">
            {t(
              "Histories, prices and people of the demo set are synthetic and marked as such. Import your own records at any time.",
            )}
          </p>
        </div>
        <div className="c7">
          <div className="code">
            <Scroll label={t("Commands")}>
              <pre>
                npm ci && npm start{"   "}
                <span className="c">{t("# http://127.0.0.1:8080, ready in about ten seconds")}</span>
                {"\n"}npx vingate decode 5J6RW2H59JL990075{"   "}
                <span className="c">{t("# in a clone, after npm ci: without a server, key or charge")}</span>
              </pre>
            </Scroll>
          </div>
        </div>
      </div>
    </Section>
  );
}

export function Landing() {
  const sample = useQuery(sampleDecode);
  const build = useQuery(identity).data?.build;
  const session = sessionStore.use();
  const isOwn = isNamed(brandStore.use());
  const links = (
    <>
      <a href="#lookups">{t("Lookups")}</a>
      {publicLinks().length > 0 ? <PublicLinks /> : <a href="#pricing">{t("Pricing")}</a>}
      {!isOwn && <a href="#self-host">{t("Self-host")}</a>}
      <Link to="/docs">{t("Docs")}</Link>
    </>
  );
  const action = (
    <Link className="btn btn-primary" to={session ? "/home?start=1" : "/sign-up"}>
      {t("Get an API key")}
    </Link>
  );
  return (
    <PublicPage
      links={links}
      action={action}
      foot={t("VIN data: NHTSA vPIC, public domain. Vingate {build}, Apache-2.0.", { build: build ?? "" })}
    >
      <main id="main">
        <Hero isOwn={isOwn} />
        {/* As high as the screen until the sample is there, so that nothing in view moves. */}
        <div className={sample.isPending ? "land-wait" : undefined}>
          <Loaded query={sample} what={t("Could not decode the sample")} rows={3}>
            {({ response, milliseconds: duration }) => {
              const decoded = response.data as unknown as DecodedVin;
              return (
                <>
                  <section className="land-plate" aria-label={t("A decoded VIN")}>
                    <Plate vin={decoded.intro.vin} decoded={decoded} />
                  </section>
                  <Sample decoded={decoded} duration={duration} />
                </>
              );
            }}
          </Loaded>
        </div>
        <Lookups />
        <Pricing />
        {!isOwn && <SelfHost />}
      </main>
    </PublicPage>
  );
}
