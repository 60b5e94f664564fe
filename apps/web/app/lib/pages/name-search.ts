/** Apart from search-path.ts, because the page of the check does not need it. */
import { isPlainName } from './search-path.ts';

/** A person who tells what happened, as in "I was scammed" or "nimetapeliwa". The check leads to the first hour. */
const firstPerson =
  /(?<![\p{L}\d])(?:i|i['’]ve|my|me|je|j['’]ai|m['’]a|mon|mes|eu|fui|meus?|minhas?|enviei|paguei|perdi|não consigo|ni(?:me|li|saidi|na)\p{L}+|siwezi|zangu|yangu|تعرضت|نصبوا|دفعت|أرسلت|حولت|خسرت|فلوسي|أموالي|مالي|ساعدوني|لا أستطيع)(?![\p{L}\d])/iu;

/** Whether a search is answered by the directory: a name, and no call for help. */
export const isNameSearch = (text: string): boolean => isPlainName(text) && !firstPerson.test(text);
