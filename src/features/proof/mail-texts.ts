import { wordingsOf } from "../../base/format/phrases.ts";

/** The texts of the mail about a statement. */
export const statementWordings = wordingsOf({
  "Your statement of {month}": { de: "Ihre Abrechnung für {month}", es: "Su extracto de {month}" },
  "It lists the calls and credits of all your subscriptions, and proves them by itself.": {
    de: "Sie führt die Aufrufe und Credits aller Ihrer Abonnements auf und beweist sie aus sich selbst.",
    es: "Recoge las llamadas y los créditos de todas sus suscripciones y los prueba por sí mismo.",
  },
  Calls: { de: "Aufrufe", es: "Llamadas" },
  Credits: { de: "Credits", es: "Créditos" },
  "View statement": { de: "Abrechnung ansehen", es: "Ver extracto" },
  "It never changes. Anyone can verify it, without an account.": {
    de: "Sie ändert sich nie. Jeder kann sie prüfen, ohne Konto.",
    es: "No cambia nunca. Cualquiera puede comprobarlo, sin cuenta.",
  },
});
