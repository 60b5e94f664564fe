/** Finds the subject of an appeal for people who come without a link. */
import { listLimits } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { appealSubjectLabels } from '../../lib/filings/appeal-labels.ts';
import { appealPath, pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { AppealSubjectRef } from './appeal-url.ts';

const lookupQuery = (search: string) => defineQuery('/api/lookup', { query: { search } });
const namesQuery = (search: string) =>
  defineQuery('/api/providers', { query: { search, within: 'names', limit: listLimits.lookup } });

export const searchQueries = (search: string) => (search ? [lookupQuery(search), namesQuery(search)] : []);

export function AppealSearch({ search }: { search: string }) {
  return (
    <section aria-label={m.appeal_search()} className="flex flex-col gap-5">
      <form method="get" action={pathTo('/appeal')} role="search" className="flex flex-col gap-4">
        <TextField
          id="appeal-search"
          name="search"
          label={m.appeal_search_label()}
          hint={m.appeal_search_hint()}
          defaultValue={search}
          autoComplete="off"
          required
        />
        <button type="submit" className={buttonClass('primary', 'md:self-start')}>
          {m.appeal_search_submit()}
        </button>
      </form>
      {search && <SearchResults search={search} />}
    </section>
  );
}

function SearchResults({ search }: { search: string }) {
  const lookup = useQuery(lookupQuery(search));
  const names = useQuery(namesQuery(search));
  if (lookup.status === 'failed') return <QueryFailure message={m.appeal_search_failed()} query={lookup} />;
  if (names.status === 'failed') return <QueryFailure message={m.appeal_search_failed()} query={names} />;
  if (lookup.status === 'loading' || names.status === 'loading') {
    return <Skeleton label={m.appeal_search()} className="h-24" />;
  }
  const providers = new Map([...lookup.data.warned, ...names.data.items].map(({ id, name }) => [id as string, name]));
  const results: (AppealSubjectRef & { title: string })[] = [
    ...[...providers].map(([subjectId, title]) => ({ subject: 'provider' as const, subjectId, title })),
    ...lookup.data.alerts.map(({ id, title }) => ({ subject: 'alert' as const, subjectId: id, title })),
  ];
  if (results.length === 0) return <p role="status">{m.appeal_found_nothing({ search })}</p>;
  return (
    <div className="flex flex-col gap-2">
      <h2 className="title-card">{m.appeal_found()}</h2>
      <ul className="divide-y divide-line rounded-card border border-line">
        {results.map(({ subject, subjectId, title }) => (
          <li key={subjectId}>
            <Link
              to={appealPath(subject, subjectId)}
              className="flex min-h-11 flex-col px-4 py-2 wrap-anywhere hover:bg-brand-soft"
            >
              <span className="text-sm text-muted">{appealSubjectLabels[subject]()}</span>
              <span className="font-semibold text-brand underline underline-offset-4">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
