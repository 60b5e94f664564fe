import type { ComplianceNews } from '@hakiki/contract/news';
import type { ReactNode } from 'react';
import { Icon } from '../../components/ui/icon.tsx';
import { LanguageLabel } from '../../components/language-label.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatDate } from '../../lib/language/format.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { NewTabAnchor } from '../../components/new-tab-anchor.tsx';
import { m } from '../../paraglide/messages.js';
import { categoryLabel } from '../../lib/news/news-labels.ts';

export function NewsItem({ item }: { item: ComplianceNews }) {
  const { title, summary, category, priority, tags, sourceName, sourceCountry, sourceUrl, publishedAt } = item;
  const lang = getStoredTextLang(item.language);
  return (
    <article
      data-news={item.id}
      className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4 wrap-anywhere"
    >
      <p className="flex flex-wrap items-center gap-2">
        <span className="inline-flex items-center gap-1.5 rounded-full bg-brand-soft px-2.5 py-0.5 text-sm font-semibold text-brand">
          {categoryLabel(category)}
        </span>
        {priority === 'high' && (
          <Badge icon="flag" className="bg-high-soft text-high">
            {m.news_priority_high()}
          </Badge>
        )}
        {priority === 'low' && (
          <Badge icon="info" className="bg-pending-soft text-pending">
            {m.news_priority_low()}
          </Badge>
        )}
      </p>
      <h3 lang={lang} className="text-lg font-semibold">
        {title}
      </h3>
      <p className="text-sm text-muted">
        <time dateTime={publishedAt}>{formatDate(publishedAt)}</time> · {countryName(sourceCountry)}{' '}
        <LanguageLabel language={item.language} />
      </p>
      {summary && (
        <p lang={lang} className="max-w-[68ch]">
          {summary}
        </p>
      )}
      {tags.length > 0 && (
        <ul aria-label={m.news_tags()} className="flex flex-wrap gap-2 text-sm text-muted">
          {tags.map((tag) => (
            <li key={tag} lang={lang} className="rounded-full border border-line px-2.5 py-0.5">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-auto flex flex-col items-start">
        <SourceLink href={sourceUrl}>{m.news_read_at({ source: sourceName })}</SourceLink>
        {item.otherSources.map((other) => (
          <SourceLink key={other.sourceUrl} href={other.sourceUrl}>
            {m.news_also_at({ source: other.sourceName })}
          </SourceLink>
        ))}
      </p>
    </article>
  );
}

const SourceLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <NewTabAnchor
    href={href}
    className="inline-flex min-h-11 items-center gap-1 font-semibold text-brand underline underline-offset-4"
  >
    {children}
    <Icon name="external" className="size-4" />
  </NewTabAnchor>
);
