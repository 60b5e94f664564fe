/** One provider in the console: listing, verdict, evidence and history on one page, so that switching loses nothing. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { ProviderRisk } from '../../../components/providers/provider-risk.tsx';
import { VerdictBadge } from '../../../components/providers/verdict-badge.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Callout } from '../../../components/ui/callout.tsx';
import { prefetch, startQueries, useQuery } from '../../../lib/api/use-query.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { pathTo, providerPath } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/console-url.ts';
import { pendingLabel } from '../parts/proposal-labels.ts';
import { proposalsQuery } from '../proposals/queries.ts';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { ConsoleLink, NewTabLink } from '../parts/links.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { toggleStatus } from './change.ts';
import { VerifyChecklist } from './checklist.tsx';
import { EditProviderDialog } from './edit.tsx';
import { EvidenceSection } from './evidence.tsx';
import { ListingSection } from './listing-section.tsx';
import { LogoField } from './logo.tsx';
import { DueChecks } from './due-checks.tsx';
import { listedProviderQuery, providerQuery } from './queries.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { VerdictDialog } from './verdict.tsx';
import type { Route } from './+types/provider.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/provider', m.provider_editor_title, m.provider_editor_description);

export default function ProviderEditorPage() {
  return (
    <AdminGate isForModerators>
      <ProviderPage />
    </AdminGate>
  );
}

/** Moderators keep the evidence; the listing and the verdict are for administrators. */
function ProviderPage() {
  const [params] = useSearchParams();
  const role = useStaffRole();
  const id = params.get('id');
  if (id === null) return <DueChecks />;
  return role === 'moderator' ? <EvidenceOnly providerId={id} /> : <ProviderEditor />;
}

function EvidenceOnly({ providerId }: { providerId: string }) {
  const provider = useQuery(listedProviderQuery(providerId));
  return (
    <div className="flex flex-col gap-4">
      <p>
        <ConsoleLink href={pathTo('/admin/provider')}>{m.due_checks_back()}</ConsoleLink>
      </p>
      {provider.status === 'loading' && <Skeleton label={m.providers_admin_loading()} className="h-60" />}
      {provider.status === 'failed' && <QueryFailure message={m.providers_admin_failed()} query={provider} />}
      {provider.status === 'ready' && (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h2 className="min-w-0 text-2xl font-bold wrap-anywhere">{provider.data.name}</h2>
            <VerdictBadge status={provider.data.verificationStatus} />
            <NewTabLink href={providerPath(providerId)}>{m.provider_editor_public()}</NewTabLink>
          </div>
          <EvidenceSection providerId={providerId} />
        </>
      )}
    </div>
  );
}

export function ProviderEditor() {
  const [params] = useSearchParams();
  const provider = useQuery(providerQuery(params.get('id') ?? ''));
  return (
    <div className="flex flex-col gap-4">
      <p>
        <ConsoleLink href={consolePath('providers')}>{m.provider_editor_back()}</ConsoleLink>
      </p>
      {provider.status === 'loading' && <Skeleton label={m.providers_admin_loading()} className="h-60" />}
      {provider.status === 'failed' && <QueryFailure message={m.providers_admin_failed()} query={provider} />}
      {provider.status === 'ready' && <Sections key={provider.data.id} provider={provider.data} />}
    </div>
  );
}

const sections = [
  ['listing', m.provider_editor_listing],
  ['verdict', m.provider_editor_verdict],
  ['evidence', m.provider_editor_evidence],
  ['history', m.provider_editor_history],
] as const;

/** A link from another page scrolls to its section once that is there. */
function useScrollToHash() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}

function Sections({ provider }: { provider: AdminProvider }) {
  useScrollToHash();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-2xl font-bold wrap-anywhere">{provider.name}</h2>
        <VerdictBadge status={provider.verificationStatus} />
        {provider.reviewState === 'approved' && (
          <NewTabLink href={providerPath(provider.id)}>{m.provider_editor_public()}</NewTabLink>
        )}
      </div>
      <nav aria-label={m.provider_editor_sections()}>
        <ul className="flex flex-wrap gap-x-4 border-b border-line">
          {sections.map(([id, label]) => (
            <li key={id}>
              <Link
                to={{ search: `?id=${provider.id}`, hash: `#${id}` }}
                replace
                className="inline-flex min-h-11 items-center font-semibold text-brand underline"
              >
                {label()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Section id="listing" title={m.provider_editor_listing()}>
        <LogoField provider={provider} />
        <ListingSection provider={provider} />
      </Section>
      <Section id="verdict" title={m.provider_editor_verdict()}>
        <Verdict provider={provider} />
      </Section>
      <Section id="evidence" title={m.provider_editor_evidence()}>
        <EvidenceSection providerId={provider.id} />
      </Section>
      <div id="history" className="mt-6 scroll-mt-24">
        <Timeline subjectId={provider.id} />
      </div>
    </>
  );
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="mt-4 flex scroll-mt-24 flex-col gap-4">
    <h3 id={`${id}-title`} className="text-xl font-bold">
      {title}
    </h3>
    {children}
  </section>
);

function Verdict({ provider }: { provider: AdminProvider }) {
  const [dialog, setDialog] = useState<'toggle' | 'edit'>();
  const proposals = useQuery(proposalsQuery);
  const proposal =
    proposals.status === 'ready' ? proposals.data.find(({ subjectId }) => subjectId === provider.id) : undefined;
  const verificationStatus = toggleStatus(provider.verificationStatus);
  const isVerifying = verificationStatus === 'Verified';
  const close = () => setDialog(undefined);
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <VerdictBadge status={provider.verificationStatus} /> <ProviderRisk provider={provider} />
      </p>
      {proposal && (
        <Callout icon="users" title={pendingLabel(proposal)}>
          <ConsoleLink href={consolePath('overview', { proposal: proposal.id })}>
            {m.appeals_see_proposal()}
          </ConsoleLink>
        </Callout>
      )}
      {isVerifying && <VerifyChecklist provider={provider} />}
      <div className="flex flex-wrap gap-3">
        {!(proposal && isVerifying) && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setDialog('toggle')}
            className={buttonClass(isVerifying ? 'primary' : 'secondary')}
          >
            {isVerifying ? m.providers_admin_verify() : m.providers_admin_unverify()}
          </button>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setDialog('edit')}
          className={buttonClass('secondary')}
        >
          {m.provider_editor_change_verdict()}
        </button>
      </div>
      {dialog === 'toggle' && <VerdictDialog {...{ provider, verificationStatus }} onClose={close} />}
      {dialog === 'edit' && <EditProviderDialog provider={provider} onClose={close} />}
    </>
  );
}
