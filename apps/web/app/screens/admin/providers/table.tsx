import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { ReviewState } from '@hakiki/contract/directory-values';
import { useState } from 'react';
import { Link } from 'react-router';
import { ProviderRisk } from '../../../components/providers/provider-risk.tsx';
import { VerdictBadge } from '../../../components/providers/verdict-badge.tsx';
import { countryName } from '../../../lib/language/country-labels.ts';
import { providerTypeLabel } from '../../../lib/providers/labels.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminTable, RowActions, rowButtonClass, type Column } from '../parts/table.tsx';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { pendingLabel } from '../parts/proposal-labels.ts';
import { proposalsQuery } from '../proposals/queries.ts';
import { toggleStatus } from './change.ts';
import { editorPath } from './queries.ts';
import { VerdictDialog } from './verdict.tsx';

const listingLabels: Record<ReviewState, () => string> = {
  pending: m.providers_admin_listing_pending,
  approved: m.providers_admin_listing_approved,
  rejected: m.providers_admin_listing_rejected,
};
export const listingLabel = (state: ReviewState): string => listingLabels[state]();

export function ProvidersTable({ providers }: { providers: readonly AdminProvider[] }) {
  const proposals = useQuery(proposalsQuery);
  const pendingProposals = new Map(
    proposals.status === 'ready' ? proposals.data.map((proposal) => [proposal.subjectId, proposal]) : [],
  );
  return <AdminTable label={m.providers_admin_label()} columns={createColumns(pendingProposals)} rows={providers} />;
}

const createColumns = (pendingProposals: ReadonlyMap<string, Proposal>): Column<AdminProvider>[] => [
  { heading: m.providers_admin_column_name(), cell: (provider) => <Name provider={provider} /> },
  { heading: m.providers_admin_column_type(), cell: ({ type }) => providerTypeLabel(type) },
  {
    heading: m.providers_admin_column_countries(),
    cell: ({ countries }) => <span>{countries.map(countryName).join(', ')}</span>,
  },
  {
    heading: m.providers_admin_column_status(),
    cell: (provider) => <Verdict provider={provider} proposal={pendingProposals.get(provider.id)} />,
  },
  { heading: m.providers_admin_column_risk(), cell: (provider) => <ProviderRisk provider={provider} /> },
  {
    heading: m.providers_admin_column_actions(),
    cell: (provider) => <Actions provider={provider} />,
    isActions: true,
  },
];

const Name = ({ provider: { id, name, reviewState } }: { provider: AdminProvider }) => (
  <span className="flex min-w-0 flex-col wrap-anywhere">
    <Link to={editorPath(id)} className="font-semibold underline max-md:py-2.5">
      {name}
    </Link>
    {reviewState !== 'approved' && <span className="text-muted">{listingLabel(reviewState)}</span>}
  </span>
);

/** The current verdict, and the proposed one. */
const Verdict = ({ provider, proposal }: { provider: AdminProvider; proposal: Proposal | undefined }) => (
  <span className="flex flex-col items-start gap-0.5">
    <VerdictBadge status={provider.verificationStatus} />
    {proposal && <span className="text-accent">{pendingLabel(proposal)}</span>}
  </span>
);

function Actions({ provider }: { provider: AdminProvider }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const verificationStatus = toggleStatus(provider.verificationStatus);
  return (
    <RowActions>
      <DialogOpener
        urlChanges={{ edit: provider.id }}
        aria-label={m.providers_admin_edit_label({ name: provider.name })}
        className={rowButtonClass()}
      >
        {m.providers_admin_edit()}
      </DialogOpener>
      <button type="button" aria-haspopup="dialog" onClick={() => setDialogOpen(true)} className={rowButtonClass()}>
        {verificationStatus === 'Verified' ? m.providers_admin_verify() : m.providers_admin_unverify()}
      </button>
      {isDialogOpen && (
        <VerdictDialog
          provider={provider}
          verificationStatus={verificationStatus}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </RowActions>
  );
}
