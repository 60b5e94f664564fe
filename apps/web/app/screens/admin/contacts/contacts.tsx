/** Rescue contacts: which to call today, what a call found, and changes that a second person confirms. */
import type { AdminRescueContact, RescueVersion } from '@hakiki/contract/rescue-admin';
import {
  RESCUE_CALL_DAYS,
  rescueCallOutcomes,
  rescueConfidences,
  type RescueConfidence,
} from '@hakiki/contract/rescue-values';
import { africanCountries, countryCodes } from '@hakiki/contract/country-codes';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { SelectField, TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { prefetch, startQueries, useQuery } from '../../../lib/api/use-query.ts';
import { toValues } from '../../../lib/forms/values.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { countryName } from '../../../lib/language/country-labels.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { AdminSection } from '../parts/section.tsx';
import type { Route } from './+types/contacts.ts';
import {
  confirmChange,
  contactHistoryQuery,
  contactsQuery,
  proposeChange,
  recordCall,
  rejectChange,
} from './queries.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/contacts', m.contacts_title, m.contacts_description);

export default function ContactsPage() {
  return (
    <AdminGate isForModerators>
      <Contacts />
    </AdminGate>
  );
}

export function Contacts() {
  const contacts = useQuery(contactsQuery);
  const country = useSearchParams()[0].get('country');
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h2 className="text-xl font-bold">{m.contacts_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.contacts_lead({ days: RESCUE_CALL_DAYS })}</p>
      </div>
      {contacts.status === 'loading' && <Skeleton label={m.contacts_title()} className="h-80" />}
      {contacts.status === 'failed' && <QueryFailure message={m.contacts_failed()} query={contacts} />}
      {contacts.status === 'ready' && (
        <>
          <CountryFilter contacts={contacts.data} />
          <Groups contacts={contacts.data.filter((contact) => !country || contact.country === country)} />
        </>
      )}
    </div>
  );
}

const nameOfCode = (code: string): string =>
  countryName(africanCountries.find((country) => countryCodes[country] === code) ?? code);

function CountryFilter({ contacts }: { contacts: readonly AdminRescueContact[] }) {
  const [params, setParams] = useSearchParams();
  const codes = [...new Set(contacts.map(({ country }) => country))].toSorted();
  return (
    <SelectField
      id="contacts-country"
      label={m.contacts_country()}
      value={params.get('country') ?? ''}
      onChange={({ target }) => setParams(target.value ? { country: target.value } : {}, { replace: true })}
      options={[{ value: '', label: m.all_countries() }, ...toOptions(codes, nameOfCode)]}
    />
  );
}

function Groups({ contacts }: { contacts: readonly AdminRescueContact[] }) {
  // Never called counts as due.
  const isToDo = ({ failures, change, isDue }: AdminRescueContact) => failures > 0 || change !== null || isDue;
  const groups = [
    [m.contacts_urgent(), contacts.filter(isToDo)],
    [m.contacts_in_order(), contacts.filter((contact) => !isToDo(contact))],
  ] as const;
  return groups.map(([title, rows]) => (
    <AdminSection key={title} title={`${title} (${rows.length})`}>
      {rows.length === 0 ? (
        <p className="text-muted">{m.contacts_none()}</p>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {rows.map((contact) => (
            <li key={contact.id} className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4">
              <Contact contact={contact} />
            </li>
          ))}
        </ul>
      )}
    </AdminSection>
  ));
}

const failure = { title: m.contacts_write_failed, fallback: m.contacts_write_failed_text };
const outcomeLabels = {
  works: m.contacts_outcome_works,
  'no-answer': m.contacts_outcome_no_answer,
  dead: m.contacts_outcome_dead,
};

const confidenceLabels: Record<RescueConfidence, () => string> = {
  sourced: m.fh_confidence_sourced,
  known: m.fh_confidence_known,
  unsure: m.fh_confidence_unsure,
};
const versionLabels: Record<RescueVersion['state'], () => string> = {
  proposed: m.contacts_version_proposed,
  current: m.contacts_version_current,
  past: m.contacts_version_past,
  rejected: m.contacts_version_rejected,
};

function Contact({ contact }: { contact: AdminRescueContact }) {
  const [note, setNote] = useState('');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h4 className="font-semibold wrap-anywhere">
        {nameOfCode(contact.country)}: {contact.name}
      </h4>
      <p className="text-lg wrap-anywhere">{contact.contact}</p>
      <p className="text-sm">{contact.howTo}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {contact.sourceName} · {contact.asOf ?? m.fh_no_date()} · {confidenceLabels[contact.confidence]()}
      </p>
      {contact.failures > 0 && (
        <p className="font-semibold text-flagged">{m.contacts_failures({ count: contact.failures })}</p>
      )}
      <p className="text-sm">
        {contact.lastCallAt && contact.dueAt
          ? m.contacts_last_call({ date: formatDate(contact.lastCallAt), due: formatDate(contact.dueAt) })
          : m.fh_state_unconfirmed()}
      </p>
      {contact.change && <PendingChange contact={contact} change={contact.change} />}
      <TextField
        id={`note-${contact.id}`}
        label={m.contacts_note()}
        value={note}
        autoComplete="off"
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {rescueCallOutcomes.map((outcome) => (
          <MutationButton
            key={outcome}
            mutation={recordCall}
            getInput={() => ({ params: { id: contact.id }, body: { outcome, note } })}
            success={() => ({ title: m.contacts_called() })}
            failure={failure}
            className={buttonClass(outcome === 'dead' ? 'danger' : 'secondary')}
          >
            {outcomeLabels[outcome]()}
          </MutationButton>
        ))}
      </div>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand">{m.contacts_more()}</summary>
        {isOpen && (
          <>
            <History id={contact.id} />
            {!contact.change && <ChangeForm contact={contact} />}
          </>
        )}
      </details>
    </>
  );
}

