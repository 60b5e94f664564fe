import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { reviewStates, verificationStatuses } from '@hakiki/contract/directory-values';
import { buttonClass } from '../../../components/ui/button.ts';
import { statusLabel } from '../../../components/providers/verdict-badge.tsx';
import { toOptions } from '../../../lib/forms/options.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { ConsoleList } from '../parts/console-list.tsx';
import { AdminToolbar } from '../parts/toolbar.tsx';
import { parseWorkList, useCloseDialog, useConsoleUrl } from '../parts/console-url.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { EditProviderDialog } from './edit.tsx';
import { ConsoleLink } from '../parts/links.tsx';
import { AddProviderDialog } from './listing.tsx';
import { toProviderFilter, providersQuery } from './queries.ts';
import { Replies } from './replies.tsx';
import { Claims, ListingChanges, Reviews } from './sections.tsx';
import { listingLabel, ProvidersTable } from './table.tsx';

const lists = { reviews: Reviews, replies: Replies, claims: Claims, documents: ListingChanges };

export function ProvidersTab() {
  const { params } = useConsoleUrl();
  const list = parseWorkList('providers', params);
  const List = list ? lists[list] : ProviderList;
  return <List />;
}

function ProviderList() {
  const { params } = useConsoleUrl();
  const close = useCloseDialog('add', 'edit');
  return (
    <>
      <AdminToolbar
        searchLabel={m.providers_admin_search()}
        filters={[
          {
            name: 'verificationStatus',
            label: m.providers_admin_filter_status(),
            options: toOptions(verificationStatuses, statusLabel),
          },
          {
            name: 'reviewState',
            label: m.providers_admin_filter_listing(),
            options: toOptions(reviewStates, listingLabel),
          },
        ]}
      >
        <DialogOpener urlChanges={{ add: 'provider' }} className={buttonClass('primary')}>
          {m.providers_admin_add()}
        </DialogOpener>
        <ExportButton list="providers" query={toProviderFilter(params)} />
      </AdminToolbar>
      <p className="text-sm text-muted">{m.providers_admin_import()}</p>
      <ConsoleList
        query={providersQuery(params)}
        texts={{
          loading: m.providers_admin_loading(),
          failed: m.providers_admin_failed(),
          showing: m.providers_admin_showing,
          noMatch: m.providers_admin_none(),
          noMatchHint: m.providers_admin_none_hint(),
        }}
        none={!Object.values(toProviderFilter(params)).some(Boolean) && m.providers_admin_empty()}
      >
        {(providers) => <Providers providers={providers} />}
      </ConsoleList>
      {params.has('add') && <AddProviderDialog onClose={close} />}
      <p className="mt-6">
        <ConsoleLink href={pathTo('/admin/provider')}>{m.due_checks()}</ConsoleLink>
      </p>
    </>
  );
}

function Providers({ providers }: { providers: readonly AdminProvider[] }) {
  const { params } = useConsoleUrl();
  const close = useCloseDialog('add', 'edit');
  const edited = providers.find(({ id }) => id === params.get('edit'));
  return (
    <>
      <ProvidersTable providers={providers} />
      {edited && <EditProviderDialog provider={edited} onClose={close} />}
    </>
  );
}
