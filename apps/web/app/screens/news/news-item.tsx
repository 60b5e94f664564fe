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

interface Props {
  /** The same announcement, from several authorities or in several languages. */
  group: readonly ComplianceNews[];
  /** The user's country, if known. */
  country: string | undefined;
}

export function NewsItem({ group: [item, ...others], country }: Props) {
  if (!item) return null;
  const lang = getStoredTextLang(item.language);
  const affectsReader = country !== undefined && [item, ...others].some((one) => one.sourceCountry === country);
  return (
    <article
      data-news={item.id}
      className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4 wrap-anywhere"
    >
      <Origin item={item} className="text-lg" />
      <h3 lang={lang} className="title-card text-pretty">
        {item.title}
      </h3>
      <p className="flex flex-wrap items-center gap-2">
        {affectsReader && (
          <Badge icon="globe" className="bg-accent-soft text-ink">
            {m.news_affects_you({ country: countryName(country) })}
          </Badge>
        )}
        <span className="inline-flex items-center gap-1.5 rounded-full bg-brand-soft px-2.5 py-0.5 text-sm font-semibold text-brand">
          {categoryLabel(item.category)}
        </span>
        <PriorityBadge priority={item.priority} />
        <LanguageLabel language={item.language} />
      </p>
      {item.summary && (
        <p lang={lang} className="max-w-[68ch]">
          {item.summary}
        </p>
      )}
      {item.tags.length > 0 && (
        <ul aria-label={m.news_tags()} className="flex flex-wrap gap-2 text-sm text-muted">
          {item.tags.map((tag) => (
            <li key={tag} lang={lang} className="rounded-full border border-line px-2.5 py-0.5">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <p className={`flex flex-col items-start ${others.length > 0 ? '' : 'mt-auto'}`}>
        <SourceLink href={item.sourceUrl}>{m.news_read_at({ source: item.sourceName })}</SourceLink>
        {item.otherSources.map((other) => (
          <SourceLink key={other.sourceUrl} href={other.sourceUrl}>
            {m.news_also_at({ source: other.sourceName })}
          </SourceLink>
        ))}
      </p>
      {others.length > 0 && <OtherVersions items={others} />}
    </article>
  );
}

/** The authority comes first: a warning is only as credible as its source. */
const Origin = ({ item, className = '' }: { item: ComplianceNews; className?: string }) => (
  <p>
    <strong className={`block ${className}`}>{item.sourceName}</strong>
    <span className="text-sm text-muted">
      {countryName(item.sourceCountry)} · <time dateTime={item.publishedAt}>{formatDate(item.publishedAt)}</time>
    </span>
  </p>
);

const OtherVersions = ({ items }: { items: readonly ComplianceNews[] }) => (
  <div className="border-t border-line pt-3">
    <h4 className="text-sm text-muted">{m.news_also_published()}</h4>
    <ul className="mt-1 flex flex-col gap-2">
      {items.map((item) => (
        <li key={item.id} data-news={item.id}>
          <Origin item={item} />
          <p className="flex flex-wrap items-center gap-x-3">
            <SourceLink href={item.sourceUrl}>
              <span lang={getStoredTextLang(item.language)}>{item.title}</span>
            </SourceLink>
            <LanguageLabel language={item.language} />
          </p>
        </li>
      ))}
    </ul>
  </div>
);

function PriorityBadge({ priority }: Pick<ComplianceNews, 'priority'>) {
  if (priority === 'normal') return null;
  return priority === 'high' ? (
    <Badge icon="flag" className="bg-high-soft text-high">
      {m.news_priority_high()}
    </Badge>
  ) : (
    <Badge icon="info" className="bg-pending-soft text-pending">
      {m.news_priority_low()}
    </Badge>
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
