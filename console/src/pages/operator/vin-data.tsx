import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../../api/client.ts";
import { importsOf, vinData } from "../../api/datasets.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Facts } from "../../parts/facts.tsx";
import { May } from "../../parts/may.tsx";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { DumpForm } from "./dump-form.tsx";
import { Imports } from "./imports-table.tsx";
import { RollBack } from "./roll-back.tsx";

type VinPack = Schemas["VinPack"];

const nameOf = ({ source }: VinPack) =>
  source === "vpic" ? t("NHTSA's whole vPIC") : t("{source}, packaged", { source });

function Details({ pack }: { pack: VinPack }) {
  return (
    <Facts
      facts={[
        [t("Source"), nameOf(pack)],
        [t("Version"), pack.version],
        [t("Patterns"), count(pack.patterns)],
        [t("Manufacturer codes"), count(pack.manufacturers)],
      ]}
    />
  );
}

/** The decoder's data: current and former version, import, roll back. */
export function VinDataPage() {
  const query = useQuery(vinData);
  const imports = useQuery(importsOf({ family: "vpic" }));
  return (
    <Loaded query={query} what={t("Could not load the decoder's data")} rows={8}>
      {({ current, previous }) => (
        <>
          <Head
            crumb={
              <T text="<link>Datasets</link> / vpic" link={(words) => <Link to="/data">{words}</Link>} />
            }
            title={t("VIN decoder")}
          >
            {current
              ? t("{nameOf}, version {version}.", { nameOf: nameOf(current), version: current.version })
              : t("The data are being compiled.")}
          </Head>
          <div className="cols">
            <Section className="c6" title={t("Current version")}>
              {current ? <Details pack={current} /> : <p className="muted">{t("No data yet.")}</p>}
            </Section>
            <Section className="c6" title={t("Previous version")}>
              {previous ? (
                <>
                  <Details pack={previous} />
                  <RollBack
                    family="vpic"
                    label={t("Roll back to {version}", { version: previous.version })}
                    done={t("VIN decoder rolled back to {version}", { version: previous.version })}
                  >
                    {t(
                      "The nodes of this data folder use it within two seconds. The current version becomes the previous one, so that you can roll back again.",
                    )}
                  </RollBack>
                </>
              ) : (
                <p className="muted">
                  {t("No previous version yet. The next import keeps the current one.")}
                </p>
              )}
            </Section>
          </div>
          <May permission="data.change">
            <Section
              title={t("Import NHTSA's vPIC")}
              note={t(
                "The dump is compiled and compared with the data in use; one with much less is refused. A failed import changes nothing. Nodes with another data folder need an import of their own.",
              )}
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
