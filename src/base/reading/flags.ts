import { plainText } from "./plain-text.ts";

const yes =
  "true yes y 1 1.0 t x ja j wahr oui vrai si sí sì verdadero vero sim verdadeiro tak prawda ano áno igen da да evet kyllä on はい 是 예 نعم";
const no =
  "false no n 0 0.0 f nein falsch non faux falso não nao nie fałsz ne nem nu нет hayır hayir ei nej off いいえ 否 아니요 لا";

const words = new Map<string, boolean>([
  ...yes.split(" ").map((word) => [word, true] as const),
  ...no.split(" ").map((word) => [word, false] as const),
]);

/** Whether a text means yes or no, in some languages; undefined if it means neither. */
export const readFlag = (text: string): boolean | undefined => words.get(plainText(text).toLowerCase());
