import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMapping, type MappedSource, mappingOf, type StoredMapping } from "../../api/api-mappings.ts";
import type { Api } from "../../api/client.ts";
import { bytes } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { useChange } from "../../parts/use-change.ts";
import { MappingForm } from "./mapping-form.tsx";

/** The mappings of a built-in API: of its upstream and, if it has one, of its fallback. */
export function VendorMappings({ one }: { readonly one: Api }) {
  const { id, upstream, fallback } = one;
  return (
    <Section
      title={t("Vendor's mapping")}
      note={t(
        "It reads a vendor's responses as records of this service. Without one the upstream must respond in the form of the lookup.",
      )}
    >
      <OfSource apiId={id} source="first" title={t("Upstream")} name={upstream?.source} />
      {fallback && <OfSource apiId={id} source="other" title={t("Fallback")} name={fallback.source} />}
    </Section>
  );
}

interface OfSourceProps {
  readonly apiId: string;
  readonly source: MappedSource;
  readonly title: string;
  /** The name of the source in `x-data-source`. */
  readonly name: string | undefined;
}

function OfSource({ apiId, source, title, name }: OfSourceProps) {
  const query = useQuery(mappingOf(apiId, source));
  return (
    <div className="mapped">
      <h3>
        {title} {name && <code>{name}</code>}
      </h3>
      <Loaded query={query} what={t("Could not load the mapping")} rows={2}>
        {(stored) => <Stored apiId={apiId} source={source} title={title} stored={stored} />}
      </Loaded>
    </div>
  );
}

interface StoredProps extends Omit<OfSourceProps, "name"> {
  readonly stored: StoredMapping | null;
}

function Stored({ apiId, source, title, stored }: StoredProps) {
  const [opened, setOpened] = useState<"form" | "removal">();
  const close = () => setOpened(undefined);
  const label = stored ? t("Change mapping") : t("Add mapping");
  return (
    <>
      {stored ? <StoredFacts stored={stored} /> : <p className="muted">{t("No mapping yet.")}</p>}
      {opened === "form" ? (
        <MappingForm apiId={apiId} source={source} stored={stored?.text ?? ""} close={close} />
      ) : (
        <p className="actions">
          <Button
            permission="apis.change"
            aria-label={`${label}: ${title}`}
            onPress={() => setOpened("form")}
          >
            {label}
          </Button>
          {stored && (
            <Button
              permission="apis.change"
              aria-label={`${t("Remove mapping")}: ${title}`}
              onPress={() => setOpened("removal")}
            >
              {t("Remove mapping")}
            </Button>
          )}
        </p>
      )}
      {opened === "removal" && <RemoveMapping apiId={apiId} source={source} title={title} close={close} />}
    </>
  );
}

const shownDigits = 12;

const StoredFacts = ({ stored: { sha256, bytes: size, putAt } }: { readonly stored: StoredMapping }) => (
  <Facts
    facts={[
      ["SHA-256", sha256 && <code title={sha256}>{`${sha256.slice(0, shownDigits)}…`}</code>],
      [t("Size"), bytes(size)],
      [t("Saved"), putAt && <Time at={new Date(putAt).toISOString()} />],
    ]}
  />
);

interface RemoveProps extends Omit<OfSourceProps, "name"> {
  close(): void;
}

function RemoveMapping({ apiId, source, title, close }: RemoveProps) {
  const change = useChange(["apis", apiId]);
  return (
    <Dialog
      title={t("Remove the mapping?")}
      action={t("Remove mapping")}
      keep={t("Keep mapping")}
      danger
      act={() => change(deleteMapping(apiId, source), t("Mapping removed"))}
      close={close}
    >
      <p>
        {t(
          "{source}: responses are then read in the form of the lookup. Others count as failures. This cannot be undone.",
          { source: title },
        )}
      </p>
    </Dialog>
  );
}
