import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { families } from "../../api/families.ts";
import { identity, sampleDecode } from "../../api/queries.ts";
import { sessionStore } from "../../api/session.ts";
import { milliseconds, title } from "../../base/format.ts";
import { Mark } from "../../parts/brand.tsx";
import { CodeSamples } from "../../parts/code-samples.tsx";
import { Facts } from "../../parts/facts.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Status } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Plate } from "../../parts/plate.tsx";
import type { DecodedVin } from "../../parts/plate-parts.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { ThemeChoice } from "../../parts/theme-choice.tsx";
import { costs } from "./landing-lookups.ts";

function Top() {
  const session = sessionStore.use();
  return (
    <header className="land-top">
      <Link className="brand" to="/">
        <Mark />
        Vingate
      </Link>
      <nav aria-label="Site">
        <a href="#ask">What it answers</a>
        <a href="#cost">Costs</a>
        <a href="#run">Run it</a>
        <Link to="/docs">Guide</Link>
        {session ? <Link to="/overview">Your overview</Link> : <Link to="/sign-in">Sign in</Link>}
      </nav>
      <Link className="btn btn-primary" to={session ? "/quick-start" : "/sign-up"}>
        Get a key
      </Link>
    </header>
  );
}

function Hero() {
  return (
    <section className="hero">
      <h1>Seventeen characters tell you the car.</h1>
      <div>
        <p className="lead">
          Vingate decodes a VIN and adds what the car has been through and what it is worth. You run it
          yourself, and every call is counted exactly once.
        </p>
        <p className="actions">
          <Link className="btn btn-primary btn-big" to="/sign-up">
            Get a key
          </Link>
          <a className="btn btn-big" href="#ask">
            See what it answers
          </a>
        </p>
        <p className="sm muted">15 credits, no card, no approval. What is not found costs nothing.</p>
      </div>
    </section>
  );
}

function factsOf(decoded: DecodedVin): [string, string][] {
  const { basic, engine, fuel, manufacturer, check, dimensions, drivetrain, transmission } = decoded;
  return [
    ["Vehicle", [basic.year, title(basic.make ?? ""), basic.model, basic.trim].filter(Boolean).join(" ")],
    ["Body", (basic.body_type ?? "").split("/")[0] ?? ""],
    [
      "Engine",
      [
        engine.engine_size && `${engine.engine_size} L`,
        engine.cylinders && `${engine.cylinders} cylinders`,
        engine.engine_description,
      ]
        .filter(Boolean)
        .join(", "),
    ],
    ["Fuel", fuel.fuel_type ?? ""],
    ["Weight class", dimensions.gvwr?.replace(/^Class (\w+): /, "$1, ").replace(/ \(.*/, "") ?? ""],
    ["Made in", [title(manufacturer.plant_city ?? ""), manufacturer.country].filter(Boolean).join(", ")],
    ["Drive", drivetrain.drive_type ?? ""],
    ["Transmission", transmission.transmission_style ?? ""],
    ["Seats", basic.seating_capacity ?? ""],
    [
      "Check digit",
      check.valid ? `${check.check_digit}, as expected` : `${check.check_digit}, expected ${check.expected}`,
    ],
  ];
}

function OneCall({ decoded, took }: { readonly decoded: DecodedVin; readonly took: number }) {
  const { intro, basic, engine, manufacturer, check } = decoded;
  const facts = factsOf(decoded);
  const unknown = facts.filter(([, value]) => !value).map(([name]) => name.toLowerCase());
  return (
    <Section
      id="call"
      title="One call, one answer"
      aside={<span className="muted">Decoded by this service just now, in {milliseconds(took)}</span>}
    >
      <div className="cols">
        <div className="c5">
          <Facts
            facts={facts.map(([name, value]) => [name, value || <span className="unknown">unknown</span>])}
          />
          {unknown.length > 0 && (
            <p className="xs muted note">
              This VIN does not tell {unknown.join(", ").replace(/, ([^,]*)$/, " or $1")}. The answer says so
              and does not guess.
            </p>
          )}
        </div>
        <div className="c7">
          <Tabs
            label="Request and answer"
            tabs={[
              {
                name: "Answer",
                panel: (
                  <JsonView
                    label="The answer, in part"
                    value={{ status: "success", data: { intro, basic, engine, manufacturer, check } }}
                  />
                ),
              },
              {
                name: "Request",
                panel: <CodeSamples path={`/vin-decoder/${intro.vin}`} secret={undefined} />,
              },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

function Asks() {
  return (
    <Section id="ask" title="What can be asked">
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

function Costs() {
  return (
    <Section
      id="cost"
      title="What a call costs"
      note={
        <>
          One credit for a lookup unless the plan says otherwise; lists of years, makes and models are free.
          Each answer tells what is left in <code>x-credits-remaining</code>.
        </>
      }
    >
      <table className="t cost">
        <caption className="vh">Answers and what they cost</caption>
        <thead>
          <tr>
            <th scope="col">Answer</th>
            <th scope="col">When</th>
            <th scope="col" className="num">
              Charged
            </th>
          </tr>
        </thead>
        <tbody>
          {costs.map(({ status, when, charged }) => (
            <tr key={status}>
              <td>
                <Status status={status} />
              </td>
              <td>{when}</td>
              <td className={charged === "nothing" ? "num" : "num strong"}>{charged}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function RunIt() {
  return (
    <Section id="run" title="Run your own">
      <div className="cols">
        <div className="c5">
          <p>
            One program on a bare machine with Node 20. It brings an embedded database and NHTSA's VIN data,
            asks nothing of the network, and sends nothing home.
          </p>
          <p className="note muted">
            Histories, prices and people in the demo set are synthetic and say so. Load your own records
            beside them.
          </p>
        </div>
        <div className="c7">
          <div className="code">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
            <section className="scroll" tabIndex={0} aria-label="Commands">
              <pre>
                npm ci && npm start{"   "}
                <span className="c"># http://127.0.0.1:8080, ready in some ten seconds</span>
                {"\n"}npx vingate decode 5J6RW2H59JL990075{"   "}
                <span className="c"># without a server, key or charge</span>
              </pre>
            </section>
          </div>
        </div>
      </div>
    </Section>
  );
}

export function Landing() {
  usePageTitle("VIN decoding, history and values that you run yourself");
  const sample = useQuery(sampleDecode);
  const build = useQuery(identity).data?.build;
  return (
    <div className="land">
      <Top />
      <main id="main">
        <Hero />
        <Loaded query={sample} what="The sample could not be decoded" rows={3}>
          {({ answer, milliseconds: took }) => {
            const decoded = answer.data as unknown as DecodedVin;
            return (
              <>
                <section className="land-plate" aria-label="A decoded VIN">
                  <Plate decoded={decoded} />
                </section>
                <OneCall decoded={decoded} took={took} />
              </>
            );
          }}
        </Loaded>
        <Asks />
        <Costs />
        <RunIt />
      </main>
      <footer className="land-foot">
        <p>VIN data: NHTSA vPIC, public domain. Vingate {build}, Apache-2.0.</p>
        <ThemeChoice />
      </footer>
    </div>
  );
}
