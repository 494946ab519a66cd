import { flags, texts } from "../answer-schemas.ts";

const campaignTexts = {
  manufacturer: "The maker that recalls.",
  component: "The component concerned.",
  summary: "The fault.",
  consequence: "What can happen.",
  remedy: "What the maker does about it.",
  notes: "Remarks.",
  report_received_date:
    "The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign.",
};
const campaignFlags = {
  park_it: "Whether the file says that the vehicle should not be driven.",
  park_outside: "Whether the file says that the vehicle should be parked outside.",
  over_the_air_update: "Whether the file says that an update over the air remedies it.",
};

export const campaignTextsSchema = texts(campaignTexts);
/** The members of a campaign of NHTSA's. */
export const campaignSchema = campaignTextsSchema.extend(flags(campaignFlags).shape);

/** The members of a campaign's record. */
export const recallTexts = Object.keys(campaignTexts) as (keyof typeof campaignTexts)[];
export const recallFlags = Object.keys(campaignFlags) as (keyof typeof campaignFlags)[];
