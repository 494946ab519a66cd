import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "webhook.create": { en: "added a webhook", de: "hat einen Webhook hinzugefügt", es: "añadió un webhook" },
  "webhook.delete": { en: "deleted a webhook", de: "hat einen Webhook gelöscht", es: "eliminó un webhook" },
  "webhook.disable": {
    en: "disabled a webhook",
    de: "hat einen Webhook deaktiviert",
    es: "desactivó un webhook",
  },
  "webhook.list_secrets": {
    en: "viewed a webhook's secret",
    de: "hat das Geheimnis eines Webhooks angesehen",
    es: "vio el secreto de un webhook",
  },
  "webhook.regenerate_secret": {
    en: "replaced a webhook's secret",
    de: "hat das Geheimnis eines Webhooks ersetzt",
    es: "sustituyó el secreto de un webhook",
  },
  "webhook.replay": {
    en: "sent a webhook's events again",
    de: "hat Ereignisse eines Webhooks erneut gesendet",
    es: "envió de nuevo los eventos de un webhook",
  },
  "webhook.update": { en: "updated a webhook", de: "hat einen Webhook geändert", es: "actualizó un webhook" },
};
