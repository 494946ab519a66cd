/** The name of packs that are compiled from NHTSA's own dump. */
export const vpicName = "vpic";
