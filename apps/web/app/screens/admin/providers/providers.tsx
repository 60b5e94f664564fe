import { reviewStates, verificationStatuses } from '@hakiki/contract/directory-values';
import { useNavigate } from 'react-router';
import { buttonClass } from '../../../components/ui/button.ts';
import { QueryFailure } from '../../../components/query-failure.tsx';
import { statusLabel } from '../../../components/providers/verdict-badge.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminEmpty } from '../parts/empty.tsx';
import { AdminPagination } from '../parts/pagination.tsx';
import { TableSkeleton } from '../parts/table.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { useConsoleUrl } from '../parts/console-url.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { EditProviderDialog } from './edit.tsx';
import { AddProviderDialog, EditListingDialog } from './listing.tsx';
import { toProviderFilter, providersQuery } from './queries.ts';
import { Replies } from './replies.tsx';
import { Claims, ListingChanges, Reviews } from './sections.tsx';
import { listingLabel, ProvidersTable } from './table.tsx';

/** The open dialog is in the URL; closing it does not change the list. */
function useCloseDialog() {
  const { withChanges } = useConsoleUrl();
  const navigate = useNavigate();
  const closedParams = { add: undefined, edit: undefined, listing: undefined };
  return () => void navigate(withChanges(closedParams), { replace: true, preventScrollReset: true });
}

export function ProvidersTab() {
  const { params } = useConsoleUrl();
  const close = useCloseDialog();
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
        <DialogOpener urlChanges={{ add: 'provider' }} className={buttonClass('primary')}>
          {m.providers_admin_add()}
        </DialogOpener>
        <ExportButton list="providers" query={toProviderFilter(params)} />
      </AdminToolbar>
      <ProviderList />
      {params.has('add') && <AddProviderDialog onClose={close} />}
      <Reviews />
      <Claims />
      <ListingChanges />
      <Replies />
    </>
  );
}

function ProviderList() {
  const { params } = useConsoleUrl();
  const close = useCloseDialog();
  const providers = useQuery(providersQuery(params));
  if (providers.status === 'loading') return <TableSkeleton label={m.providers_admin_loading()} />;
  if (providers.status === 'failed') return <QueryFailure message={m.providers_admin_failed()} query={providers} />;
  const { items, total } = providers.data;
  if (items.length === 0) {
    return <AdminEmpty total={total} title={m.providers_admin_none()} hint={m.providers_admin_none_hint()} />;
  }
  const findByParam = (param: string) => items.find(({ id }) => id === params.get(param));
  const [edited, editedListing] = [findByParam('edit'), findByParam('listing')];
  return (
    <>
      <ProvidersTable providers={items} />
      <AdminPagination total={total} formatRange={m.providers_admin_showing} />
      {edited && <EditProviderDialog provider={edited} onClose={close} />}
      {editedListing && <EditListingDialog provider={editedListing} onClose={close} />}
    </>
  );
}
