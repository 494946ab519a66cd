/**
 * Codes whose holder the lists name differently: `CODE: sources holder, sources holder`. `assignments.ts` has the
 * letter of each list.
 */
export const DISPUTED = `
ADD: uz UD Trucks Southern Africa, os Hyundai South Africa;
LZZ: uz Sinotruk (Howo, Sitrak), os Chongqing Shuangzing (Howo);
MA7: uw Hindustan Motors (Mitsubishi and Isuzu models), l Honda Siel Cars India, os Mitsubishi (formerly Honda);
NAD: u Saipa Diesel, w Škoda;
NC0: u BMW South Africa, w Oghab Afshan;
SKF: uw Bedford Vehicles, os Vauxhall;
VSC: u Mercedes-Benz España, w Talbot;
XTP: zw Ural, l Metrovagonmash;
`;
