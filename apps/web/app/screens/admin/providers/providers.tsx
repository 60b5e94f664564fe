import { reviewStates, verificationStatuses } from '@hakiki/contract/directory-values';
import { useNavigate } from 'react-router';
import { buttonClass } from '../../../components/ui/button.ts';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { statusLabel } from '../../../components/providers/verdict-badge.tsx';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminEmpty } from '../parts/empty.tsx';
import { AdminPagination } from '../parts/pagination.tsx';
import { TableSkeleton } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useConsoleAddress } from '../parts/address.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { EditProvider } from './edit.tsx';
import { AddProvider, EditListing } from './listing.tsx';
import { providerFilter, providersRead } from './reads.ts';
import { Claims } from './claims.tsx';
import { Replies } from './replies.tsx';
import { ListingChanges, Reviews } from './sections.tsx';
import { listingLabel, ProvidersTable } from './table.tsx';

/** The open dialog is in the URL; closing it does not change the list. */
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
      <Claims />
      <ListingChanges />
      <Replies />
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
