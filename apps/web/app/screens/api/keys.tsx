import { type ApiKeyStatus, apiKeyLimits } from '@hakiki/contract/api-key-values';
import { type ApiKey, NewApiKey } from '@hakiki/contract/api-keys';
import { type ApiScope, apiScopes } from '@hakiki/contract/endpoint';
import type { ReactNode } from 'react';
import { FormCheckbox, FormCheckboxes } from '../../components/forms/choices.tsx';
import { FormSelect, FormText, FormTextArea } from '../../components/forms/form.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { withIdempotencyKey } from '../../lib/api/mutations.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { defineForm, type Values } from '../../lib/forms/forms.ts';
import { formatDate } from '../../lib/language/format.ts';
import { Skeleton } from '../../components/query-states.tsx';
import { m } from '../../paraglide/messages.js';
import { createKey, keysQuery, revokeKey, rotateKey } from './api-queries.ts';
import { tabPath } from './api-url.ts';
import { ConfirmedAction, Fact, SecretList } from './secret-list.tsx';
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
      renderItem={(item, onCreated) => <KeyItem item={item} onCreated={onCreated} />}
    >
      {(isLoading) => (
        <>
          <noscript>{m.api_needs_scripts()}</noscript>
          {isLoading && <Skeleton label={m.api_loading()} className="h-48" />}
        </>
      )}
    </SecretList>
    <Webhooks />
  </div>
);

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

const Tag = ({ children }: { children: ReactNode }) => (
  <span className="rounded-full border border-line-strong px-2.5 py-0.5 text-sm">{children}</span>
);

function KeyItem({ item, onCreated }: { item: ApiKey; onCreated: (key: ApiKey) => void }) {
  const { id, name, key, status, isTest, permissions, created, lastUsed, expires, addresses } = item;
  const isWorking = status === 'active' || status === 'rotated';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="title-card min-w-0 wrap-break-word">{name}</h3>
        <Tag>
          <span className="inline-flex items-center gap-1">
            <Icon name={isWorking ? 'check-circle' : 'ban'} className="size-4" />
            {statusLabels[status]()}
          </span>
        </Tag>
        {isTest && <Tag>{m.api_kind_test()}</Tag>}
      </div>
      <p className="font-mono break-all">{key}</p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        <Fact label={m.api_permissions()}>
          {permissions.length === 0 ? m.api_permissions_none() : permissions.join(', ')}
        </Fact>
        <Fact label={m.api_created()}>{formatDate(created)}</Fact>
        <Fact label={m.api_last_used()}>{lastUsed ? formatDate(lastUsed) : m.api_never_used()}</Fact>
        {expires && <Fact label={m.api_works_until()}>{formatDate(expires)}</Fact>}
        {addresses.length > 0 && <Fact label={m.api_addresses()}>{addresses.join(', ')}</Fact>}
      </dl>
      {isWorking && (
        <div className="flex flex-wrap gap-3">
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
      )}
    </>
  );
}
