import { reviewStates, verificationStatuses } from '@hakiki/contract/directory-values';
import { useNavigate } from 'react-router';
import { ReadFailure } from '../../components/read-failure.tsx';
import { statusLabel } from '../../components/verdict-badge.tsx';
import { useRead } from '../../lib/use-read.ts';
import { m } from '../../paraglide/messages.js';
import { AdminEmpty } from './admin-empty.tsx';
import { AdminPagination } from './admin-pagination.tsx';
import { TableSkeleton } from './admin-table.tsx';
import { AdminToolbar } from './admin-toolbar.tsx';
import { useConsoleAddress } from './console-address.ts';
import { ExportButton } from './export-button.tsx';
import { EditProvider } from './providers-edit.tsx';
import { providerFilter, providersRead } from './providers-reads.ts';
import { ListingChanges, Reviews } from './providers-sections.tsx';
import { listingLabel, ProvidersTable } from './providers-table.tsx';

export function ProvidersTab() {
  const { params } = useConsoleAddress();
  return (
    <>
      <AdminToolbar
        searchLabel={m.providers_admin_search()}
        filters={[
          {
            name: 'verificationStatus',
            label: m.providers_admin_filter_status(),
            options: verificationStatuses.map((value) => ({ value, label: statusLabel(value) })),
          },
          {
            name: 'reviewState',
            label: m.providers_admin_filter_listing(),
            options: reviewStates.map((value) => ({ value, label: listingLabel(value) })),
          },
        ]}
      >
        <ExportButton list="providers" query={providerFilter(params)} />
      </AdminToolbar>
      <ProviderList />
      <Reviews />
      <ListingChanges />
    </>
  );
}

function ProviderList() {
  const { params, withChanges } = useConsoleAddress();
  const navigate = useNavigate();
  const providers = useRead(providersRead(params));
  if (providers.status === 'loading') return <TableSkeleton label={m.providers_admin_loading()} />;
  if (providers.status === 'failed') return <ReadFailure sentence={m.providers_admin_failed()} read={providers} />;
  const { items, total } = providers.data;
  if (items.length === 0) {
    return <AdminEmpty total={total} title={m.providers_admin_none()} hint={m.providers_admin_none_hint()} />;
  }
  const edited = items.find(({ id }) => id === params.get('edit'));
  return (
    <>
      <ProvidersTable providers={items} />
      <AdminPagination total={total} showing={m.providers_admin_showing} />
      {edited && (
        <EditProvider
          provider={edited}
          onClose={() => void navigate(withChanges({ edit: undefined }), { replace: true, preventScrollReset: true })}
        />
      )}
    </>
  );
}
