/** The source's name in packs compiled from NHTSA's dump. */
export const vpicName = "vpic";
