/** The country that the money in a message belongs to, for numbers without country code. */
import type { AfricanCountry } from '@hakiki/contract/country-codes';

const moneyOfCountries: [RegExp, AfricanCountry][] = [
  [/\b(?:ksh|kes)\b|\bkshs?\.? ?\d|\bkes ?\d|fuliza|lipa na m-?pesa/i, 'kenya'],
  [/\b(?:ngn|naira)\b|₦|\bngn ?\d/i, 'nigeria'],
  [/\b(?:ghs|cedis?)\b|gh₵|\bghs ?\d/i, 'ghana'],
  [/\b(?:ugx|ush)\b|\b(?:ugx|ushs?) ?\d/i, 'uganda'],
  [/\b(?:tzs|tsh)\b|\b(?:tzs|tshs?) ?\d/i, 'tanzania'],
  [/\b(?:zar|rands?)\b|\bzar ?\d/i, 'south africa'],
  [/\b(?:rwf|frw)\b/i, 'rwanda'],
  [/\b(?:zmw|kwacha)\b/i, 'zambia'],
];

/** Undefined if it names the money of none or of several. */
export function findCountryOfMoney(text: string): AfricanCountry | undefined {
  const found = moneyOfCountries.filter(([money]) => money.test(text));
  return found.length === 1 ? found[0]![1] : undefined;
}
