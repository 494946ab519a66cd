import { asListed, named, text } from "../answer-schemas.ts";

export const vehicleOfPlate = named("year", "make", "model", "trim").extend({
  body_type: text.describe("The kind of body."),
  ...asListed,
});
