import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { pathTo } from '../../lib/pages/paths.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';

interface ListTexts {
  id: string;
  title: string;
  loading: string;
  failed: string;
  empty: string;
}

interface Props<Data, Item extends { id: string }> {
  texts: ListTexts;
  query: QueryState<Data>;
  getItems: (data: Data) => readonly Item[];
  isMember: boolean;
  Card: ComponentType<{ item: Item; isMember: boolean }>;
  /** Errors of other queries. */
  children?: ReactNode;
}

/** One of the two lists of the page, with its loading, failed and empty states. */
export function ReportsList<Data, Item extends { id: string }>({
  texts,
  query: read,
  getItems,
  isMember,
  Card,
  children,
}: Props<Data, Item>) {
  return (
    <section id={texts.id} aria-labelledby={`${texts.id}-title`} className="flex min-w-0 flex-col gap-4">
      <h2 id={`${texts.id}-title`} className="title-section">
        {texts.title}
      </h2>
      {children}
      {read.status === 'loading' && <LoadingSkeleton label={texts.loading} />}
      {read.status === 'failed' && <QueryFailure message={texts.failed} query={read} />}
      {read.status === 'ready' && (
        <ItemList items={getItems(read.data)} empty={texts.empty} isMember={isMember} Card={Card} />
      )}
    </section>
  );
}

interface ItemsProps<Item> {
  items: readonly Item[];
  empty: string;
  isMember: boolean;
  Card: ComponentType<{ item: Item; isMember: boolean }>;
}

function ItemList<Item extends { id: string }>({ items, empty, isMember, Card }: ItemsProps<Item>) {
  if (items.length === 0) return <EmptyNotice title={empty} isMember={isMember} />;
  return (
    <ul className="flex flex-col gap-4">
      {items.map((item) => (
        <li key={item.id}>
          <Card item={item} isMember={isMember} />
        </li>
      ))}
    </ul>
  );
}

const LoadingSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="flex flex-col gap-4">
    {[1, 2, 3].map((index) => (
      <div key={index} className="skeleton h-40" />
    ))}
  </div>
);

const EmptyNotice = ({ title, isMember }: { title: string; isMember: boolean }) => (
  <Notice icon="empty" title={title}>
    <p className="text-muted">{isMember ? m.reports_empty_member() : m.reports_empty_visitor()}</p>
    <Link to={pathTo(isMember ? '/directory' : '/signup')} className={buttonClass('secondary')}>
      {isMember ? m.home_browse() : m.reports_sign_up()}
    </Link>
  </Notice>
);
