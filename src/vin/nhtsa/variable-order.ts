/** The order in which vPIC lists its variables; those it does not name follow by number. */
const VPIC_ORDER: readonly number[] = [
  // The VIN itself.
  ...[142, 143, 144, 156, 191, 196],
  // General.
  ...[10, 26, 27, 28, 29, 31, 34, 38, 39, 75, 76, 77, 109, 110, 114, 136, 195],
  // Exterior: body, dimensions, truck, trailer, wheels.
  ...[5, 14, 40, 60, 159, 25, 49, 54, 111, 112, 184, 185, 190, 3, 4, 116, 117, 118, 155, 115, 119, 120],
  // Interior.
  ...[23, 36, 33, 61],
  // Transmission, drivetrain, brakes, battery, charger.
  ...[37, 63, 15, 41, 145, 42, 52, 1, 2, 48, 57, 58, 59, 72, 132, 133, 134, 137, 138, 127, 128],
  // Engine.
  ...[9, 11, 12, 13, 17, 18, 21, 24, 62, 64, 66, 67, 71, 122, 125, 126, 129, 135, 139, 146],
  // Passive safety, with the airbags.
  ...[78, 79, 121, 55, 56, 65, 69, 107],
  // Active safety, except what vPIC lists after buses and motorcycles.
  ...[86, 99, 100, 168, 169, 172, 173, 175, 176, 181, 182, 81, 87, 88, 101, 102, 103, 104, 105],
  // Buses and motorcycles.
  ...[147, 148, 149, 150, 151, 152, 153, 154],
  // The rest of active safety.
  ...[170, 171, 174, 177, 178, 179, 180, 183, 192, 193, 194],
];

const PLACES = new Map(VPIC_ORDER.map((id, place) => [id, place]));
const placeOf = (id: number): number => PLACES.get(id) ?? VPIC_ORDER.length + id;

/** Variables as vPIC lists them. */
export const inVpicOrder = <T extends { readonly id: number }>(variables: readonly T[]): T[] =>
  [...variables].sort((a, b) => placeOf(a.id) - placeOf(b.id));
