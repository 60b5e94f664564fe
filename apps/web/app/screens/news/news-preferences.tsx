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
import { newsPath, type NewsFilters } from './news-url.ts';

export const preferencesQuery = defineQuery('/api/news-preferences');
const refreshesPreferences = { refreshes: [preferencesQuery] };
const saveFilter = defineMutation('PUT', '/api/news-preferences/filter', refreshesPreferences);
const setWeeklyEmail = defineMutation('PUT', '/api/news-preferences/letter', refreshesPreferences);
const createFeed = defineMutation('POST', '/api/news-feed', refreshesPreferences);
const deleteFeed = defineMutation('DELETE', '/api/news-feed', refreshesPreferences);
const failure = { title: m.news_own_failed, fallback: m.error_unexpected };

export function NewsPreferencesPanel({ filters }: { filters: NewsFilters }) {
  const preferences = useQuery(preferencesQuery);
  if (preferences.status !== 'ready') return null;
  return (
    <details className="mt-4 rounded-card border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-2.5 font-semibold">{m.news_own()}</summary>
      <div className="grid gap-6 px-4 pb-4 md:grid-cols-3">
        <SavedFilter filters={filters} saved={preferences.data} />
        <FeedSettings preferences={preferences.data} />
        <WeeklyEmail preferences={preferences.data} />
      </div>
    </details>
  );
}

const formatFilter = ({ country, category }: Pick<NewsFilters, 'country' | 'category'>): string =>
  [
    country ? countryName(country) : m.all_countries(),
    category ? categoryLabel(category) : m.news_all_categories(),
  ].join(', ');

function SavedFilter({ filters, saved }: { filters: NewsFilters; saved: NewsPreferences }) {
  const { run, isRunning } = useMutation(saveFilter, {
    success: () => ({ title: m.news_own_filter_saved() }),
    failure,
  });
  const savedFilter = { country: saved.country ?? '', category: saved.category ?? '' } as const;
  const isSaved = savedFilter.country === filters.country && savedFilter.category === filters.category;
  return (
    <section className="flex min-w-0 flex-col items-start gap-2">
      <h2 className="font-semibold">{m.news_own_filter()}</h2>
      <p className="text-sm text-muted">{m.news_own_filter_text()}</p>
      <Link
        to={newsPath({ ...savedFilter, page: 1 })}
        className="inline-flex min-h-11 items-center text-brand underline"
      >
        {formatFilter(savedFilter)}
      </Link>
      {!isSaved && (
        <button
          type="button"
          disabled={isRunning}
          onClick={() => void run({ body: { country: filters.country || null, category: filters.category || null } })}
          className={buttonClass('secondary')}
        >
          {m.news_own_filter_save({ filter: formatFilter(filters) })}
        </button>
      )}
    </section>
  );
}

function FeedSettings({ preferences: { feedMadeAt } }: { preferences: NewsPreferences }) {
  const [createdFeed, setCreatedFeed] = useState<NewsFeed>();
  const create = useMutation(createFeed, { failure });
  const remove = useMutation(deleteFeed, { success: () => ({ title: m.news_own_feed_ended() }), failure });
  return (
    <section className="flex min-w-0 flex-col items-start gap-2">
      <h2 className="font-semibold">{m.news_own_feed()}</h2>
      <p className="text-sm text-muted">{createdFeed ? m.news_own_feed_once() : m.news_own_feed_text()}</p>
      {createdFeed &&
        (
          [
            ['RSS', createdFeed.rss],
            ['JSON', createdFeed.json],
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
          disabled={create.isRunning}
          onClick={() => void create.run().then((feed) => feed && setCreatedFeed(feed))}
          className={buttonClass('secondary')}
        >
          {feedMadeAt ? m.news_own_feed_again() : m.news_own_feed_make()}
        </button>
        {feedMadeAt && (
          <button
            type="button"
            disabled={remove.isRunning}
            onClick={() => void remove.run().then((done) => done && setCreatedFeed(undefined))}
            className={buttonClass('quiet')}
          >
            {m.news_own_feed_end()}
          </button>
        )}
      </div>
    </section>
  );
}

function WeeklyEmail({ preferences: { getsLetter } }: { preferences: NewsPreferences }) {
  const auth = useAuth();
  const { run, isRunning } = useMutation(setWeeklyEmail, {
    success: (reply) => ({ title: reply.getsLetter ? m.news_own_letter_on() : m.news_own_letter_off() }),
    failure,
  });
  const isEntitledToEmail = auth.status === 'signed-in' && isEntitled(auth.user, 'analysis');
  return (
    <section className="flex min-w-0 flex-col items-start gap-2">
      <h2 className="font-semibold">{m.news_own_letter()}</h2>
      <p className="text-sm text-muted">{m.news_own_letter_text()}</p>
      {isEntitledToEmail ? (
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
