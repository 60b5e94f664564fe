/** Published and hidden announcements. */
import type { AdminNews } from '@hakiki/contract/news-admin';
import { listLimits, searchMatchLimit } from '@hakiki/contract/limits';
import { newsCategories, newsCountries } from '@hakiki/contract/news-values';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Pagination } from '../../../components/lists/pagination.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { useRead } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { countryName } from '../../../lib/language/country-words.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { storedLang } from '../../../lib/language/stored-language.ts';
import { categoryLabel, priorityLabel } from '../../../lib/news/news-words.ts';
import { pageCount } from '../../../lib/pages/paging.ts';
import { to } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { LinkBeside } from '../parts/links.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { AdminTable, type Column, rowButtonClass, RowActions, TableSkeleton, Whole } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useOutcomeToast } from '../parts/undo.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { deskPath, hideItem, itemsFilter, itemsRead, pageOf, showItem } from './reads.ts';

type Listed = 'shown' | 'hidden';

export function NewsItems({ state }: { state: Listed }) {
  const [params] = useSearchParams();
  const news = useRead(itemsRead(state, params));
  const [chosen, setChosen] = useState<AdminNews>();
  return (
    <>
      <AdminToolbar
        place={to('/admin/news')}
        kept={{ view: state }}
        searchLabel={m.newsdesk_search()}
        filters={[
          {
            name: 'country',
            label: m.filter_country(),
            allLabel: m.all_countries(),
            options: newsCountries.map((value) => ({ value, label: countryName(value) })),
          },
          {
            name: 'category',
            label: m.news_filter_category(),
            allLabel: m.news_all_categories(),
            options: newsCategories.map((value) => ({ value, label: categoryLabel(value) })),
          },
        ]}
      />
      {news.status === 'loading' && <TableSkeleton label={m.newsdesk_loading()} />}
      {news.status === 'failed' && <ReadFailure sentence={m.newsdesk_failed()} read={news} />}
      {news.status === 'ready' && news.data.items.length === 0 && (
        <Notice icon="empty" title={m.newsdesk_items_none()}>
          <Link to={deskPath({ view: state })} className={buttonClass('secondary')}>
            {m.admin_clear_filters()}
          </Link>
        </Notice>
      )}
      {news.status === 'ready' && news.data.items.length > 0 && (
        <>
          <p className="mb-3 text-sm text-muted">{countInWords(news.data.total)}</p>
          <AdminTable
            label={state === 'shown' ? m.newsdesk_view_shown() : m.newsdesk_view_hidden()}
            columns={columnsOf(state, setChosen)}
            rows={news.data.items}
          />
          <Pagination
            page={pageOf(params)}
            pages={pageCount(news.data.total, listLimits.newsPage)}
            addressOf={(page) => deskPath({ view: state, ...itemsFilter(params), page: page === 1 ? undefined : page })}
          />
        </>
      )}
      {chosen && <Moving item={chosen} from={state} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const countInWords = (total: number): string =>
  total >= searchMatchLimit
    ? m.news_count_newest({ shown: formatNumber(total) })
    : m.news_count({ count: total, shown: formatNumber(total) });

const columnsOf = (state: Listed, choose: (item: AdminNews) => void): Column<AdminNews>[] => [
  {
    heading: m.newsdesk_column_title(),
    cell: ({ title, language, sourceName, sourceUrl, otherSources, hideProposedAt }) => (
      <span className="flex min-w-0 flex-col py-1">
        <span lang={storedLang(language)} className="font-semibold wrap-anywhere">
          {title}
        </span>
        <LinkBeside href={sourceUrl}>{sourceName}</LinkBeside>
        {otherSources.map((other) => (
          <LinkBeside key={other.sourceUrl} href={other.sourceUrl}>
            {other.sourceName}
          </LinkBeside>
        ))}
        {hideProposedAt && (
          <span className="text-sm text-pending">{m.newsdesk_hide_waits({ date: formatDate(hideProposedAt) })}</span>
        )}
      </span>
    ),
  },
  { heading: m.news_filter_category(), cell: ({ category }) => <Whole>{categoryLabel(category)}</Whole> },
  { heading: m.newsdesk_column_priority(), cell: ({ priority }) => <Whole>{priorityLabel(priority)}</Whole> },
  { heading: m.filter_country(), cell: ({ sourceCountry }) => <Whole>{countryName(sourceCountry)}</Whole> },
  { heading: m.newsdesk_column_published(), cell: ({ publishedAt }) => <Whole>{formatDate(publishedAt)}</Whole> },
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
      </RowActions>
    ),
  },
];

function Moving({ item, from, onClose }: { item: AdminNews; from: Listed; onClose: () => void }) {
  const hides = from === 'shown';
  const write = hides ? hideItem : showItem;
  const outcomeToast = useOutcomeToast(write);
  const { run, isRunning } = useWrite(write, {
    success: (reply) => outcomeToast(reply, { title: hides ? m.newsdesk_hidden() : m.newsdesk_shown() }),
    failure: changeFailure,
  });
  return (
    <ReasonDialog
      title={hides ? m.newsdesk_hide_title() : m.newsdesk_show_title()}
      saveLabel={hides ? m.newsdesk_hide() : m.newsdesk_show()}
      isSaving={isRunning}
      onClose={onClose}
      onSave={async (reason) => Boolean(await run({ params: { id: item.id }, body: { reason } }))}
    >
      <p lang={storedLang(item.language)} className="font-semibold wrap-anywhere">
        {item.title}
      </p>
      <p className="text-muted">{hides ? m.newsdesk_hide_text() : m.newsdesk_show_text()}</p>
      {hides && <p className="text-muted">{m.newsdesk_hide_two()}</p>}
    </ReasonDialog>
  );
}
