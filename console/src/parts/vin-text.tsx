/** A VIN in a line of text: its groups stand apart, and it copies without gaps. */
export function VinText({ vin }: { readonly vin: string }) {
  if (vin.length !== 17) return <span className="vin">{vin}</span>;
  return (
    <span className="vin">
      <i>{vin.slice(0, 3)}</i>
      <i>{vin.slice(3, 9)}</i>
      {vin.slice(9)}
    </span>
  );
}

const vinIn = /(?<=\/)[A-HJ-NPR-Z0-9]{17}(?=$|[/?])/i;

/** A path, with the VIN in it as one. */
export function PathText({ path }: { readonly path: string }) {
  const found = vinIn.exec(path);
  if (!found) return <span className="mono">{path}</span>;
  return (
    <span className="mono">
      {path.slice(0, found.index)}
      <VinText vin={found[0]} />
      {path.slice(found.index + 17)}
    </span>
  );
}
