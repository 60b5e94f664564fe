/** Countries in the reader's language. English shows the stored name; other languages use the browser's own names. */
import { displayCountry, normaliseCountry } from '@hakiki/contract/countries';
import { m } from '../../paraglide/messages.js';
import { currentLanguage } from './language.ts';

const codesAndNames = `
  DZ algeria, AO angola, BJ benin, BW botswana, BF burkina faso, BI burundi, CM cameroon, CV cape verde, CF
  central african republic, TD chad, KM comoros, CG congo, CD democratic republic of the congo, DJ djibouti, EG
  egypt, GQ equatorial guinea, ER eritrea, SZ eswatini, ET ethiopia, GA gabon, GM gambia, GH ghana, GN guinea, GW
  guinea bissau, CI ivory coast, KE kenya, LS lesotho, LR liberia, LY libya, MG madagascar, MW malawi, ML mali, MR
  mauritania, MU mauritius, MA morocco, MZ mozambique, NA namibia, NE niger, NG nigeria, RW rwanda, ST sao tome
  and principe, SN senegal, SC seychelles, SL sierra leone, SO somalia, ZA south africa, SS south sudan, SD sudan,
  TZ tanzania, TG togo, TN tunisia, UG uganda, ZM zambia, ZW zimbabwe`;

const codes = new Map(
  codesAndNames.split(',').map((pair) => [normaliseCountry(pair.trim().slice(2)), pair.trim().slice(0, 2)]),
);

/** As the register stores them. */
export const africanCountries: readonly string[] = [...codes.keys()];

/** Made once: a map and its table ask for all of them. */
const namesIn = new Map<string, Intl.DisplayNames>();

function regionNames(language: string): Intl.DisplayNames {
  const names = namesIn.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  namesIn.set(language, names);
  return names;
}

export function countryName(stored: string): string {
  const name = normaliseCountry(stored);
  if (name === 'other') return m.type_other();
  const language = currentLanguage();
  const code = codes.get(name);
  if (language === 'en' || !code) return displayCountry(name);
  return regionNames(language).of(code) ?? displayCountry(name);
}

/** All 54 to choose from, in the order in which the reader looks for them. */
export const countryChoices = (): { value: string; label: string }[] =>
  africanCountries
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, currentLanguage()));
