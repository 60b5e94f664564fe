import { languageTable } from '@hakiki/contract/site';
import { useLocation } from 'react-router';
import { saveScrollPosition } from '../../lib/language/scroll-position.ts';
import { currentLanguage, translatePath, languages, saveLanguage } from '../../lib/language/language.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** Changing the language loads a new page; the choice is stored, and the scroll position is restored. */
export function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const current = currentLanguage();
  return (
    <nav aria-label={m.language_switch()}>
      <ul className="flex flex-wrap items-center md:gap-2">
        <li className="hidden md:block">
          <Icon name="globe" className="size-4" />
        </li>
        {languages.map((language) => (
          <li key={language}>
            <a
              href={translatePath(pathname, language) + search}
              hrefLang={language}
              lang={language}
              aria-current={language === current ? 'true' : undefined}
              className={`inline-flex min-h-11 min-w-11 items-center justify-center px-1 md:px-2 ${language === current ? 'font-semibold text-ink' : 'underline'}`}
              onClick={(event) => {
                saveLanguage(language);
                saveScrollPosition(event.currentTarget);
              }}
            >
              {languageTable[language].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
