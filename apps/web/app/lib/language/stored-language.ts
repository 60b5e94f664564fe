/** What people wrote is stored as they wrote it, and is not translated: a screen reader has to be told its language. */
import { currentLanguage, type Language } from './language.ts';

/** For `lang` on a stored text, which is English unless known otherwise; nothing where the page speaks the same. */
export const storedLang = (language: Language = 'en'): Language | undefined =>
  language === currentLanguage() ? undefined : language;
