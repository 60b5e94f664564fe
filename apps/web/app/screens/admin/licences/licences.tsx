/** Registers, laws and warnings in the console: one person proposes, a second one confirms what was shown. */
import {
  addRegister as addRegisterEndpoint,
  type AdminRegister,
  type LicenceProposal,
  proposeMatch as proposeMatchEndpoint,
  proposeRegime as proposeRegimeEndpoint,
  proposeWarning as proposeWarningEndpoint,
} from '@hakiki/contract/licences-admin';
import type { LicenceEntry } from '@hakiki/contract/licences';
import {
  confidences,
  licenceLimits,
  type LicenceProposalKind,
  regimeKinds,
  registerFormats,
  warningStatuses,
} from '@hakiki/contract/licence-values';
import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FormSelect, FormText, FormTextArea, PostForm, SubmitButton } from '../../../components/forms/form.tsx';
import { SourceLine } from '../../../components/licences/source-line.tsx';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../../components/ui/button.ts';
import { FieldError, TextField } from '../../../components/ui/field.tsx';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { prefetch, startQueries, useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { getFailureText } from '../../../lib/errors/failure.ts';
import { defineForm, type Schema } from '../../../lib/forms/forms.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { countryName, listCountryOptions } from '../../../lib/language/country-labels.ts';
import { formatBytes, formatNumber } from '../../../lib/language/format.ts';
import { confidenceLabel, entryStateLabel, regimeLabel } from '../../../lib/licences/labels.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { providerPath } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { AdminSection } from '../parts/section.tsx';
import { useStaffRole } from '../parts/staff-role.ts';
import type { Route } from './+types/licences.ts';
import {
  addRegister,
  confirmProposal,
  createFileUpload,
  deskQuery,
  proposeMatch,
  proposeRegime,
  proposeWarning,
  withdrawProposal,
} from './queries.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/licences', m.registers_title, m.registers_description);

export default function LicencesPage() {
  return (
    <AdminGate isForModerators>
      <Desk />
    </AdminGate>
  );
}

export function Desk() {
  const desk = useQuery(deskQuery);
  const isAdministrator = useStaffRole() === 'admin';
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-xl font-bold">{m.registers_title()}</h2>
      <p className="max-w-[68ch] text-sm text-muted">{m.registers_lead()}</p>
      {desk.status === 'loading' && <Skeleton label={m.licences_loading()} className="h-40" />}
      {desk.status === 'failed' && <QueryFailure message={m.licences_failed()} query={desk} />}
      {desk.status === 'ready' && (
        <>
          <Cards title={m.registers_waiting()} items={desk.data.proposals} none={m.registers_none_waiting()}>
            {(proposal) => <WaitingProposal key={proposal.id} proposal={proposal} />}
          </Cards>
          <Cards
            title={m.registers_claims()}
            hint={m.registers_claims_hint()}
            items={desk.data.claims}
            none={m.registers_no_claims()}
          >
            {({ id, name, licenseInfo }) => (
              <li key={id} className={cardClass}>
                <Link to={providerPath(id)} className="font-semibold underline">
                  {name}
                </Link>
                <p className="wrap-anywhere">{licenseInfo}</p>
              </li>
            )}
          </Cards>
          <Cards title={m.registers_list()} items={desk.data.registers} none={m.registers_none()}>
            {(register) => <RegisterCard key={register.id} register={register} />}
          </Cards>
          <Cards title={m.registers_unmatched()} items={desk.data.unmatched} none={m.registers_all_matched()}>
            {(entry) => <UnmatchedEntry key={`${entry.register.id} ${entry.key}`} entry={entry} />}
          </Cards>
          {isAdministrator && (
            <>
              <AdminSection title={m.registers_add()}>
                <RegisterForm />
              </AdminSection>
              <AdminSection title={m.registers_regime()}>
                <RegimeForm />
              </AdminSection>
              <AdminSection title={m.registers_warning()}>
                <WarningForm />
              </AdminSection>
            </>
          )}
        </>
      )}
    </div>
  );
}

const cardClass = 'flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4';

interface CardsProps<Item> {
  title: string;
  /** What to do with the items. */
  hint?: string;
  items: readonly Item[];
  none: string;
  children: (item: Item) => ReactNode;
}

const Cards = <Item,>({ title, hint, items, none, children }: CardsProps<Item>) => (
  <AdminSection title={title}>
    {hint && items.length > 0 && <p className="max-w-[68ch] text-sm text-muted">{hint}</p>}
    {items.length === 0 ? (
      <p className="text-muted">{none}</p>
    ) : (
      <ul className="grid gap-4 lg:grid-cols-2">{items.map(children)}</ul>
    )}
  </AdminSection>
);

