import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api/client.ts";
import { importsOf, vinData } from "../../api/datasets.ts";
import { count } from "../../base/format.ts";
import { Facts } from "../../parts/facts.tsx";
import { May } from "../../parts/may.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { DumpForm } from "./dump-form.tsx";
import { Imports } from "./imports-table.tsx";
import { RollBack } from "./roll-back.tsx";

type VinPack = Schemas["VinPack"];

const nameOf = ({ source }: VinPack) => (source === "vpic" ? "NHTSA's whole vPIC" : `${source}, packaged`);

function Details({ pack }: { pack: VinPack }) {
  return (
    <Facts
      facts={[
        ["Source", nameOf(pack)],
        ["Version", pack.version],
        ["Patterns", count(pack.patterns)],
        ["Manufacturer codes", count(pack.manufacturers)],
      ]}
    />
  );
}

/** The decoder's data: current and former version, import, roll back. */
export function VinDataPage() {
  const query = useQuery(vinData);
  const imports = useQuery(importsOf({ family: "vpic" }));
  return (
    <Loaded query={query} what="Could not load the decoder's data" rows={8}>
      {({ current, previous }) => (
        <>
          <Head
            crumb={
              <>
                <Link to="/datasets">Datasets</Link> / vpic
              </>
            }
            title="VIN decoder"
          >
            {current ? `${nameOf(current)}, version ${current.version}.` : "The data are being compiled."}
          </Head>
          <div className="cols">
            <Section className="c6" title="Current version">
              {current ? <Details pack={current} /> : <p className="muted">No data yet.</p>}
            </Section>
            <Section className="c6" title="Previous version">
              {previous ? (
                <>
                  <Details pack={previous} />
                  <RollBack
                    family="vpic"
                    label={`Roll back to ${previous.version}`}
                    done={`VIN decoder rolled back to ${previous.version}`}
                  >
                    The nodes of this data folder use it within two seconds. The current version becomes the
                    previous one, so that you can roll back again.
                  </RollBack>
                </>
              ) : (
                <p className="muted">No previous version yet. The next import keeps the current one.</p>
              )}
            </Section>
          </div>
          <May permission="data.change">
            <Section
              title="Import NHTSA's vPIC"
              note="The dump is compiled and compared with the data in use; one with much less is refused. A failed import changes nothing. Nodes with another data folder need an import of their own."
            >
              <DumpForm />
            </Section>
          </May>
          <Imports query={imports} />
        </>
      )}
    </Loaded>
  );
}
