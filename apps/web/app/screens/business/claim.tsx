/** Lets a company claim an existing listing by proving that it controls the domain of the website. */
import { claimMailboxes, type ClaimCheckError, type ClaimMethod, claimMethods } from '@hakiki/contract/business-values';
import type { ListingClaim } from '@hakiki/contract/listing-claims';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { RadiosField } from '../../components/ui/choice-field.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { useQueryStore, useQuery } from '../../lib/api/use-query.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { toValues } from '../../lib/forms/values.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const claimQuery = defineQuery('/api/business/claim');
const MAX_RESULTS = 5;
const listingsQuery = (search: string) => defineQuery('/api/providers', { query: { search, limit: MAX_RESULTS } });

const refreshesClaim = { refreshes: [claimQuery] };
const startClaim = defineMutation('POST', '/api/business/claim', refreshesClaim);
const checkClaim = defineMutation('POST', '/api/business/claim/check', refreshesClaim);
const withdrawClaim = defineMutation('DELETE', '/api/business/claim', refreshesClaim);

const failure = { title: m.claim_error, fallback: m.claim_error_text };
const POLL_INTERVAL_MS = 2000;

export function ClaimSection() {
  const heading = useId();
  const claimState = useQuery(claimQuery);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <h2 id={heading} className="title-card">
        {m.claim_heading()}
      </h2>
      <p className="max-w-[68ch] text-muted">{m.claim_intro()}</p>
      {claimState.status === 'loading' && <Skeleton label={m.claim_loading()} className="h-24" />}
      {claimState.status === 'failed' && <QueryFailure message={m.claim_failed()} query={claimState} />}
      {claimState.status === 'ready' && <ClaimStatus claim={claimState.data.claim} />}
    </section>
  );
}

function ClaimStatus({ claim }: { claim: ListingClaim | null }) {
  if (claim?.status === 'open') return <ProofForm claim={claim} />;
  if (claim?.status === 'pending') return <p role="status">{m.claim_pending({ domain: claim.domain })}</p>;
  return (
    <>
      {claim?.status === 'rejected' && <p role="status">{m.claim_rejected({ name: claim.providerName })}</p>}
      <ListingSearch />
    </>
  );
}

const getFieldText = (form: HTMLFormElement, name: string): string => (toValues(new FormData(form))[name] ?? '').trim();

function ListingSearch() {
  const id = useId();
  const [search, setSearch] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSearch(getFieldText(event.currentTarget, 'search'));
  };
  return (
    <>
      <form onSubmit={submit} role="search" className="needs-scripts flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <TextField id={id} name="search" label={m.claim_search()} required />
        </div>
        <button type="submit" className={buttonClass('secondary')}>
          {m.claim_search_button()}
        </button>
      </form>
      {search && <SearchResults search={search} />}
    </>
  );
}

function SearchResults({ search }: { search: string }) {
  const results = useQuery(listingsQuery(search));
  const [selectedId, setSelectedId] = useState<string>();
  if (results.status === 'loading') return <Skeleton label={m.claim_loading()} className="h-24" />;
  if (results.status === 'failed') return <QueryFailure message={m.claim_search_failed()} query={results} />;
  const { items } = results.data;
  if (items.length === 0) return <p role="status">{m.claim_none()}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {items.map(({ id, name, website }) => (
        <li key={id} className="flex flex-col gap-3 py-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 wrap-break-word">
              <span className="font-semibold">{name}</span> <span className="text-muted">{website}</span>
            </p>
            {selectedId !== id && (
              <button type="button" onClick={() => setSelectedId(id)} className={buttonClass('secondary')}>
                {m.claim_this({ name })}
              </button>
            )}
          </div>
          {selectedId === id && <StartClaimForm providerId={id} />}
        </li>
      ))}
    </ul>
  );
}

const methodLabels: Record<ClaimMethod, () => string> = {
  dns: m.claim_by_dns,
  file: m.claim_by_file,
  mail: m.claim_by_mail,
};

