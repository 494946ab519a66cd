import { wordingsOf } from "../../base/format/phrases.ts";

/** The texts of mails about plans. */
export const planWordings = wordingsOf({
  "View credits": { de: "Credits ansehen", es: "Ver créditos" },
  "View plans": { de: "Pläne ansehen", es: "Ver planes" },
  "{name} has lapsed: you owe nothing for it": {
    de: "{name} ist erloschen: Sie schulden nichts dafür",
    es: "{name} ha caducado: no debe nada por él",
  },
  "The period from {day} was not paid. What was left of its credits is removed, and {name} is not renewed.": {
    de: "Der Zeitraum ab {day} wurde nicht bezahlt. Was von seinen Credits übrig war, ist entfernt, und {name} wird nicht verlängert.",
    es: "El período desde el {day} no se pagó. Se han retirado los créditos que quedaban de él, y {name} no se renueva.",
  },
  "Other credits stay. Without credits calls return 402 and cost nothing.": {
    de: "Andere Credits bleiben. Ohne Credits liefern Aufrufe 402 und kosten nichts.",
    es: "Los demás créditos se mantienen. Sin créditos, las llamadas devuelven 402 y no cuestan nada.",
  },
  "Your plan has ended": { de: "Ihr Plan ist beendet", es: "Su plan ha terminado" },
  "Your plan ends on {day}": { de: "Ihr Plan endet am {day}", es: "Su plan termina el {day}" },
  "It is not renewed. Credits that are left can be used until they expire.": {
    de: "Er wird nicht verlängert. Übrige Credits können Sie verwenden, bis sie verfallen.",
    es: "No se renueva. Los créditos que quedan se pueden usar hasta que caduquen.",
  },
  "Until then nothing changes. You can withdraw this under Plans.": {
    de: "Bis dahin ändert sich nichts. Sie können dies unter „Pläne“ zurückziehen.",
    es: "Hasta entonces no cambia nada. Puede retirarlo en «Planes».",
  },
  "Your plan is now {name}": { de: "Ihr Plan ist jetzt {name}", es: "Su plan es ahora {name}" },
  "Your plan changes to {name} on {day}": {
    de: "Ihr Plan wechselt am {day} zu {name}",
    es: "Su plan cambia a {name} el {day}",
  },
  "{name} applies from {day} on.": { de: "{name} gilt ab {day}.", es: "{name} se aplica desde el {day}." },
  "{name} renewed": { de: "{name} verlängert", es: "{name} renovado" },
  "{name} renewed: {credits}": { de: "{name} verlängert: {credits}", es: "{name} renovado: {credits}" },
  "{name} renewed: {credits} until {day}": {
    de: "{name} verlängert: {credits} bis {day}",
    es: "{name} renovado: {credits} hasta el {day}",
  },
  "Your period from {day} has begun.": {
    de: "Ihr Zeitraum ab {day} hat begonnen.",
    es: "Su período desde el {day} ha comenzado.",
  },
  "Period ends": { de: "Ende des Zeitraums", es: "Fin del período" },
  "{name} changes on {day}: {price}": {
    de: "{name} ändert sich am {day}: {price}",
    es: "{name} cambia el {day}: {price}",
  },
  "Until then nothing changes. You can change or cancel your plan before.": {
    de: "Bis dahin ändert sich nichts. Vorher können Sie Ihren Plan wechseln oder kündigen.",
    es: "Hasta entonces no cambia nada. Antes puede cambiar o cancelar su plan.",
  },
  "{term} now": { de: "{term} jetzt", es: "{term}, ahora" },
  "{term} then": { de: "{term} dann", es: "{term}, después" },
  Price: { de: "Preis", es: "Precio" },
  Credits: { de: "Credits", es: "Créditos" },
  "Unused credits stay for": {
    de: "Unverbrauchte Credits bleiben für",
    es: "Los créditos sin usar se mantienen durante",
  },
  "Beyond credits": { de: "Über die Credits hinaus", es: "Más allá de los créditos" },
  "{value} once": { de: "{value} einmalig", es: "{value} una vez" },
  "{value} per month": { de: "{value} pro Monat", es: "{value} al mes" },
  "{value} per year": { de: "{value} pro Jahr", es: "{value} al año" },
  "{count} more period": { de: "{count} weiteren Zeitraum", es: "{count} período más" },
  "{count} more periods": { de: "{count} weitere Zeiträume", es: "{count} períodos más" },
  "{count} credit": { de: "{count} Credit", es: "{count} crédito" },
  "{count} credits": { de: "{count} Credits", es: "{count} créditos" },
  none: { de: "keine", es: "ninguno" },
  "{price} per {credits}": { de: "{price} pro {credits}", es: "{price} por {credits}" },
});

export type PlanWording = (typeof planWordings)["en"];
