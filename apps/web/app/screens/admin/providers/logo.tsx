/** The logo of a provider in the console: shown as readers see it, replaced and removed. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { logoLimits } from '@hakiki/contract/limits';
import { useId, useState, type ChangeEvent } from 'react';
import { ProviderLogo } from '../../../components/providers/logo.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { FieldError } from '../../../components/ui/field.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useQueryStore } from '../../../lib/api/use-query.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { getFailureText } from '../../../lib/errors/failure.ts';
import { formatBytes } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-labels.ts';
import { createLogoUpload, removeLogo } from './queries.ts';

export function LogoField({ provider: { id, name, logoUrl } }: { provider: AdminProvider }) {
  const inputId = useId();
  const store = useQueryStore();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const { run: remove, isRunning } = useMutation(removeLogo, {
    success: () => ({ title: m.provider_editor_logo_removed() }),
    failure: changeFailure,
  });

  async function send(file: File) {
    setError(undefined);
    setIsSending(true);
    try {
      await store.send(createLogoUpload(id, file), undefined);
      showToast({ title: m.provider_editor_logo_saved() });
    } catch (failure) {
      setError(getFailureText(failure, m.business_file_failed()));
    }
    setIsSending(false);
  }

  const handleChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    // Allows the same file to be chosen again.
    input.value = '';
    if (!file) return;
    if (file.size > logoLimits.fileBytes) setError(m.provider_editor_logo_large());
    else void send(file);
  };

  return (
    <div className="flex max-w-3xl flex-wrap items-start gap-4">
      <ProviderLogo name={name} logoUrl={logoUrl} isLarge />
      <div className="flex min-w-0 flex-[1_1_12rem] flex-col gap-2">
        <label htmlFor={inputId} className="font-semibold">
          {m.report_optional({ label: m.provider_editor_logo() })}
        </label>
        <p id={`${inputId}-hint`} className="text-sm text-muted">
          {m.provider_editor_logo_hint({ size: formatBytes(logoLimits.fileBytes) })}
        </p>
        <input
          id={inputId}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          disabled={isSending}
          aria-describedby={`${inputId}-hint ${inputId}-error`}
          onChange={handleChange}
          className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface p-2 file:me-3 file:min-h-9 file:rounded-control file:border-0 file:bg-brand-soft file:px-3 file:font-semibold file:text-brand"
        />
        <p role="status" className="text-sm text-muted empty:hidden">
          {isSending && m.provider_editor_logo_sending()}
        </p>
        <div role="alert" className="empty:hidden">
          <FieldError id={inputId} error={error} />
        </div>
        {logoUrl && (
          <button
            type="button"
            disabled={isRunning || isSending}
            onClick={() => void remove({ params: { providerId: id } })}
            className={`${buttonClass('secondary')} self-start`}
          >
            {m.provider_editor_logo_remove()}
          </button>
        )}
      </div>
    </div>
  );
}
