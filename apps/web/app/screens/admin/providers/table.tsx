import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { ReviewState } from '@hakiki/contract/directory-values';
import { useState } from 'react';
import { RiskIndicator } from '../../../components/providers/risk-indicator.tsx';
import { VerdictBadge } from '../../../components/providers/verdict-badge.tsx';
import { countryName } from '../../../lib/language/country-words.ts';
import { providerTypeLabel } from '../../../lib/providers/words.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminTable, RowActions, rowButtonClass, type Column } from '../parts/table.tsx';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { stateLabel } from '../parts/decision-words.ts';
import { proposalsRead } from '../proposals/reads.ts';
import { toggledStatus } from './change.ts';
import { VerdictDialog } from './verdict.tsx';

const listings: Record<ReviewState, () => string> = {
  pending: m.providers_admin_listing_pending,
  approved: m.providers_admin_listing_approved,
  rejected: m.providers_admin_listing_rejected,
};
export const listingLabel = (state: ReviewState): string => listings[state]();

export function ProvidersTable({ providers }: { providers: readonly AdminProvider[] }) {
  const proposals = useRead(proposalsRead);
  const waiting = new Map(proposals.status === 'ready' ? proposals.data.map((one) => [one.subjectId, one]) : []);
  return <AdminTable label={m.providers_admin_label()} columns={columnsWith(waiting)} rows={providers} />;
}

const columnsWith = (waiting: ReadonlyMap<string, Proposal>): Column<AdminProvider>[] => [
  { heading: m.providers_admin_column_name(), cell: (provider) => <Name provider={provider} /> },
  { heading: m.providers_admin_column_type(), cell: ({ type }) => providerTypeLabel(type) },
  {
    heading: m.providers_admin_column_countries(),
    cell: ({ countries }) => <span>{countries.map(countryName).join(', ')}</span>,
  },
  {
    heading: m.providers_admin_column_status(),
    cell: (provider) => <Verdict provider={provider} proposal={waiting.get(provider.id)} />,
  },
  { heading: m.providers_admin_column_risk(), cell: ({ riskScore }) => <RiskIndicator level={riskScore} /> },
  {
    heading: m.providers_admin_column_actions(),
    cell: (provider) => <Actions provider={provider} />,
    isActions: true,
  },
];

const Name = ({ provider: { name, reviewState } }: { provider: AdminProvider }) => (
  <span className="flex min-w-0 flex-col wrap-anywhere">
    <span className="font-semibold">{name}</span>
    {reviewState !== 'approved' && <span className="text-muted">{listingLabel(reviewState)}</span>}
  </span>
);

/** The current verdict, and the proposed one. */
const Verdict = ({ provider, proposal }: { provider: AdminProvider; proposal: Proposal | undefined }) => (
  <span className="flex flex-col items-start gap-0.5">
    <VerdictBadge status={provider.verificationStatus} />
    {proposal && (
      <span className="text-accent">
        {proposal.from === proposal.to
          ? m.providers_admin_waits_edited()
          : m.providers_admin_waits({ to: stateLabel(proposal.to) })}
      </span>
    )}
  </span>
);

function Actions({ provider }: { provider: AdminProvider }) {
  const [isAsking, setIsAsking] = useState(false);
  const verificationStatus = toggledStatus(provider.verificationStatus);
  return (
    <RowActions>
      <DialogOpener
        opens={{ edit: provider.id }}
        aria-label={m.providers_admin_edit_label({ name: provider.name })}
        className={rowButtonClass()}
      >
        {m.providers_admin_edit()}
      </DialogOpener>
      <button type="button" aria-haspopup="dialog" onClick={() => setIsAsking(true)} className={rowButtonClass()}>
        {verificationStatus === 'Verified' ? m.providers_admin_verify() : m.providers_admin_unverify()}
      </button>
      {isAsking && (
        <VerdictDialog provider={provider} verificationStatus={verificationStatus} onClose={() => setIsAsking(false)} />
      )}
    </RowActions>
  );
}
