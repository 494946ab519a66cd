import type { TranslatedTexts } from "../../base/format/translations.ts";

/** Phrases of its actions in the audit log, of which the console's are made (`tools/console-words.ts`). */
export const auditPhrases: TranslatedTexts = {
  "period.extend": {
    en: "gave an unpaid period more days",
    de: "hat einem unbezahlten Zeitraum mehr Tage gegeben",
    es: "dio más días a un período sin pagar",
  },
  "period.lapse": {
    en: "let a period lapse",
    de: "hat einen Zeitraum erlöschen lassen",
    es: "dejó caducar un período",
  },
  "period.pay": {
    en: "recorded that a period is paid",
    de: "hat erfasst, dass ein Zeitraum bezahlt ist",
    es: "registró que un período está pagado",
  },
  "plan.change": { en: "changed a plan", de: "hat einen Plan geändert", es: "cambió un plan" },
  "plan.keep": {
    en: "withdrew a change of plan",
    de: "hat eine Planänderung zurückgezogen",
    es: "retiró un cambio de plan",
  },
  "plan.overage": {
    en: "set the cap beyond credits",
    de: "hat die Obergrenze über die Credits hinaus festgelegt",
    es: "definió el tope más allá de los créditos",
  },
  "plan.pause": { en: "paused a plan", de: "hat einen Plan pausiert", es: "pausó un plan" },
  "plan.resume": { en: "resumed a plan", de: "hat einen Plan fortgesetzt", es: "reanudó un plan" },
  "plan.time_zone": {
    en: "set the time zone of periods",
    de: "hat die Zeitzone der Zeiträume festgelegt",
    es: "definió la zona horaria de los períodos",
  },
};
