import { wordingsOf } from "../../base/format/phrases.ts";

/** The texts of the mail about a webhook that fails. */
export const webhookWordings = wordingsOf({
  "A webhook is disabled": { de: "Ein Webhook ist deaktiviert", es: "Un webhook está desactivado" },
  "Its address has failed for a week, or returned 410. It gets no more events.": {
    de: "Seine Adresse war eine Woche lang nicht erreichbar oder lieferte 410. Er erhält keine Ereignisse mehr.",
    es: "Su dirección falló durante una semana o devolvió 410. Ya no recibe eventos.",
  },
  Address: { de: "Adresse", es: "Dirección" },
  "Failing since": { de: "Fehler seit", es: "Falla desde" },
  "Open webhooks": { de: "Webhooks öffnen", es: "Abrir webhooks" },
  "Repair the address, enable the webhook, and send the missed events again.": {
    de: "Bringen Sie die Adresse in Ordnung, aktivieren Sie den Webhook, und senden Sie die verpassten Ereignisse erneut.",
    es: "Repare la dirección, active el webhook y vuelva a enviar los eventos perdidos.",
  },
});
