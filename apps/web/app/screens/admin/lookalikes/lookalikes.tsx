/** Addresses that look like a protected name and that people asked about, and the names that staff protect. */
import type { AdminLookalike } from '@hakiki/contract/lookalikes-admin';
import type { LookalikeRule } from '@hakiki/contract/check-values';
import { checkPath } from '@hakiki/contract/site';
import { textLimits } from '@hakiki/contract/limits';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { SelectField, TextAreaField } from '../../../components/ui/field.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { prefetch, startQueries, useQuery } from '../../../lib/api/use-query.ts';
import { toValues } from '../../../lib/forms/values.ts';
import { listCountryOptions } from '../../../lib/language/country-labels.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { Fact } from '../parts/filing-text.tsx';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { getRowPath, ConsoleLink, NewTabLink } from '../parts/links.tsx';
import { ShownCount } from '../parts/section.tsx';
import type { Route } from './+types/lookalikes.ts';
import { ProtectedNames } from './protected-names.tsx';
import {
  decideLookalike,
  lookalikeLists,
  type LookalikeListName,
  lookalikesPath,
  lookalikesQuery,
  parseList,
} from './queries.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/lookalikes', m.lookalikes_title, m.lookalikes_description);

export default function LookalikesPage() {
  return (
    <AdminGate isForModerators>
      <Lookalikes />
    </AdminGate>
  );
}

const listLabels: Record<LookalikeListName, () => string> = { open: m.appeals_open, decided: m.appeals_decided };
const emptyTexts: Record<LookalikeListName, () => string> = {
  open: m.lookalikes_none_open,
  decided: m.lookalikes_none_decided,
};

export function Lookalikes() {
  const [params] = useSearchParams();
  const list = parseList(params);
  const tabs = lookalikeLists.map((name) => ({ name, label: listLabels[name](), path: lookalikesPath(name) }));
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-xl font-bold">{m.lookalikes_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.lookalikes_lead()}</p>
      </div>
      <Tabs id="lookalikes" label={m.lookalikes_views()} tabs={tabs} current={list}>
        <LookalikeList key={list} list={list} />
      </Tabs>
      <ProtectedNames />
    </div>
  );
}

function LookalikeList({ list }: { list: LookalikeListName }) {
  const lookalikes = useQuery(lookalikesQuery(list));
  if (lookalikes.status === 'loading') return <Skeleton label={m.lookalikes_loading()} className="h-40" />;
  if (lookalikes.status === 'failed') return <QueryFailure message={m.lookalikes_failed()} query={lookalikes} />;
  const { items, total } = lookalikes.data;
  if (items.length === 0) return <p className="text-muted">{emptyTexts[list]()}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ShownCount shown={items.length} total={total} />
      <ul className="grid gap-4 lg:grid-cols-2">
        {items.map((lookalike) => (
          <li key={lookalike.id} className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
            <Lookalike lookalike={lookalike} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const ruleLabels: Record<LookalikeRule, () => string> = {
  sameLabel: m.lookalikes_rule_same,
  asToken: m.lookalikes_rule_token,
  insideLabel: m.lookalikes_rule_inside,
  oneEdit: m.lookalikes_rule_one,
  twoEdits: m.lookalikes_rule_two,
};

function Lookalike({ lookalike }: { lookalike: AdminLookalike }) {
  const { host, of, rule, asks, firstAskedOn, lastAskedOn, state } = lookalike;
  return (
    <>
      <h3 className="text-lg font-semibold wrap-anywhere">{host}</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name={m.lookalikes_looks_like()}>{of.name}</Fact>
        <Fact name={m.lookalikes_official()}>{of.officialHosts.join(', ') || m.lookalikes_no_official()}</Fact>
        <Fact name={m.lookalikes_why()}>{ruleLabels[rule]()}</Fact>
        <Fact name={m.lookalikes_asked()}>
          {m.lookalikes_asks({ count: asks, first: formatDate(firstAskedOn), last: formatDate(lastAskedOn) })}
        </Fact>
      </dl>
      <p>
        <NewTabLink href={pathTo(`${checkPath}/website/${host}`)}>{m.lookalikes_answer()}</NewTabLink>
      </p>
      {state === 'open' ? <DecisionForm lookalike={lookalike} /> : <Outcome lookalike={lookalike} />}
    </>
  );
}

function Outcome({ lookalike: { state, reason, decidedBy, decidedAt, alertId, host } }: { lookalike: AdminLookalike }) {
  const reportPath = alertId && getRowPath({ subject: 'alert', subjectId: alertId, searchText: host });
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold">{state === 'cleared' ? m.lookalikes_cleared() : m.lookalikes_reported()}</p>
      <p className="text-sm text-muted">{[decidedAt && formatDate(decidedAt), decidedBy].filter(Boolean).join(', ')}</p>
      <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      {reportPath && <ConsoleLink href={reportPath}>{m.lookalikes_see_report()}</ConsoleLink>}
    </div>
  );
}

function DecisionForm({ lookalike: { id } }: { lookalike: AdminLookalike }) {
  const [errors, setErrors] = useState<{ reason?: string | undefined; country?: string | undefined }>({});
  const { run, isRunning } = useMutation(decideLookalike, {
    success: ({ state }) => ({
      title: state === 'cleared' ? m.lookalikes_done_cleared() : m.lookalikes_done_reported(),
    }),
    failure: { title: m.contacts_write_failed, fallback: m.contacts_write_failed_text },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const outcome = submitter instanceof HTMLButtonElement && submitter.value === 'cleared' ? 'cleared' : 'reported';
    const { reason = '', country = '' } = toValues(new FormData(event.currentTarget));
    const needsCountry = outcome === 'reported' && !country;
    setErrors({
      reason: reason.trim() ? undefined : m.error_reason_required(),
      country: needsCountry ? m.lookalikes_country_missing() : undefined,
    });
    if (!reason.trim() || needsCountry || isRunning) return;
    const body = { outcome, reason, language: currentLanguage(), ...(country && { country }) } as const;
    void run({ params: { id }, body });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextAreaField
        id={`reason-${id}`}
        name="reason"
        label={m.lookalikes_reason()}
        hint={m.lookalikes_reason_hint()}
        error={errors.reason}
        note={<LengthNote id={`reason-${id}`} max={textLimits.text} />}
        rows={3}
        required
      />
      <SelectField
        id={`country-${id}`}
        name="country"
        label={m.lookalikes_country()}
        error={errors.country}
        options={listCountryOptions()}
        emptyLabel={m.lookalikes_country_none()}
      />
      <div className="flex flex-wrap gap-2">
        <button type="submit" value="cleared" aria-disabled={isRunning} className={buttonClass('secondary')}>
          {m.lookalikes_clear()}
        </button>
        <button type="submit" value="reported" aria-disabled={isRunning} className={buttonClass('primary')}>
          {m.lookalikes_report()}
        </button>
      </div>
    </form>
  );
}
