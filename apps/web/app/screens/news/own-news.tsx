/** News preferences of a member: a saved filter, a feed URL, and a weekly email for Premium. */
import type { NewsFeed, NewsPreferences } from '@hakiki/contract/news-readers';
import { isEntitled } from '@hakiki/contract/entitlements';
import { useState } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../../components/copy-button.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { useAuth } from '../../lib/api/auth.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { categoryLabel } from '../../lib/news/news-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { newsPath, type NewsFilters } from './news-address.ts';

const preferencesRead = defineQuery('/api/news-preferences');
const stale = { refreshes: [preferencesRead] };
const saveFilter = defineMutation('PUT', '/api/news-preferences/filter', stale);
const setLetter = defineMutation('PUT', '/api/news-preferences/letter', stale);
const makeFeed = defineMutation('POST', '/api/news-feed', stale);
const endFeed = defineMutation('DELETE', '/api/news-feed', stale);
const failure = { title: m.news_own_failed, fallback: m.server_unexpected };

export function OwnNews({ filters }: { filters: NewsFilters }) {
  const preferences = useQuery(preferencesRead);
  if (preferences.status !== 'ready') return null;
  return (
    <details className="mt-4 rounded-card border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-2.5 font-semibold">{m.news_own()}</summary>
      <div className="grid gap-6 px-4 pb-4 md:grid-cols-3">
        <SavedFilter filters={filters} saved={preferences.data} />
        <Feed preferences={preferences.data} />
        <WeeklyLetter preferences={preferences.data} />
      </div>
    </details>
  );
}

const inWords = ({ country, category }: Pick<NewsFilters, 'country' | 'category'>): string =>
  [
    country ? countryName(country) : m.all_countries(),
    category ? categoryLabel(category) : m.news_all_categories(),
  ].join(', ');

function SavedFilter({ filters, saved }: { filters: NewsFilters; saved: NewsPreferences }) {
  const { run, isRunning } = useMutation(saveFilter, {
    success: () => ({ title: m.news_own_filter_saved() }),
    failure,
  });
  const kept = { country: saved.country ?? '', category: saved.category ?? '' } as const;
  const isKept = kept.country === filters.country && kept.category === filters.category;
  return (
    <section className="flex min-w-0 flex-col items-start gap-2">
      <h2 className="font-semibold">{m.news_own_filter()}</h2>
      <p className="text-sm text-muted">{m.news_own_filter_text()}</p>
      <Link to={newsPath({ ...kept, page: 1 })} className="inline-flex min-h-11 items-center text-brand underline">
        {inWords(kept)}
      </Link>
      {!isKept && (
        <button
          type="button"
          disabled={isRunning}
          onClick={() => void run({ body: { country: filters.country || null, category: filters.category || null } })}
          className={buttonClass('secondary')}
        >
          {m.news_own_filter_save({ filter: inWords(filters) })}
        </button>
      )}
    </section>
  );
}

function Feed({ preferences: { feedMadeAt } }: { preferences: NewsPreferences }) {
  const [made, setMade] = useState<NewsFeed>();
  const make = useMutation(makeFeed, { failure });
  const end = useMutation(endFeed, { success: () => ({ title: m.news_own_feed_ended() }), failure });
  return (
    <section className="flex min-w-0 flex-col items-start gap-2">
      <h2 className="font-semibold">{m.news_own_feed()}</h2>
      <p className="text-sm text-muted">{made ? m.news_own_feed_once() : m.news_own_feed_text()}</p>
      {made &&
        (
          [
            ['RSS', made.rss],
            ['JSON', made.json],
          ] as const
        ).map(([name, address]) => (
          <p key={name} className="flex w-full min-w-0 flex-col gap-1">
            <code className="text-sm wrap-anywhere">{address}</code>
            <CopyButton text={address} what={name} />
          </p>
        ))}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          disabled={make.isRunning}
          onClick={() => void make.run().then((feed) => feed && setMade(feed))}
          className={buttonClass('secondary')}
        >
          {feedMadeAt ? m.news_own_feed_again() : m.news_own_feed_make()}
        </button>
        {feedMadeAt && (
          <button
            type="button"
            disabled={end.isRunning}
            onClick={() => void end.run().then((done) => done && setMade(undefined))}
            className={buttonClass('quiet')}
          >
            {m.news_own_feed_end()}
          </button>
        )}
      </div>
    </section>
  );
}

function WeeklyLetter({ preferences: { getsLetter } }: { preferences: NewsPreferences }) {
  const auth = useAuth();
  const { run, isRunning } = useMutation(setLetter, {
    success: (reply) => ({ title: reply.getsLetter ? m.news_own_letter_on() : m.news_own_letter_off() }),
    failure,
  });
  const isOpen = auth.status === 'signed-in' && isEntitled(auth.user, 'analysis');
  return (
    <section className="flex min-w-0 flex-col items-start gap-2">
      <h2 className="font-semibold">{m.news_own_letter()}</h2>
      <p className="text-sm text-muted">{m.news_own_letter_text()}</p>
      {isOpen ? (
        <button
          type="button"
          disabled={isRunning}
          onClick={() => void run({ body: { getsLetter: !getsLetter } })}
          className={buttonClass('secondary')}
        >
          {getsLetter ? m.news_own_letter_end() : m.news_own_letter_ask()}
        </button>
      ) : (
        <Link to={pathTo('/subscribe')} className={buttonClass('secondary')}>
          {m.news_own_letter_premium()}
        </Link>
      )}
    </section>
  );
}
