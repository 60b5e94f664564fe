import type { ComplianceNews } from '@hakiki/contract/news';
import { newsCategories, newsCountries } from '@hakiki/contract/news-values';
import { searchMatchLimit } from '@hakiki/contract/limits';
import { useEffect } from 'react';
import { Link, redirect, useLocation } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { Pagination } from '../../components/lists/pagination.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { useMyCountry } from '../../lib/browser/my-country.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/news.ts';
import { isFiltered, newsPath, newsQuery, countPages, parseNewsFilters, type NewsFilters } from './news-url.ts';
import { NewsItem } from './news-item.tsx';
import { groupNews } from './news-groups.ts';
import { NewsPreferencesPanel, preferencesQuery } from './news-preferences.tsx';
import { categoryLabel } from '../../lib/news/news-labels.ts';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { listCountryOptions } from '../../lib/language/country-labels.ts';

const toLoginPath = (returnPath: string): string => `/api/login?next=${encodeURIComponent(returnPath)}`;

/** The news is for members: nothing is loaded before the user is known, and a visitor is redirected to the login. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const user = await authUser.load(context.get(apiContext));
  const { pathname, search, searchParams } = new URL(request.url);
  const newsQueries = user ? [newsQuery(parseNewsFilters(searchParams))] : [];
  const prefetched = await prefetch(context, [{ ...authUser, load: () => Promise.resolve(user) }, ...newsQueries]);
  if (!user) throw redirect(toLoginPath(pathname + search));
  return prefetched;
};
export const clientLoader = startQueries(() => [authUser]);

export const meta = unlistedPage('/news', m.news_title, m.news_description);

export default function News() {
  return <AuthGate visitor={<LoginRedirect />}>{() => <MembersNews />}</AuthGate>;
}

/** Shown to a visitor who followed a link within the site; the login is a separate document. */
function LoginRedirect() {
  useEffect(() => location.replace(toLoginPath(location.pathname + location.search)), []);
  return <SignInPrompt title={m.news_title()} />;
}

const ALL_TAB = 'all';

function MembersNews() {
  const filters = parseNewsFilters(new URLSearchParams(useLocation().search));
  const tabs = [
    { name: ALL_TAB, label: m.news_tab_all(), path: newsPath({ ...filters, category: '', page: 1 }) },
    ...newsCategories.map((name) => ({
      name,
      label: categoryLabel(name),
      path: newsPath({ ...filters, category: name, page: 1 }),
    })),
  ];
  return (
    <>
      <h1 className="title-page">{m.news_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-pretty text-muted md:text-lg">{m.news_lead()}</p>
      <NewsFilterForm filters={filters} />
      <NewsPreferencesPanel filters={filters} />
      <div className="mt-6">
        <Tabs id="news" label={m.news_tabs()} tabs={tabs} current={filters.category || ALL_TAB}>
          <NewsList filters={filters} />
        </Tabs>
      </div>
    </>
  );
}

function NewsList({ filters }: { filters: NewsFilters }) {
  const news = useQuery(newsQuery(filters));
  return (
    <section aria-labelledby="news-list">
      <h2 id="news-list" className="sr-only">
        {m.news_results()}
      </h2>
      <p aria-live="polite" className="mb-4 font-semibold">
        {news.status === 'ready' ? formatCount(news.data.total) : '\u00A0'}
      </p>
      {news.status === 'loading' && (
        <div role="status" aria-label={m.news_loading()} className="grid gap-4 lg:grid-cols-2">
          {[1, 2, 3, 4].map((index) => (
            <div key={index} className="skeleton h-52" />
          ))}
        </div>
      )}
      {news.status === 'failed' && <QueryFailure message={m.news_failed()} query={news} />}
      {news.status === 'ready' && news.data.items.length === 0 && (
        <EmptyList filters={filters} pages={countPages(news.data.total)} />
      )}
      {news.status === 'ready' && news.data.items.length > 0 && <NewsItems filters={filters} news={news.data} />}
    </section>
  );
}

const formatCount = (total: number): string =>
  total >= searchMatchLimit
    ? m.news_count_newest({ shown: formatNumber(total) })
    : m.news_count({ count: total, shown: formatNumber(total) });

function NewsItems({ filters, news: { items, total } }: { filters: NewsFilters; news: ItemPage<ComplianceNews> }) {
  const country = useReaderCountry();
  return (
    <>
      <ol className="grid gap-4 lg:grid-cols-2">
        {groupNews(items).map((group) => (
          <li key={group[0]?.id} className="grid min-w-0">
            <NewsItem group={group} country={country} />
          </li>
        ))}
      </ol>
      <Pagination page={filters.page} pages={countPages(total)} toPath={(page) => newsPath({ ...filters, page })} />
    </>
  );
}

/** The country chosen on the dashboard, or that of the saved filter. */
function useReaderCountry(): string | undefined {
  const preferences = useQuery(preferencesQuery);
  const saved = preferences.status === 'ready' ? preferences.data.country : null;
  // The country in the URL of this page is a filter.
  return useMyCountry(new URLSearchParams()) ?? saved ?? undefined;
}

function EmptyList({ filters, pages }: { filters: NewsFilters; pages: number }) {
  if (filters.page > pages) {
    return (
      <Notice icon="empty" title={m.page_missing({ page: filters.page })}>
        <Link to={newsPath({ ...filters, page: pages })} className={buttonClass('secondary')}>
          {m.page_last({ page: pages })}
        </Link>
      </Notice>
    );
  }
  if (isFiltered(filters)) {
    return (
      <Notice icon="empty" title={m.news_none_matching()}>
        <Link to={pathTo('/news')} className={buttonClass('secondary')}>
          {m.news_show_all()}
        </Link>
      </Notice>
    );
  }
  return (
    <Notice icon="empty" title={m.news_none()}>
      <p className="max-w-[50ch] text-muted">{m.news_none_hint()}</p>
    </Notice>
  );
}

function NewsFilterForm({ filters }: { filters: NewsFilters }) {
  return (
    <FilterForm
      label={m.news_filter()}
      action={pathTo('/news')}
      toPath={(chosen) => newsPath(parseNewsFilters(chosen))}
      isFiltered={isFiltered(filters)}
      filters={[
        {
          name: 'country',
          label: m.filter_country(),
          allLabel: m.all_countries(),
          value: filters.country,
          options: listCountryOptions({ first: newsCountries }),
        },
        {
          name: 'category',
          label: m.news_filter_category(),
          allLabel: m.news_all_categories(),
          value: filters.category,
          options: toOptions(newsCategories, categoryLabel),
        },
      ]}
    />
  );
}
