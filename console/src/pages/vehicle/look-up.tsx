import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAccount } from "../../api/account.ts";
import { useOwnKey } from "../../api/own-key.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { NoSubscription, Skeleton } from "../../parts/states.tsx";
import { scannedHint } from "../../parts/vin-photo/photo-words.ts";
import { VinPhoto } from "../../parts/vin-photo/vin-photo.tsx";
import type { ScannedVin } from "../../parts/vin-photo/vins-of-barcodes.ts";
import { OperatorDecode } from "./operator-decode.tsx";
import { PlateForm } from "./plate-form.tsx";
import { decoderNames, useDecoders } from "./use-decoders.ts";
import { usePrice } from "./use-price.ts";
import { Vehicle } from "./vehicle.tsx";
import { tidyVin, vinFault } from "./vin-fault.ts";

const example = "5J6RW2H59JL990075";

/** Looks up a vehicle by VIN or plate. The address keeps the VIN. */
export function LookUp() {
  const { search, change } = useSearchState();
  const vin = search.vin && !vinFault(search.vin) ? tidyVin(search.vin) : undefined;
  usePageTitle(vin ?? t("Vehicle lookup"));
  const { key, subscription, hasNone } = useOwnKey();
  const { price } = usePrice();
  const { cheapest: decoder } = useDecoders();
  // Without a subscription of their own, operators decode free and get nothing else.
  const isFree = useAccount().role === "operator" && hasNone;
  const [typed, setTyped] = useState(search.vin ?? "");
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const [scanned, setScanned] = useState<ScannedVin>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(search.vin ?? ""), [search.vin]);
  // After the dialog has returned the focus: people check what was read, and send it.
  useEffect(() => {
    if (scanned) field.current?.focus();
  }, [scanned]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = vinFault(typed);
    setFault(found);
    if (found) return;
    setAsked(tidyVin(typed));
    change({ vin: tidyVin(typed), miles: undefined });
  };
  return (
    <>
      <form className="lookup" onSubmit={submit} aria-label={t("By VIN")}>
        <Field
          label="VIN"
          className="mono"
          value={typed}
          placeholder={example}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          ref={field}
          hint={scanned?.vin === typed && scannedHint(scanned)}
          fault={fault}
          change={setTyped}
        />
        <Button type="submit" look={vin ? undefined : "primary"}>
          {decoder || isFree
            ? t("Look up ({price})", { price: isFree ? t("free") : price([`/${decoder}/${example}`]) })
            : t("Look up")}
        </Button>
        <VinPhoto
          take={(one) => {
            setTyped(one.vin);
            setFault(undefined);
            setScanned(one);
          }}
        />
      </form>
      {vin && isFree && <OperatorDecode key={vin} vin={vin} />}
      {hasNone && !isFree && (
        <NoSubscription>{t("A lookup needs the key of an active subscription.")}</NoSubscription>
      )}
      {vin && !subscription && !hasNone && <Skeleton />}
      {vin && subscription && <Vehicle key={vin} vin={vin} asked={asked === vin} />}
      {!vin && (
        <>
          <Head title={t("Look up a vehicle")}>
            {isFree
              ? t("Enter a VIN to see its decoded values. This is free for operators and not counted.")
              : !decoder
                ? t("Your plan has no VIN decoder. Enter a VIN to choose one of its other lookups.")
                : t(
                    "Enter a VIN to see its decoded values. The {decoder} of your plan costs {price}. Other sections are charged when you open them.",
                    { decoder: decoderNames[decoder], price: price([`/${decoder}/${example}`]) },
                  )}
          </Head>
          <p className="note">
            <Link to="/look-up" search={{ vin: example }}>
              {t("Try {example}", { example })}
            </Link>
          </p>
          {!isFree && (
            <PlateForm
              key={`${search.plate} ${search.state}`}
              ownKey={key}
              initial={{ plate: search.plate, state: search.state }}
            />
          )}
        </>
      )}
    </>
  );
}
