import { type ApiKeyStatus, apiKeyLimits } from '@hakiki/contract/api-key-values';
import type { ApiKey } from '@hakiki/contract/api-keys';
import { type ApiScope, apiScopes } from '@hakiki/contract/endpoint';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormCheckbox, FormCheckboxes } from '../../components/forms/choices.tsx';
import { FormSelect, FormText, FormTextArea, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { closeDrawer, getOpenButtonProps } from '../../components/ui/drawer.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { createKeyForm } from './api-forms.ts';
import { keysQuery, revokeKey, rotateKey } from './api-queries.ts';
import { LoadingSkeleton } from './loading-skeleton.tsx';
import { Webhooks } from './webhooks.tsx';

/** The full key is only in this page's memory and is gone when the user leaves the page. */
export function Keys() {
  const keys = useQuery(keysQuery);
  const [createdKey, setCreatedKey] = useState<ApiKey>();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      {createdKey && <CreatedKey createdKey={createdKey} />}
      {isOpen ? (
        <CreateForm
          onCreated={(key) => {
            setCreatedKey(key);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className={buttonClass('primary', 'needs-scripts self-start')}
        >
          {m.api_create()}
        </button>
      )}
      <noscript>{m.api_needs_scripts()}</noscript>
      {keys.status === 'loading' && <LoadingSkeleton />}
      {keys.status === 'failed' && <QueryFailure message={m.api_keys_failed()} query={keys} />}
      {keys.status === 'ready' && <KeyList keys={keys.data} onCreated={setCreatedKey} />}
      <Webhooks />
    </div>
  );
}

function CreatedKey({ createdKey }: { createdKey: ApiKey }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), [createdKey]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={m.api_made()}
      className="flex flex-col gap-3 rounded-card bg-brand-soft p-4 md:p-5"
    >
      <h3 className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="check-circle" className="text-brand" />
        {m.api_made_named({ name: createdKey.name })}
      </h3>
      <p>{m.api_made_text()}</p>
      <p className="rounded-control border border-line bg-page px-3 py-2 font-mono break-all select-all">
        {createdKey.key}
      </p>
      <div>
        <CopyButton
          text={createdKey.key}
          what={m.api_key()}
          failure={{ title: m.api_copy_failed(), text: m.api_copy_failed_text() }}
        />
      </div>
    </section>
  );
}

const scopeLabels: Record<ApiScope, () => string> = {
  'read:providers': m.api_scope_read_providers,
  'read:compliance': m.api_scope_read_compliance,
  'read:reviews': m.api_scope_read_reviews,
  'write:reports': m.api_scope_write_reports,
};

const expiryDays = [30, 90, 365] as const;

function CreateForm({ onCreated, onClose }: { onCreated: (key: ApiKey) => void; onClose: () => void }) {
  const formDefinition = useMemo(() => createKeyForm(crypto.randomUUID()), []);
  const form = useForm(formDefinition, { onDone: ({ reply }) => onCreated(reply) });
  return (
    <section className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h3 className="mb-4 text-lg font-semibold">{m.api_create()}</h3>
      <PostForm state={form} label={m.api_create()}>
        <FormText name="name" label={m.api_name()} hint={m.api_name_hint()} max={apiKeyLimits.name} />
        <FormCheckboxes
          name="permissions"
          label={m.api_permissions()}
          hint={m.api_permissions_hint()}
          isLong
          choices={apiScopes.map((value) => ({ value, label: scopeLabels[value]() }))}
        />
        <FormCheckbox name="isTest" label={m.api_kind_test()} hint={m.api_kind_test_hint()} required={false} />
        <FormSelect
          name="expiresInDays"
          label={m.api_expires()}
          required={false}
          emptyLabel={m.api_expires_never()}
          options={expiryDays.map((days) => ({ value: String(days), label: m.api_expires_days({ days }) }))}
        />
        <FormTextArea
          name="addresses"
          label={m.api_addresses()}
          hint={m.api_addresses_hint()}
          required={false}
          rows={2}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{m.api_create()}</SubmitButton>
          <button type="button" onClick={onClose} className={buttonClass('secondary')}>
            {m.api_cancel()}
          </button>
        </div>
      </PostForm>
    </section>
  );
}

function KeyList({ keys, onCreated }: { keys: readonly ApiKey[]; onCreated: (key: ApiKey) => void }) {
  if (keys.length === 0) {
    return (
      <Notice icon="lock" title={m.api_none()}>
        <p className="max-w-[60ch] text-muted">{m.api_none_text()}</p>
      </Notice>
    );
  }
  return (
    <ul className="flex flex-col gap-4">
      {keys.map((key) => (
        <KeyItem key={key.id} item={key} onCreated={onCreated} />
      ))}
    </ul>
  );
}

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
  const { name, key, status, isTest, permissions, created, lastUsed, expires, addresses } = item;
  const isWorking = status === 'active' || status === 'rotated';
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-lg font-semibold break-words">{name}</h3>
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
          {status === 'active' && <RotateKey item={item} onCreated={onCreated} />}
          <RevokeKey item={item} />
        </div>
      )}
    </li>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd className="break-words">{children}</dd>
  </div>
);

function RotateKey({ item: { id, name }, onCreated }: { item: ApiKey; onCreated: (key: ApiKey) => void }) {
  const dialogId = `rotate-${id}`;
  const { run, isRunning } = useMutation(rotateKey, {
    failure: { title: m.api_rotate_failed, fallback: m.api_try_again },
  });
  async function rotate() {
    const key = await run({ params: { id }, body: {}, idempotencyKey: crypto.randomUUID() });
    closeDrawer(dialogId);
    if (key) onCreated(key);
  }
  return (
    <>
      <button type="button" {...getOpenButtonProps(dialogId)} className={buttonClass('secondary', 'needs-scripts')}>
        {m.api_rotate()}
        <span className="sr-only">{name}</span>
      </button>
      <ConfirmDialog id={dialogId} title={m.api_rotate_title({ name })} cancelLabel={m.api_keep()}>
        <p>{m.api_rotate_text({ hours: apiKeyLimits.defaultOverlapHours })}</p>
        <button type="button" onClick={() => void rotate()} disabled={isRunning} className={buttonClass('primary')}>
          {m.api_rotate()}
        </button>
      </ConfirmDialog>
    </>
  );
}

function RevokeKey({ item: { id, name } }: { item: ApiKey }) {
  const dialogId = `revoke-${id}`;
  const { run, isRunning } = useMutation(revokeKey, {
    failure: { title: m.api_revoke_failed, fallback: m.api_try_again },
    success: () => ({ title: m.api_revoked(), description: name }),
  });
  async function revoke() {
    await run({ params: { id } });
    closeDrawer(dialogId);
  }
  return (
    <>
      <button type="button" {...getOpenButtonProps(dialogId)} className={buttonClass('danger', 'needs-scripts')}>
        {m.api_revoke()}
        <span className="sr-only">{name}</span>
      </button>
      <ConfirmDialog id={dialogId} title={m.api_revoke_title({ name })} cancelLabel={m.api_keep()}>
        <p>{m.api_revoke_text()}</p>
        <button type="button" onClick={() => void revoke()} disabled={isRunning} className={buttonClass('danger')}>
          {m.api_revoke()}
        </button>
      </ConfirmDialog>
    </>
  );
}