function StartClaimForm({ providerId }: { providerId: string }) {
  const id = useId();
  const [method, setMethod] = useState<ClaimMethod>('dns');
  const { run, isRunning } = useMutation(startClaim, { failure, success: () => ({ title: m.claim_started() }) });
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const mailbox = claimMailboxes.find((one) => one === getFieldText(event.currentTarget, 'mailbox'));
    void run({ body: { providerId, method, ...(method === 'mail' && mailbox && { mailbox }) } });
  };
  return (
    <form onSubmit={start} className="flex flex-col gap-4">
      <div onChange={({ target }) => setMethod((target as HTMLInputElement).value as ClaimMethod)}>
        <RadiosField
          id={`${id}-method`}
          name="method"
          label={m.claim_method()}
          choices={toOptions(claimMethods, (value) => methodLabels[value]())}
          defaultValue={method}
        />
      </div>
      {method === 'mail' && (
        <RadiosField
          id={`${id}-mailbox`}
          name="mailbox"
          label={m.claim_mailbox()}
          choices={claimMailboxes.map((value) => ({ value, label: `${value}@…` }))}
          defaultValue={claimMailboxes[0]}
        />
      )}
      <button type="submit" disabled={isRunning} className={buttonClass('primary', 'self-start')}>
        {m.claim_start()}
      </button>
    </form>
  );
}

const checkErrorLabels: Record<ClaimCheckError, () => string> = {
  'record-missing': m.claim_fault_record_missing,
  'record-differs': m.claim_fault_record_differs,
  'file-missing': m.claim_fault_file_missing,
  'file-differs': m.claim_fault_file_differs,
  'file-elsewhere': m.claim_fault_file_elsewhere,
  unreachable: m.claim_fault_unreachable,
  'code-differs': m.claim_fault_code_differs,
  'website-changed': m.claim_fault_website_changed,
};

function ProofForm({ claim }: { claim: ListingClaim }) {
  const id = useId();
  const store = useQueryStore();
  const check = useMutation(checkClaim, { failure });
  const withdraw = useMutation(withdrawClaim, { failure, success: () => ({ title: m.claim_withdrawn() }) });
  const { isChecking, fault, method } = claim;
  useEffect(() => {
    if (!isChecking) return;
    const timer = setInterval(() => store.refresh(claimQuery, POLL_INTERVAL_MS / 2), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isChecking, store]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void check.run({ body: method === 'mail' ? { code: getFieldText(event.currentTarget, 'code') } : {} });
  };
  const checkError = fault && !isChecking ? checkErrorLabels[fault]() : undefined;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <h3 className="font-semibold wrap-break-word">
        {m.claim_of({ name: claim.providerName, domain: claim.domain })}
      </h3>
      {method === 'mail' ? (
        <>
          <p className="wrap-break-word">{m.claim_mail_text({ address: claim.mailedTo ?? '' })}</p>
          <TextField
            id={`${id}-code`}
            name="code"
            label={m.claim_code()}
            error={checkError}
            autoComplete="off"
            required
          />
        </>
      ) : (
        <>
          <p>{method === 'dns' ? m.claim_dns_text() : m.claim_file_text()}</p>
          <CopyableValue
            label={method === 'dns' ? m.claim_place_dns() : m.claim_place_file()}
            text={claim.place ?? ''}
          />
          <CopyableValue label={m.claim_content()} text={claim.content ?? ''} />
          <p role="status" className="font-semibold">
            {isChecking ? m.claim_checking() : checkError}
          </p>
        </>
      )}
      <p className="text-sm text-muted">{m.claim_ends({ date: formatDate(claim.endsAt) })}</p>
      <div className="needs-scripts flex flex-wrap gap-3">
        <button type="submit" disabled={check.isRunning || isChecking} className={buttonClass('primary')}>
          {m.claim_check()}
        </button>
        <button
          type="button"
          disabled={withdraw.isRunning}
          onClick={() => void withdraw.run()}
          className={buttonClass('secondary')}
        >
          {m.claim_withdraw()}
        </button>
      </div>
    </form>
  );
}

const CopyableValue = ({ label, text }: { label: string; text: string }) => (
  <div className="flex flex-col gap-1">
    <p className="text-sm text-muted">{label}</p>
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 rounded-control border border-line bg-page px-3 py-2 font-mono text-sm break-all select-all">
        {text}
      </p>
      <CopyButton text={text} what={label} />
    </div>
  </div>
);
