import { type ApiKeyStatus, apiKeyLimits } from '@hakiki/contract/api-key-values';
import { type ApiKey, NewApiKey } from '@hakiki/contract/api-keys';
import { type ApiScope, apiScopes } from '@hakiki/contract/endpoint';
import { FormCheckbox, FormCheckboxes } from '../../components/forms/choices.tsx';
import { FormSelect, FormText, FormTextArea } from '../../components/forms/form.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { withIdempotencyKey } from '../../lib/api/mutations.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { defineForm, type Values } from '../../lib/forms/forms.ts';
import { Skeleton } from '../../components/query-states.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Column } from '../../components/ui/data-table.tsx';
import { useTimestampFormat } from '../../lib/language/use-timestamp-format.ts';
import { m } from '../../paraglide/messages.js';
import { createKey, keysQuery, revokeKey, rotateKey } from './api-queries.ts';
import { tabPath } from './api-url.ts';
import { ConfirmedAction, SecretList } from './secret-list.tsx';
import { Webhooks } from './webhooks.tsx';

const splitList = (text: string | undefined): string[] => text?.split(/[\s,]+/).filter(Boolean) ?? [];

/** Converts the form's strings into the types of the request body. */
const toRequestBody = ({ name, permissions, isTest, expiresInDays, addresses }: Values) => ({
  name,
  permissions: splitList(permissions),
  isTest: isTest === 'true',
  ...(expiresInDays && { expiresInDays: Number(expiresInDays) }),
  addresses: splitList(addresses),
});

const createKeyForm = (idempotencyKey: string) =>
  defineForm({
    name: 'create-api-key',
    mutation: withIdempotencyKey(createKey, idempotencyKey),
    schema: { safeParse: (values) => NewApiKey.safeParse(toRequestBody(values as Values)) },
    blank: { field: 'name', title: m.api_invalid_input, text: m.error_api_key_name_required },
    failure: { title: m.api_create_failed, fallback: m.api_create_failed_text },
    next: () => tabPath('keys'),
  });

export const Keys = () => (
  <div className="flex flex-col gap-6">
    <SecretList
      query={keysQuery}
      failedText={m.api_keys_failed()}
      heading="h3"
      createLabel={m.api_create()}
      createButton="primary"
      createForm={createKeyForm}
      fields={<KeyFields />}
      toSecret={({ name, key }: ApiKey) => ({
        label: m.api_made(),
        title: m.api_made_named({ name }),
        text: m.api_made_text(),
        secret: key,
        what: m.api_key(),
        copyFailure: { title: m.api_copy_failed(), text: m.api_copy_failed_text() },
      })}
      empty={{ icon: 'lock', title: m.api_none(), text: m.api_none_text() }}
      listLabel={m.api_tab_keys()}
      columns={createColumns}
      isDimmed={({ status }) => !isWorking(status)}
    >
      {(isLoading) => (
        <>
          <noscript>{m.api_needs_scripts()}</noscript>
          {isLoading && <Skeleton label={m.api_loading()} className="h-48" />}
          <TimeZoneNote />
        </>
      )}
    </SecretList>
    <Webhooks />
  </div>
);

/** The zone of all times of the tab. */
function TimeZoneNote() {
  const { zone } = useTimestampFormat();
  return <p className="text-sm text-muted">{m.api_times({ zone: zone(new Date().toISOString()) })}</p>;
}

const scopeLabels: Record<ApiScope, () => string> = {
  'read:providers': m.api_scope_read_providers,
  'read:compliance': m.api_scope_read_compliance,
  'read:reviews': m.api_scope_read_reviews,
  'write:reports': m.api_scope_write_reports,
};

const expiryDays = [30, 90, 365] as const;