const factLabels = {
  name: m.contacts_field_name,
  contact: m.contacts_field_contact,
  howTo: m.contacts_field_how,
  sourceName: m.contacts_field_source,
  sourceUrl: m.contacts_field_url,
  asOf: m.contacts_field_as_of,
} as const;
const factNames = Object.keys(factLabels) as (keyof typeof factLabels)[];

/** What the change replaces, so that the second person can compare. */
function ChangedFacts({ contact, facts }: { contact: AdminRescueContact; facts: RescueVersion['facts'] }) {
  const rows = [
    ...factNames.map((name) => ({ label: factLabels[name](), before: contact[name], after: facts[name] })),
    {
      label: m.contacts_field_confidence(),
      before: confidenceLabels[contact.confidence](),
      after: confidenceLabels[facts.confidence](),
    },
  ];
  return (
    <dl className="flex flex-col gap-1 wrap-anywhere">
      {rows
        .filter(({ before, after }) => before !== after)
        .map(({ label, before, after }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd>
              {m.contacts_before()}: {before}
            </dd>
            <dd className="font-semibold">
              {m.contacts_after()}: {after}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function PendingChange({ contact, change }: { contact: AdminRescueContact; change: RescueVersion }) {
  const getInput = () => ({ params: { id: change.id } });
  const success = () => ({ title: m.contacts_change_decided() });
  return (
    <div className="flex flex-col gap-2 rounded-card bg-brand-soft p-3">
      <p className="font-semibold">{m.contacts_change_pending({ name: change.proposedBy ?? '' })}</p>
      <ChangedFacts contact={contact} facts={change.facts} />
      <p className="text-sm">{change.reason}</p>
      <div className="flex flex-wrap gap-2">
        {!change.isOwn && (
          <MutationButton
            mutation={confirmChange}
            getInput={getInput}
            success={success}
            failure={failure}
            className={buttonClass('primary')}
          >
            {m.contacts_change_confirm()}
          </MutationButton>
        )}
        <MutationButton mutation={rejectChange} getInput={getInput} success={success} failure={failure}>
          {change.isOwn ? m.contacts_change_withdraw() : m.contacts_change_reject()}
        </MutationButton>
      </div>
    </div>
  );
}

function History({ id }: { id: string }) {
  const history = useQuery(contactHistoryQuery(id));
  if (history.status === 'loading') return <Skeleton label={m.contacts_more()} className="h-16" />;
  if (history.status === 'failed') return <QueryFailure message={m.contacts_failed()} query={history} />;
  const { calls, versions } = history.data;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-semibold">{m.contacts_calls()}</p>
      {calls.length === 0 && <p className="text-muted">{m.contacts_no_calls()}</p>}
      <ul>
        {calls.map(({ outcome, note, calledBy, calledAt }) => (
          <li key={calledAt} className="wrap-anywhere">
            {formatDate(calledAt)} · {outcomeLabels[outcome]()} · {calledBy} {note}
          </li>
        ))}
      </ul>
      <p className="font-semibold">{m.contacts_versions()}</p>
      {versions.length === 0 && <p className="text-muted">{m.contacts_no_versions()}</p>}
      <ul>
        {versions.map(({ id: versionId, facts, state, proposedBy, proposedAt, decidedBy, reason }) => (
          <li key={versionId} className="wrap-anywhere">
            {formatDate(proposedAt)} · {versionLabels[state]()} · {facts.contact} ·{' '}
            {[proposedBy, decidedBy].filter(Boolean).join(', ')} · {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChangeForm({ contact }: { contact: AdminRescueContact }) {
  const propose = useMutation(proposeChange, { success: () => ({ title: m.contacts_change_sent() }), failure });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { sourceUrl = '', asOf = '', ...values } = toValues(new FormData(event.currentTarget));
    const body = { ...values, sourceUrl: sourceUrl || null, asOf: asOf || null };
    void propose.run({ params: { id: contact.id }, body: body as never });
  };
  const field = (
    name: 'name' | 'contact' | 'howTo' | 'sourceName' | 'sourceUrl' | 'asOf' | 'confidence',
    label: string,
  ) => ({
    id: `${name}-${contact.id}`,
    name,
    label,
    defaultValue: contact[name] ?? '',
  });
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-3" aria-label={m.contacts_change()}>
      <p className="font-semibold">{m.contacts_change()}</p>
      <TextField {...field('name', m.contacts_field_name())} required />
      <TextField {...field('contact', m.contacts_field_contact())} required />
      <TextAreaField {...field('howTo', m.contacts_field_how())} required />
      <TextField {...field('sourceName', m.contacts_field_source())} required />
      <TextField {...field('sourceUrl', m.contacts_field_url())} type="url" />
      <TextField {...field('asOf', m.contacts_field_as_of())} pattern="\d{4}(-\d{2}(-\d{2})?)?" />
      <SelectField
        {...field('confidence', m.contacts_field_confidence())}
        options={toOptions(rescueConfidences, (value) => confidenceLabels[value]())}
      />
      <TextAreaField id={`reason-${contact.id}`} name="reason" label={m.contacts_field_reason()} rows={2} required />
      <button type="submit" aria-disabled={propose.isRunning} className={buttonClass('primary')}>
        {m.contacts_change_send()}
      </button>
    </form>
  );
}
