import { wordingsOf } from "../../base/format/phrases.ts";

/** The texts of mails about credits. */
export const alertWordings = wordingsOf({
  "View credits": { de: "Credits ansehen", es: "Ver créditos" },
  "your plan": { de: "Ihr Plan", es: "su plan" },
  "All credits of {plan} are used": {
    de: "{plan}: alle Credits sind verbraucht",
    es: "{plan}: se han usado todos los créditos",
  },
  "{percent} of the credits of {plan} are used": {
    de: "{plan}: {percent} der Credits sind verbraucht",
    es: "{plan}: se ha usado el {percent} de los créditos",
  },
  "Calls use your other credits, if there are any, then the credits within your limit. Then they return 402 and cost nothing.":
    {
      de: "Aufrufe verbrauchen Ihre anderen Credits, falls Sie welche haben, dann die Credits innerhalb Ihrer Obergrenze. Danach liefern sie 402 und kosten nichts.",
      es: "Las llamadas usan sus otros créditos, si los hay, y después los créditos dentro de su tope. Luego devuelven 402 y no cuestan nada.",
    },
  "{count} credits of this period are left.": {
    de: "{count} Credits dieses Zeitraums sind übrig.",
    es: "Quedan {count} créditos de este período.",
  },
  "Calls return 402 and cost nothing, until the next period starts or the limit is raised.": {
    de: "Aufrufe liefern 402 und kosten nichts, bis der nächste Zeitraum beginnt oder die Obergrenze erhöht wird.",
    es: "Las llamadas devuelven 402 y no cuestan nada hasta que empiece el próximo período o se aumente el tope.",
  },
  "These credits are paid afterwards. At {percent} calls return 402 and cost nothing.": {
    de: "Diese Credits werden nachträglich bezahlt. Bei {percent} liefern Aufrufe 402 und kosten nichts.",
    es: "Estos créditos se pagan después. Al {percent}, las llamadas devuelven 402 y no cuestan nada.",
  },
  "{percent} of your limit for {plan} is used": {
    de: "{plan}: {percent} Ihrer Obergrenze sind verbraucht",
    es: "{plan}: se ha usado el {percent} de su tope",
  },
  "{count} credits expire on {day}": {
    de: "{count} Credits verfallen am {day}",
    es: "{count} créditos caducan el {day}",
  },
  "These credits of {plan} are left. They are used before those that expire later.": {
    de: "Diese Credits sind übrig ({plan}). Sie werden vor denen verbraucht, die später verfallen.",
    es: "Quedan estos créditos ({plan}). Se usan antes que los que caducan más tarde.",
  },
  Credits: { de: "Credits", es: "Créditos" },
  Used: { de: "Verbraucht", es: "Usados" },
  Left: { de: "Übrig", es: "Restantes" },
  "Period ends": { de: "Ende des Zeitraums", es: "Fin del período" },
});
