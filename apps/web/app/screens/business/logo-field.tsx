/** The logo that a business proposes: sent at once, and public when a moderator approves it. */
import type { BusinessProfile } from '@hakiki/contract/business';
import { logoLimits } from '@hakiki/contract/limits';
import { useId, useState } from 'react';
import { PictureInput } from '../../components/forms/picture-input.tsx';
import { ProviderLogo } from '../../components/providers/logo.tsx';
import type { Mutation } from '../../lib/api/mutations.ts';
import { useQueryStore } from '../../lib/api/use-query.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { getFailureText } from '../../lib/errors/failure.ts';
import { putFile } from '../../lib/evidence/upload.ts';
import { formatBytes } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { profileQuery } from './business-queries.ts';

/** Bypasses the API client, which sends JSON. */
const proposeLogo = (file: File): Mutation<undefined, void> => ({
  send: () => putFile('/api/business/logo', file, () => undefined),
  refreshes: [profileQuery],
  invalidates: [],
});

export function LogoField({ profile: { companyName, logoUrl, waiting } }: { profile: BusinessProfile }) {
  const inputId = useId();
  const store = useQueryStore();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();

  async function send(file: File) {
    if (file.size > logoLimits.fileBytes) {
      setError(m.provider_editor_logo_large());
      return;
    }
    setError(undefined);
    setIsSending(true);
    try {
      await store.send(proposeLogo(file), undefined);
      showToast({ title: m.business_logo_sent() });
    } catch (failure) {
      setError(getFailureText(failure, m.business_file_failed()));
    }
    setIsSending(false);
  }

  return (
    <div className="flex flex-wrap items-start gap-4">
      <ProviderLogo name={companyName} logoUrl={waiting?.changes.logoUrl ?? logoUrl} isLarge />
      <div className="flex min-w-0 flex-[1_1_12rem] flex-col gap-2">
        <PictureInput
          id={inputId}
          label={m.report_optional({ label: m.provider_editor_logo() })}
          hint={m.business_logo_hint({ size: formatBytes(logoLimits.fileBytes) })}
          status={isSending && m.business_logo_sending()}
          error={error}
          isDisabled={isSending}
          onFile={(file) => void send(file)}
        />
      </div>
    </div>
  );
}
