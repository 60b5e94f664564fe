/** Questions that people type about a name: "is Luno legal in Kenya", "est-ce que Luno est agréé au Sénégal ?". */
import type { AfricanCountry } from '@hakiki/contract/country-codes';
import { findCountry } from '../../platform/country-names.ts';

/** With the country if one is named. */
const questions = [
  /^(?:is|are)\s+(?<name>.+?)\s+(?:an?\s+)?(?:legal|licen[sc]ed|regulated|registered|allowed|approved|legit(?:imate)?|safe|real|genuine|fake|scam|ponzi|trusted|trustworthy)(?:\s+(?:company|exchange|broker|platform))?(?:\s+(?:in|for)\s+(?<country>.+))?$/iu,
  /^(?:est-ce\s+que\s+)?(?<name>.+?)\s+(?:est(?:[- ](?:il|elle|ce))?|c['’]est)\s+(?:une?\s+)?(?:l[ée]gale?|agr[ée][ée]e?|r[ée]gul[ée]e?|autoris[ée]e?|fiable|s[ûu]re?|s[ée]rieu(?:x|se)|arnaque)(?:\s+(?:au|aux|en|à)\s+(?<country>.+))?$/iu,
  /^(?:je,?\s+)?(?<name>.+?)\s+ni\s+(?:ya\s+)?(?:halali|salama|kweli|utapeli|ulaghai)(?:\s+(?:nchini|huko|hapa)\s+(?<country>.+))?$/iu,
  /^(?:[ao]\s+)?(?<name>.+?)\s+[ée]\s+(?:uma?\s+)?(?:legal|licenciad[ao]|autorizad[ao]|segur[ao]|fi[áa]vel|confi[áa]vel|verdadeir[ao]|burla|fraude)(?:\s+(?:em|no|na|nos|nas)\s+(?<country>.+))?$/iu,
  /^هل\s+(?:منصة\s+|شركة\s+)?(?<name>.+?)\s+(?:قانونية?|مرخصة?|مرخّصة?|موثوقة?|آمنة?|نصب|احتيال|حقيقية?)(?:\s+في\s+(?<country>.+))?$/u,
];
const POINTS_AT_SOMETHING =
  /^(?:this|that|it|they|these|ça|cela|ce|il|elle|hii|hiyo|hizo|isto|isso|هذا|هذه|crypto\w*)(?!\p{L})/iu;
const MAX_LENGTH = 120;

interface NameQuestion {
  name: string;
  country: AfricanCountry | undefined;
}

/** The name in such a question; undefined if the text is something else. */
export function readNameQuestion(text: string): NameQuestion | undefined {
  const trimmed = text.trim();
  // Before any pattern: they take quadratic time for many signs in a row.
  if (trimmed.length > MAX_LENGTH) return undefined;
  const question = trimmed.replace(/[\s?!.؟]+$/u, '');
  for (const pattern of questions) {
    const { name, country } = pattern.exec(question)?.groups ?? {};
    if (name) return POINTS_AT_SOMETHING.test(name) ? undefined : { name, country: findCountry(country ?? '') };
  }
  return undefined;
}
