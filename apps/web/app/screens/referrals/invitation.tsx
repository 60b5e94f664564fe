import type { SiteSettings } from '@hakiki/contract/web-handler';
import { useId } from 'react';
import { useRouteLoaderData } from 'react-router';
import { CopyButton } from '../../components/copy-button.tsx';
import { ShareButton } from '../../components/share-button.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { ApiError } from '../../lib/api/api.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { m } from '../../paraglide/messages.js';
import { redirectToLogin } from './redirect-to-login.ts';
import { generateReferralCode } from './referrals-queries.ts';

const referralPath = (code: string): string => `/?ref=${encodeURIComponent(code)}`;

export function Invitation({ code }: { code: string | null }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <h2 id={heading} className="title-card">
        {m.referrals_link()}
      </h2>
      {code ? <ReferralLink code={code} /> : <GenerateCode />}
      <p className="text-sm text-muted">{m.referrals_rules()}</p>
    </section>
  );
}

function ReferralLink({ code }: { code: string }) {
  const frame = useRouteLoaderData<{ site?: SiteSettings }>('screens/site/frame');
  const link = (frame?.site?.origin ?? '') + referralPath(code);
  return (
    <>
      <p className="rounded-control border border-line bg-page px-3 py-2 font-mono break-all select-all">{link}</p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={link} what={m.referrals_link()} />
        <ShareButton title={m.site_name()} path={referralPath(code)} label={m.referrals_share()} />
      </div>
    </>
  );
}

function GenerateCode() {
  const { run, isRunning } = useMutation(generateReferralCode, {
    failure: { title: m.referrals_error, fallback: m.referrals_generate_failed },
    isFailureShown: (error) => {
      if (error instanceof ApiError && error.status === 401) redirectToLogin();
      else showToast({ title: m.referrals_error(), description: m.referrals_generate_failed(), isDestructive: true });
      return true;
    },
  });
  return (
    <>
      <p>{m.referrals_no_code()}</p>
      <button
        type="button"
        onClick={() => void run()}
        disabled={isRunning}
        className={buttonClass('primary', 'needs-scripts self-start')}
      >
        {m.referrals_generate()}
      </button>
    </>
  );
}