const KeyFields = () => (
  <>
    <FormText name="name" label={m.api_name()} hint={m.api_name_hint()} max={apiKeyLimits.name} />
    <FormCheckboxes
      name="permissions"
      label={m.api_permissions()}
      hint={m.api_permissions_hint()}
      isLong
      choices={toOptions(apiScopes, (value) => scopeLabels[value]())}
    />
    <FormCheckbox name="isTest" label={m.api_kind_test()} hint={m.api_kind_test_hint()} required={false} />
    <FormSelect
      name="expiresInDays"
      label={m.api_expires()}
      required={false}
      emptyLabel={m.api_expires_never()}
      options={expiryDays.map((days) => ({ value: String(days), label: m.api_expires_days({ days }) }))}
    />
    <FormTextArea name="addresses" label={m.api_addresses()} hint={m.api_addresses_hint()} required={false} rows={2} />
  </>
);

const statusLabels: Record<ApiKeyStatus, () => string> = {
  active: m.api_status_active,
  rotated: m.api_status_rotated,
  expired: m.api_status_expired,
  revoked: m.api_status_revoked,
};

const isWorking = (status: ApiKeyStatus): boolean => status === 'active' || status === 'rotated';

const createColumns = (onCreated: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    heading: m.api_name(),
    isName: true,
    cell: ({ name, isTest }) => (
      <>
        {name}
        {isTest && <span className="ms-2 font-normal text-muted">{m.api_kind_test()}</span>}
      </>
    ),
  },
  { heading: m.api_key(), cell: ({ key }) => <span className="font-mono whitespace-nowrap">{key}</span> },
  {
    heading: m.api_state(),
    cell: ({ status }) => (
      <span className="inline-flex items-center gap-1 whitespace-nowrap">
        <Icon name={isWorking(status) ? 'check-circle' : 'ban'} className="size-4" />
        {statusLabels[status]()}
      </span>
    ),
  },
  {
    heading: m.api_permissions(),
    cell: ({ permissions, addresses }) => (
      <span>
        {permissions.length === 0 ? m.api_permissions_none() : permissions.join(', ')}
        {addresses.length > 0 && (
          <span className="block text-muted">{`${m.api_addresses()}: ${addresses.join(', ')}`}</span>
        )}
      </span>
    ),
  },
  { heading: m.api_created(), cell: ({ created }) => <Timestamp at={created} /> },
  {
    heading: m.api_last_used(),
    cell: ({ lastUsed }) => (lastUsed ? <Timestamp at={lastUsed} /> : m.api_never_used()),
  },
  {
    heading: m.api_works_until(),
    cell: ({ expires }) => (expires ? <Timestamp at={expires} /> : m.api_no_end()),
  },
  {
    heading: m.admin_field_actions(),
    isActions: true,
    cell: (item) => isWorking(item.status) && <KeyActions item={item} onCreated={onCreated} />,
  },
];

const KeyActions = ({ item: { id, name, status }, onCreated }: { item: ApiKey; onCreated: (key: ApiKey) => void }) => (
  <div className="flex flex-wrap gap-2 md:justify-end">
    {status === 'active' && (
      <ConfirmedAction
        dialogId={`rotate-${id}`}
        itemName={name}
        variant="secondary"
        texts={{
          label: m.api_rotate(),
          title: m.api_rotate_title({ name }),
          text: m.api_rotate_text({ hours: apiKeyLimits.defaultOverlapHours }),
          keep: m.api_keep(),
        }}
        mutation={rotateKey}
        getInput={() => ({ params: { id }, body: {}, idempotencyKey: crypto.randomUUID() })}
        failure={{ title: m.api_rotate_failed, fallback: m.api_try_again }}
        onDone={onCreated}
      />
    )}
    <ConfirmedAction
      dialogId={`revoke-${id}`}
      itemName={name}
      variant="danger"
      texts={{
        label: m.api_revoke(),
        title: m.api_revoke_title({ name }),
        text: m.api_revoke_text(),
        keep: m.api_keep(),
      }}
      mutation={revokeKey}
      getInput={() => ({ params: { id } })}
      failure={{ title: m.api_revoke_failed, fallback: m.api_try_again }}
      success={() => ({ title: m.api_revoked(), description: name })}
    />
  </div>
);
