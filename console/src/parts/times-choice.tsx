import { t } from "../base/language/language.ts";
import { browserZone, chooseZone, chosenZone, showUtc, zoneInUse, zoneStore } from "../base/zone.ts";
import { Button } from "./button.tsx";

/**
 * The zone of all times. Another choice loads the page again, as another language does. Without `all` only the chosen one
 * is in the page: there are more than 400.
 */
export function TimesChoice({ all = true }: { all?: boolean }) {
  const own = browserZone();
  const chosen = chosenZone();
  return (
    <select
      className="language"
      aria-label={t("Times")}
      defaultValue={chosen ?? ""}
      onChange={({ target }) => {
        chooseZone(target.value || undefined);
        location.reload();
      }}
    >
      <option value="">{own}</option>
      {(all ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : [chosen])
        .filter((zone) => zone !== undefined && zone !== own)
        .map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
    </select>
  );
}

/** The zone of the times of a page, and UTC beside it. */
export function ZoneSwitch() {
  zoneStore.use();
  const [used, own] = [zoneInUse(), chosenZone() ?? browserZone()];
  if (own === "UTC") return <span className="zone">UTC</span>;
  return (
    <span className="zone">
      {[own, "UTC"].map((zone) => (
        <Button
          key={zone}
          look="text"
          aria-label={t("Times in {zone}", { zone })}
          aria-pressed={zone === used}
          onPress={() => showUtc(zone === "UTC")}
        >
          {zone}
        </Button>
      ))}
    </span>
  );
}