const kindLabels: Record<LicenceProposalKind, () => string> = {
  file: m.registers_kind_file,
  match: m.registers_kind_match,
  regime: m.registers_kind_regime,
  warning: m.registers_kind_warning,
};

function WaitingProposal({ proposal }: { proposal: LicenceProposal }) {
  const { id, kind, country, title, proposedBy, isOwn, seen, fileHash, unchanged, differences, fields } = proposal;
  const params = { id };
  return (
    <li className={cardClass}>
      <p className="text-sm text-muted">
        {kindLabels[kind]()} · {countryName(country)}
      </p>
      <h4 className="font-semibold wrap-anywhere">{title}</h4>
      {fileHash && <ArchivedFile hash={fileHash} />}
      {unchanged !== null && <p className="text-sm">{m.registers_unchanged({ count: formatNumber(unchanged) })}</p>}
      <ul className="max-h-72 overflow-y-auto text-sm">
        {differences.map(({ key, holder, from, to }) => (
          <li key={key} className="wrap-anywhere">
            {holder} ({key}): {from ? entryStateLabel(from) : m.licences_nothing()} → {entryStateLabel(to)}
          </li>
        ))}
        {fields.map(({ name, value }) => (
          <li key={name} className="wrap-anywhere">
            <span className="text-muted">{name}:</span> {value}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted wrap-anywhere">
        {proposedBy ? m.registers_by({ name: proposedBy }) : m.registers_by_worker()}
      </p>
      <div className="mt-auto flex flex-wrap gap-3 pt-2">
        {isOwn ? (
          <p className="text-sm">{m.registers_own()}</p>
        ) : (
          <MutationButton
            mutation={confirmProposal}
            getInput={() => ({ params, body: { seen } })}
            success={() => ({ title: m.registers_confirmed() })}
            failure={changeFailure}
            className={buttonClass('primary')}
          >
            {proposedBy ? m.registers_confirm() : m.registers_adopt()}
          </MutationButton>
        )}
        <MutationButton
          mutation={withdrawProposal}
          getInput={() => ({ params })}
          success={() => ({ title: m.registers_withdrawn() })}
          failure={changeFailure}
        >
          {m.registers_withdraw()}
        </MutationButton>
      </div>
    </li>
  );
}

const ArchivedFile = ({ hash }: { hash: string }) => (
  <a href={`/api/admin/licences/files/${hash}`} download title={hash} className={textLinkClass()}>
    {m.licences_file({ hash: hash.slice(0, 16) })}
  </a>
);

const today = () => new Date().toISOString().slice(0, 10);

function RegisterCard({ register }: { register: AdminRegister }) {
  const inputId = useId();
  const store = useQueryStore();
  const [asOf, setAsOf] = useState(today);
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const { id, country, name, authority, url, fault, fileUrl, fileHash, format, checkedOn } = register;

  async function send({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0];
    if (!file) return;
    setError(undefined);
    setSending(true);
    try {
      await store.send(createFileUpload(id, asOf, file), undefined);
      showToast({ title: m.registers_uploaded() });
    } catch (failure) {
      setError(getFailureText(failure, m.registers_upload_failed()));
    }
    input.value = '';
    setSending(false);
  }

  return (
    <li className={cardClass}>
      <p className="text-sm text-muted">{countryName(country)}</p>
      <h4 className="font-semibold wrap-anywhere">{name}</h4>
      <SourceLine source={authority} url={url} asOf={register.asOf} checkedOn={checkedOn} />
      {fileHash && <ArchivedFile hash={fileHash} />}
      {fileUrl && <p className="text-sm wrap-anywhere">{m.registers_read_from({ url: fileUrl })}</p>}
      {fault && <p className="text-sm font-semibold text-flagged">{m.registers_fault({ fault })}</p>}
      <TextField
        id={`${inputId}-day`}
        type="date"
        label={m.registers_as_of()}
        value={asOf}
        max={today()}
        onChange={(event) => setAsOf(event.target.value)}
      />
      <label htmlFor={inputId} className="font-semibold">
        {m.registers_upload({ format: format.toUpperCase() })}
      </label>
      <p id={`${inputId}-hint`} className="text-sm text-muted">
        {m.registers_upload_hint({ size: formatBytes(licenceLimits.fileBytes) })}
      </p>
      <input
        id={inputId}
        type="file"
        disabled={isSending}
        aria-describedby={`${inputId}-hint ${inputId}-error`}
        onChange={(event) => void send(event)}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface p-2"
      />
      <div role="alert" className="empty:hidden">
        <FieldError id={inputId} error={error} />
      </div>
    </li>
  );
}

interface DeskFormProps<Body> {
  name: string;
  label: string;
  mutation: Mutation<{ params?: undefined; body: never }, unknown>;
  schema: Schema<Body>;
  done: string;
  children: ReactNode;
}

function DeskForm<Body>({ name, label, mutation, schema, done, children }: DeskFormProps<Body>) {
  const [formNumber, setFormNumber] = useState(0);
  const state = useForm(
    defineForm({
      name,
      mutation: mutation as Mutation<{ params: undefined; body: Body }, unknown>,
      schema,
      failure: changeFailure,
      params: () => undefined,
      next: () => '/admin/licences',
    }),
    {
      onDone() {
        showToast({ title: done });
        setFormNumber(formNumber + 1);
      },
    },
  );
  return (
    <PostForm key={formNumber} state={state} label={label}>
      {children}
      <div>
        <SubmitButton busyLabel={m.registers_sending()}>{m.registers_send()}</SubmitButton>
      </div>
    </PostForm>
  );
}

function UnmatchedEntry({ entry: { register, key, holder, number, state, fileHash } }: { entry: LicenceEntry }) {
  return (
    <li className={cardClass}>
      <p className="text-sm text-muted wrap-anywhere">
        {countryName(register.country)} · {register.name}
      </p>
      <h4 className="font-semibold wrap-anywhere">{holder}</h4>
      <p className="text-sm">
        {[number && m.licences_number({ number }), entryStateLabel(state)].filter(Boolean).join(' · ')}
      </p>
      <ArchivedFile hash={fileHash} />
      <DeskForm
        name={`match-${register.id}-${key}`}
        label={holder}
        mutation={proposeMatch}
        schema={proposeMatchEndpoint.body}
        done={m.registers_proposed()}
      >
        <input type="hidden" name="registerId" value={register.id} />
        <input type="hidden" name="key" value={key} />
        <FormText name="providerId" label={m.registers_provider()} hint={m.registers_provider_hint()} />
      </DeskForm>
    </li>
  );
}

const CountrySelect = () => <FormSelect name="country" label={m.home_map_country()} options={listCountryOptions()} />;

const RegisterForm = () => (
  <DeskForm
    name="register"
    label={m.registers_add()}
    mutation={addRegister}
    schema={addRegisterEndpoint.body}
    done={m.registers_added()}
  >
    <div className="grid gap-4 md:grid-cols-2">
      <CountrySelect />
      <FormText name="authority" label={m.licences_regulator()} />
      <FormText name="name" label={m.registers_name()} />
      <FormText name="url" label={m.registers_url()} />
      <FormText name="fileUrl" label={m.registers_file_url()} hint={m.registers_file_url_hint()} required={false} />
      <FormSelect
        name="format"
        label={m.registers_format()}
        options={toOptions(registerFormats, (format) => format.toUpperCase())}
      />
    </div>
  </DeskForm>
);

const RegimeForm = () => (
  <DeskForm
    name="regime"
    label={m.registers_regime()}
    mutation={proposeRegime}
    schema={proposeRegimeEndpoint.body}
    done={m.registers_proposed()}
  >
    <div className="grid gap-4 md:grid-cols-2">
      <CountrySelect />
      <FormSelect name="regime" label={m.licences_law()} options={toOptions(regimeKinds, regimeLabel)} />
      <FormText name="regulator" label={m.licences_regulator()} />
      <FormText name="regulatorUrl" label={m.registers_url()} />
      <FormText name="instrument" label={m.licences_instrument()} />
      <FormText name="since" label={m.licences_since()} hint={m.registers_day_hint()} required={false} />
      <FormText name="sourceName" label={m.licence_source()} />
      <FormText name="sourceUrl" label={m.registers_source_url()} />
      <FormText name="asOf" label={m.registers_as_of()} hint={m.registers_day_hint()} required={false} />
      <FormSelect name="confidence" label={m.licences_confidence()} options={toOptions(confidences, confidenceLabel)} />
    </div>
    <FormTextArea name="summary" label={m.registers_summary()} rows={4} />
  </DeskForm>
);

const warningStatusLabels = { warned: m.licence_warned_here, lifted: m.registers_lifted };

const WarningForm = () => (
  <DeskForm
    name="warning"
    label={m.registers_warning()}
    mutation={proposeWarning}
    schema={proposeWarningEndpoint.body}
    done={m.registers_proposed()}
  >
    <div className="grid gap-4 md:grid-cols-2">
      <CountrySelect />
      <FormText name="authority" label={m.licences_regulator()} />
      <FormText name="title" label={m.registers_warning_title()} />
      <FormText name="names" label={m.registers_names()} hint={m.registers_names_hint()} />
      <FormText name="publishedOn" type="date" label={m.registers_published()} />
      <FormText name="url" label={m.registers_source_url()} />
      <FormText name="providerId" label={m.registers_provider()} hint={m.registers_provider_hint()} required={false} />
      <FormSelect
        name="status"
        label={m.registers_status()}
        options={toOptions(warningStatuses, (status) => warningStatusLabels[status]())}
      />
    </div>
  </DeskForm>
);
