/** Families: a list, and one family as a graph with the table of its links. */
import type { FamilySummary } from '@hakiki/contract/families-admin';
import { Form, Link, useSearchParams } from 'react-router';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextField } from '../../../components/ui/field.tsx';
import { prefetch, startQueries, useQuery } from '../../../lib/api/use-query.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { ShownCount } from '../parts/section.tsx';
import { AdminTable, type Column } from '../parts/table.tsx';
import type { Route } from './+types/families.ts';
import { FamilyView } from './family.tsx';
import { familiesQuery, familyPath } from './queries.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/families', m.families_title, m.families_lead);

export default function FamiliesPage() {
  return (
    <AdminGate isForModerators>
      <Families />
    </AdminGate>
  );
}

export function Families() {
  const [params] = useSearchParams();
  const about = params.get('about') ?? '';
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl font-bold">{m.families_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.families_lead()}</p>
      </div>
      <Form action={familyPath()} className="flex max-w-[40rem] flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField key={about} id="about" name="about" label={m.families_about()} defaultValue={about} />
        </div>
        <button type="submit" className={buttonClass('secondary')}>
          {m.families_find()}
        </button>
      </Form>
      {about ? <FamilyView about={about} /> : <FamilyList />}
    </div>
  );
}

const columns: Column<FamilySummary>[] = [
  {
    heading: m.families_column_members(),
    isName: true,
    cell: ({ examples }) => (
      <Link
        to={familyPath(examples[0])}
        className="font-semibold text-brand wrap-anywhere underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        {examples.join(', ')}
      </Link>
    ),
  },
  { heading: m.families_column_size(), isNumber: true, cell: ({ size }) => size },
  { heading: m.families_column_blocked(), isNumber: true, cell: ({ blocked }) => blocked },
];

function FamilyList() {
  const families = useQuery(familiesQuery);
  if (families.status === 'loading') return <Skeleton label={m.families_loading()} className="h-40" />;
  if (families.status === 'failed') return <QueryFailure message={m.families_failed()} query={families} />;
  const { items, total } = families.data;
  if (items.length === 0) return <p className="text-muted">{m.families_none()}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ShownCount shown={items.length} total={total} />
      <AdminTable label={m.families_title()} columns={columns} rows={items} />
    </div>
  );
}
