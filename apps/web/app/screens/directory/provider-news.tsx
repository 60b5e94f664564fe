import type { ProviderNews as Named } from '@hakiki/contract/news-mentions';
import { LanguageLabel } from '../../components/language-label.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { NewTabAnchor } from '../../components/new-tab-anchor.tsx';
import { m } from '../../paraglide/messages.js';

/** Announcements of authorities about this provider, quoted. A moderator has confirmed each match. */
export const ProviderNews = ({ news }: { news: readonly Named[] }) => (
  <section aria-labelledby="authorities" className="mt-2 rounded-card border border-line bg-surface p-4">
    <h2 id="authorities" className="title-card">
      {m.provider_news_title()}
    </h2>
    <ul className="mt-2 flex flex-col gap-2">
      {news.map(({ id, title, sourceName, sourceUrl, publishedAt, language }) => (
        <li key={id} className="min-w-0 wrap-anywhere">
          <NewTabAnchor
            href={sourceUrl}

            className="inline-flex min-h-11 items-center gap-1 font-semibold text-brand underline underline-offset-4"
          >
            <span lang={getStoredTextLang(language)}>{title}</span>
            <Icon name="external" className="size-4" />
          </NewTabAnchor>
          <p className="text-sm text-muted">
            {sourceName}, <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>{' '}
            <LanguageLabel language={language} />
          </p>
        </li>
      ))}
    </ul>
  </section>
);
