import { asListed, text, vehicleNames } from "../answer-schemas.ts";

export const vehicleOfPlate = vehicleNames("year", "make", "model", "trim").extend({
  body_type: text.describe("The kind of body."),
  ...asListed,
});
