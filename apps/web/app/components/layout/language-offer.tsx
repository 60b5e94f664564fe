import { useLocation } from 'react-router';
import { keepPlace } from '../../lib/language/kept-place.ts';
import { currentLanguage, inLanguage, OFFERED_LANGUAGE, rememberLanguage } from '../../lib/language/language.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';

/**
 * The page in French, offered in French. Every English page holds it and no style shows it, so that a page is the same for
 * everybody; a browser that prefers French and has given no answer is told so before the first paint (root.tsx), and nothing
 * moves afterwards.
 */
export function LanguageOffer() {
  const { pathname, search } = useLocation();
  if (currentLanguage() === OFFERED_LANGUAGE) return null;
  const decline = () => {
    rememberLanguage(currentLanguage());
    delete document.documentElement.dataset['offer'];
  };
  return (
    <aside
      lang={OFFERED_LANGUAGE}
      aria-label={m.language_offer()}
      className="language-offer border-b border-line bg-accent-soft print:hidden"
    >
      <div className="mx-auto flex max-w-300 items-center justify-between gap-2 px-4">
        <a
          href={inLanguage(pathname, OFFERED_LANGUAGE) + search}
          hrefLang={OFFERED_LANGUAGE}
          onClick={(event) => {
            rememberLanguage(OFFERED_LANGUAGE);
            keepPlace(event.currentTarget);
          }}
          className={buttonClass('quiet', '-ms-4 underline')}
        >
          {m.language_offer()}
        </a>
        <button type="button" onClick={decline} className={buttonClass('quiet', '-me-4')}>
          <Icon name="close" className="size-4" />
          <span className="sr-only">{m.language_offer_decline()}</span>
        </button>
      </div>
    </aside>
  );
}
