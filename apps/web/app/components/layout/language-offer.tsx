import { useLocation } from 'react-router';
import { saveScrollPosition } from '../../lib/language/scroll-position.ts';
import { currentLanguage, translatePath, OFFERED_LANGUAGE, saveLanguage } from '../../lib/language/language.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';

/**
 * Offers the page in French. Every English page contains the offer, hidden, so that the page is the same for everybody;
 * an inline script (root.tsx) shows it before the first paint to a browser that prefers French and has not answered, so
 * that nothing shifts.
 */
export function LanguageOffer() {
  const { pathname, search } = useLocation();
  if (currentLanguage() === OFFERED_LANGUAGE) return null;
  const decline = () => {
    saveLanguage(currentLanguage());
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
          href={translatePath(pathname, OFFERED_LANGUAGE) + search}
          hrefLang={OFFERED_LANGUAGE}
          onClick={(event) => {
            saveLanguage(OFFERED_LANGUAGE);
            saveScrollPosition(event.currentTarget);
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
