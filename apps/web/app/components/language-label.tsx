import { getStoredTextLang } from '../lib/language/stored-language.ts';
import type { Language } from '../lib/language/language.ts';
import { m } from '../paraglide/messages.js';

export const languageLabel = (language: Language): string => m.text_in_language({ language });

/** Texts are shown as written, not translated. Names the language of a text that differs from that of the page. */
export function LanguageLabel({ language }: { language?: Language | undefined }) {
  const lang = getStoredTextLang(language);
  if (!lang) return null;
  return (
    <span
      data-text-language={lang}
      className="inline-block self-start rounded-full border border-line-strong px-2 text-sm font-normal whitespace-nowrap text-muted"
    >
      {languageLabel(lang)}
    </span>
  );
}
