import type { SiteSettings } from '@hakiki/contract/web-handler';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { currentLanguage, inLanguage, LANGUAGE_KEY, languageNames, languages, type Language } from '../lib/language.ts';
import { m } from '../paraglide/messages.js';
import type * as FooterParts from './footer-parts.tsx';
import { AsServed, useFollowedLinks, useIsServed } from './still.tsx';
import { Icon } from './ui/icon.tsx';

let parts: typeof FooterParts | undefined = import.meta.env.SSR ? await import('./footer-parts.tsx') : undefined;

export function Footer({ social }: { social: SiteSettings['social'] }) {
  return (
    <footer className="woven mt-16 border-t border-line bg-surface">
      <Still name="FooterLinks" social={social} />
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-300 flex-col gap-4 px-4 py-6 text-sm text-muted md:flex-row md:items-center md:justify-between">
          <Still name="FooterSmallPrint" social={social} />
          <LanguageSwitch />
        </div>
      </div>
    </footer>
  );
}

/** Almost everybody gets the footer with the page; who comes back from the admin pages has to fetch it. */
function Still({ name, social }: { name: keyof typeof FooterParts; social: SiteSettings['social'] }) {
  const isServed = useIsServed();
  const [loaded, setLoaded] = useState(() => parts);
  const follow = useFollowedLinks();
  const isMissing = !isServed && !loaded;
  useEffect(() => {
    if (isMissing) void import('./footer-parts.tsx').then((fetched) => setLoaded((parts = fetched)));
  }, [isMissing]);
  if (!loaded) return <AsServed {...follow} className="contents" />;
  const Part = loaded[name];
  return (
    <div {...follow} className="contents">
      <Part social={social} />
    </div>
  );
}

/** A change of language is a new page, and the browser remembers it. */
function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const current = currentLanguage();
  const remember = (language: Language) => {
    try {
      localStorage.setItem(LANGUAGE_KEY, language);
    } catch {
      // Storage is switched off: the address still carries the language.
    }
  };
  return (
    <nav aria-label={m.language_switch()}>
      <ul className="flex items-center gap-2">
        <li>
          <Icon name="globe" className="size-4" />
        </li>
        {languages.map((language) => (
          <li key={language}>
            <a
              href={inLanguage(pathname, language) + search}
              hrefLang={language}
              lang={language}
              aria-current={language === current ? 'true' : undefined}
              className={`inline-flex min-h-11 min-w-11 items-center justify-center px-2 ${language === current ? 'font-semibold text-ink' : 'underline'}`}
              onClick={() => remember(language)}
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
