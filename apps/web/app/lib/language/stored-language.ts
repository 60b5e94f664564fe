/** User texts are stored as written and not translated: a screen reader needs their language. */
import { currentLanguage, type Language } from './language.ts';

/** The `lang` attribute of a stored text, by default English; undefined if the page has the same language. */
export const getStoredTextLang = (language: Language = 'en'): Language | undefined =>
  language === currentLanguage() ? undefined : language;
