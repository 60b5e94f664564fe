import type { ReactNode } from 'react';
import { QueryFailure } from '../../../components/query-states.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import type { ItemPage, Query } from '../../../lib/api/queries.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { AdminEmpty } from './empty.tsx';
import { AdminPagination } from './pagination.tsx';
import { TableSkeleton } from './table.tsx';

interface Props<Item> {
  query: Query<ItemPage<Item>>;
  texts: {
    loading: string;
    failed: string;
    showing: (range: { from: string; to: string; total: string }) => string;
    noMatch: string;
    noMatchHint: string;
  };
  /** The text of a list that has no items even without filters. */
  none?: string | false;
  /** Called without items, too: an open dialog stays open. */
  children: (items: Item[]) => ReactNode;
}

/** The list of a tab in its states, with its pages below. */
export function ConsoleList<Item>({ query, texts, none, children }: Props<Item>) {
  const list = useQuery(query);
  if (list.status === 'loading') return <TableSkeleton label={texts.loading} />;
  if (list.status === 'failed') return <QueryFailure message={texts.failed} query={list} />;
  const { items, total } = list.data;
  const isEmpty = total === 0 && Boolean(none);
  return (
    <>
      {isEmpty && <Notice icon="empty" title={none || ''} />}
      {items.length === 0 && !isEmpty && <AdminEmpty total={total} title={texts.noMatch} hint={texts.noMatchHint} />}
      {children(items)}
      <AdminPagination total={total} formatRange={texts.showing} />
    </>
  );
}
