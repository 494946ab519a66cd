/** Colours of the bodies; a name always has the same. */
const paints = ["#7a8ca3", "#a37a7a", "#7aa386", "#a3987a", "#8c7aa3", "#6f7780"];

/** A drawing in the place of a photograph that demo records name; its text states that it is no photograph. */
export function placeholder(name: string): string {
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  const paint = paints[hash % paints.length]!;
  // Only characters of image names, none of which means anything to XML.
  const label = name.slice(0, 60);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" role="img" aria-label="Synthetic image">
<rect width="640" height="480" fill="#eef1f4"/>
<path d="M90 300 q10-60 80-66 l70-62 h150 l74 64 q76 6 86 64 v26 h-460z" fill="${paint}"/>
<circle cx="190" cy="326" r="42" fill="#2c3036"/><circle cx="446" cy="326" r="42" fill="#2c3036"/>
<text x="320" y="90" text-anchor="middle" font-family="sans-serif" font-size="30" fill="#2c3036">Synthetic image, no real vehicle</text>
<text x="320" y="430" text-anchor="middle" font-family="monospace" font-size="16" fill="#5a626b">${label}</text>
</svg>
`;
}
