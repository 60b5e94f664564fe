import { reviewStates, verificationStatuses } from '@hakiki/contract/directory-values';
import { useNavigate } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { ReadFailure } from '../../components/read-failure.tsx';
import { statusLabel } from '../../components/verdict-badge.tsx';
import { useRead } from '../../lib/use-read.ts';
import { m } from '../../paraglide/messages.js';
import { AdminEmpty } from './admin-empty.tsx';
import { AdminPagination } from './admin-pagination.tsx';
import { TableSkeleton } from './admin-table.tsx';
import { AdminToolbar } from './admin-toolbar.tsx';
import { useConsoleAddress } from './console-address.ts';
import { DialogOpener } from './dialog-opener.tsx';
import { ExportButton } from './export-button.tsx';
import { EditProvider } from './providers-edit.tsx';
import { AddProvider, EditListing } from './providers-listing.tsx';
import { providerFilter, providersRead } from './providers-reads.ts';
import { ListingChanges, Reviews } from './providers-sections.tsx';
import { listingLabel, ProvidersTable } from './providers-table.tsx';

/** Which dialog is open is in the address; closing it leaves the list as it was. */
function useClose() {
  const { withChanges } = useConsoleAddress();
  const navigate = useNavigate();
  const closed = { add: undefined, edit: undefined, listing: undefined };
  return () => void navigate(withChanges(closed), { replace: true, preventScrollReset: true });
}

export function ProvidersTab() {
  const { params } = useConsoleAddress();
  const close = useClose();
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
        <DialogOpener opens={{ add: 'provider' }} className={buttonClass('primary')}>
          {m.providers_admin_add()}
        </DialogOpener>
        <ExportButton list="providers" query={providerFilter(params)} />
      </AdminToolbar>
      <ProviderList />
      {params.has('add') && <AddProvider onClose={close} />}
      <Reviews />
      <ListingChanges />
    </>
  );
}

function ProviderList() {
  const { params } = useConsoleAddress();
  const close = useClose();
  const providers = useRead(providersRead(params));
  if (providers.status === 'loading') return <TableSkeleton label={m.providers_admin_loading()} />;
  if (providers.status === 'failed') return <ReadFailure sentence={m.providers_admin_failed()} read={providers} />;
  const { items, total } = providers.data;
  if (items.length === 0) {
    return <AdminEmpty total={total} title={m.providers_admin_none()} hint={m.providers_admin_none_hint()} />;
  }
  const named = (param: string) => items.find(({ id }) => id === params.get(param));
  const [edited, listed] = [named('edit'), named('listing')];
  return (
    <>
      <ProvidersTable providers={items} />
      <AdminPagination total={total} showing={m.providers_admin_showing} />
      {edited && <EditProvider provider={edited} onClose={close} />}
      {listed && <EditListing provider={listed} onClose={close} />}
    </>
  );
}
