/** Published and hidden announcements. */
import type { AdminNews } from '@hakiki/contract/news-admin';
import { listLimits, searchMatchLimit } from '@hakiki/contract/limits';
import { newsCategories, newsCountries } from '@hakiki/contract/news-values';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { Pagination } from '../../../components/lists/pagination.tsx';
import { QueryFailure } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { countryName, listCountryOptions } from '../../../lib/language/country-labels.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { getStoredTextLang } from '../../../lib/language/stored-language.ts';
import { categoryLabel, priorityLabel } from '../../../lib/news/news-labels.ts';
import { countPages } from '../../../lib/pages/paging.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink } from '../parts/links.tsx';
import { AdminTable, type Column, rowButtonClass, RowActions, TableSkeleton, NoWrap } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useOutcomeToast } from '../parts/undo.ts';
import { changeFailure } from '../parts/proposal-labels.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { withdrawProposal } from '../proposals/queries.ts';
import { newsPath, hideItem, toItemsFilter, itemsQuery, parseNewsPage, showItem } from './queries.ts';

type ListedState = 'shown' | 'hidden';

export function NewsItems({ state }: { state: ListedState }) {
  const [params] = useSearchParams();
  const news = useQuery(itemsQuery(state, params));
  const [chosen, setChosen] = useState<AdminNews>();
  return (
    <>
      <AdminToolbar
        path={pathTo('/admin/news')}
        keptParams={{ view: state }}
        searchLabel={m.newsdesk_search()}
        filters={[
          {
            name: 'country',
            label: m.filter_country(),
            allLabel: m.all_countries(),
            options: listCountryOptions({ first: newsCountries }),
          },
          {
            name: 'category',
            label: m.news_filter_category(),
            allLabel: m.news_all_categories(),
            options: toOptions(newsCategories, categoryLabel),
          },
        ]}
      />
      {news.status === 'loading' && <TableSkeleton label={m.newsdesk_loading()} />}
      {news.status === 'failed' && <QueryFailure message={m.newsdesk_failed()} query={news} />}
      {news.status === 'ready' && news.data.items.length === 0 && (
        <Notice icon="empty" title={m.newsdesk_items_none()}>
          <Link to={newsPath({ view: state })} className={buttonClass('secondary')}>
            {m.admin_clear_filters()}
          </Link>
        </Notice>
      )}
      {news.status === 'ready' && news.data.items.length > 0 && (
        <>
          <p className="mb-3 text-sm text-muted">{formatCount(news.data.total)}</p>
          <AdminTable
            label={state === 'shown' ? m.newsdesk_view_shown() : m.newsdesk_view_hidden()}
            columns={createColumns(state, setChosen)}
            rows={news.data.items}
          />
          <Pagination
            page={parseNewsPage(params)}
            pages={countPages(news.data.total, listLimits.newsPage)}
            toPath={(page) => newsPath({ view: state, ...toItemsFilter(params), page: page === 1 ? undefined : page })}
          />
        </>
      )}
      {chosen && <HideOrShowDialog item={chosen} from={state} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const formatCount = (total: number): string =>
  total >= searchMatchLimit
    ? m.news_count_newest({ shown: formatNumber(total) })
    : m.news_count({ count: total, shown: formatNumber(total) });

const createColumns = (state: ListedState, choose: (item: AdminNews) => void): Column<AdminNews>[] => [
  {
    heading: m.newsdesk_column_title(),
    cell: ({ title, language, sourceName, sourceUrl, otherSources, hideProposedAt }) => (
      <span className="flex min-w-0 flex-col py-1">
        <span lang={getStoredTextLang(language)} className="font-semibold wrap-anywhere">
          {title}
        </span>
        <NewTabLink href={sourceUrl}>{sourceName}</NewTabLink>
        {otherSources.map((other) => (
          <NewTabLink key={other.sourceUrl} href={other.sourceUrl}>
            {other.sourceName}
          </NewTabLink>
        ))}
        {hideProposedAt && (
          <span className="text-sm text-pending">{m.newsdesk_hide_waits({ date: formatDate(hideProposedAt) })}</span>
        )}
      </span>
    ),
  },
  { heading: m.news_filter_category(), cell: ({ category }) => <NoWrap>{categoryLabel(category)}</NoWrap> },
  { heading: m.newsdesk_column_priority(), cell: ({ priority }) => <NoWrap>{priorityLabel(priority)}</NoWrap> },
  { heading: m.filter_country(), cell: ({ sourceCountry }) => <NoWrap>{countryName(sourceCountry)}</NoWrap> },
  { heading: m.newsdesk_column_published(), cell: ({ publishedAt }) => <NoWrap>{formatDate(publishedAt)}</NoWrap> },
  {
    heading: m.admin_field_actions(),
    isActions: true,
    cell: (item) => (
      <RowActions>
        <button
          type="button"
          disabled={item.hideProposedAt !== null}
          aria-haspopup="dialog"
          onClick={() => choose(item)}
          className={rowButtonClass(state === 'shown' ? 'danger' : 'plain')}
        >
          {state === 'shown' ? m.newsdesk_hide() : m.newsdesk_show()}
          <span className="sr-only">: {item.title}</span>
        </button>
        {item.ownHideProposal && <WithdrawButton id={item.ownHideProposal} title={item.title} />}
      </RowActions>
    ),
  },
];

const WithdrawButton = ({ id, title }: { id: string; title: string }) => (
  <MutationButton
    mutation={withdrawProposal}
    getInput={() => ({ params: { id } })}
    success={() => ({ title: m.proposals_withdrawn() })}
    failure={changeFailure}
    className={rowButtonClass('plain')}
  >
    {m.proposals_withdraw()}
    <span className="sr-only">: {title}</span>
  </MutationButton>
);

function HideOrShowDialog({ item, from, onClose }: { item: AdminNews; from: ListedState; onClose: () => void }) {
  const isHiding = from === 'shown';
  const mutation = isHiding ? hideItem : showItem;
  const outcomeToast = useOutcomeToast(mutation);
  return (
    <ReasonDialog
      title={isHiding ? m.newsdesk_hide_title() : m.newsdesk_show_title()}
      saveLabel={isHiding ? m.newsdesk_hide() : m.newsdesk_show()}
      hint={m.newsdesk_reason_hint()}
      mutation={mutation}
      getInput={(reason) => ({ params: { id: item.id }, body: { reason } })}
      success={(reply) => outcomeToast(reply, { title: isHiding ? m.newsdesk_hidden() : m.newsdesk_shown() })}
      onClose={onClose}
    >
      <p lang={getStoredTextLang(item.language)} className="font-semibold wrap-anywhere">
        {item.title}
      </p>
      <p className="text-muted">{isHiding ? m.newsdesk_hide_text() : m.newsdesk_show_text()}</p>
      {isHiding && <p className="text-muted">{m.newsdesk_hide_two()}</p>}
    </ReasonDialog>
  );
}
