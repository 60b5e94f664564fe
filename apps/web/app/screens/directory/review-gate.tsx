import type { Provider } from '@hakiki/contract/directory';
import { isContractPlan, isEntitled, type Tier } from '@hakiki/contract/entitlements';
import { lazy, type ReactNode } from 'react';
import { Link } from 'react-router';
import { LazyPart } from '../../components/lazy-part.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { useAuth } from '../../lib/api/auth.ts';
import { issuePath, pathTo, useLoginPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export const REVIEW_ANCHOR = 'write-review';

/** Loaded lazily: readers do not download the form. */
const ReviewForm = lazy(() => import('./review-form.tsx'));

/** The page is the same for everyone, so the browser finds out afterwards whether the user may write a review. */
export function ReviewGate({ provider }: { provider: Pick<Provider, 'id' | 'name' | 'verificationStatus'> }) {
  return (
    <section
      id={REVIEW_ANCHOR}
      aria-labelledby="review-heading"
      className="min-h-68 md:min-h-50 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      {provider.verificationStatus === 'Suspended' ? (
        <ReviewsClosed id={provider.id} />
      ) : (
        <ReviewAccess provider={provider} />
      )}
    </section>
  );
}

function ReviewAccess({ provider }: { provider: Pick<Provider, 'id' | 'name'> }) {
  const auth = useAuth();
  if (auth.status === 'loading') {
    return (
      <>
        <div className="needs-scripts">
          <LoadingSkeleton />
        </div>
        <div className="without-scripts">
          <SignInPrompt>
            <p>{m.review_no_scripts()}</p>
          </SignInPrompt>
        </div>
      </>
    );
  }
  if (auth.status === 'visitor') return <SignInPrompt />;
  if (!isEntitled(auth.user, 'reviews')) return <UpgradePrompt tier={auth.user.subscriptionTier} />;
  return (
    <LazyPart fallback={<LoadingSkeleton />}>
      <Heading>{m.review_write()}</Heading>
      <ReviewForm provider={provider} />
    </LazyPart>
  );
}

const Heading = ({ children }: { children: string }) => (
  <h2 id="review-heading" className="title-section">
    {children}
  </h2>
);

function LoadingSkeleton() {
  return (
    <div role="status" aria-label={m.review_checking_access()} className="flex flex-col gap-3">
      <div className="skeleton h-7 w-2/3 max-w-80" />
      <div className="skeleton h-12 max-w-[68ch]" />
      <div className="skeleton h-11 w-40 max-w-full" />
    </div>
  );
}

function Prompt({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Heading>{title}</Heading>
      <p className="max-w-[68ch] text-muted">{text}</p>
      {children}
    </div>
  );
}

/** A suspended provider accepts no new reviews; earlier ones stay. */
const ReviewsClosed = ({ id }: { id: string }) => (
  <Prompt title={m.review_closed()} text={m.review_closed_text()}>
    <Link to={issuePath(id)} className={buttonClass('danger')}>
      {m.report_issue()}
    </Link>
  </Prompt>
);

const SignInPrompt = ({ children }: { children?: ReactNode }) => (
  <Prompt title={m.review_sign_in()} text={m.review_sign_in_text()}>
    {children}
    <Link to={useLoginPath(`#${REVIEW_ANCHOR}`)} className={buttonClass('primary')}>
      {m.nav_log_in()}
    </Link>
  </Prompt>
);

/** A customer with a plan by contract cannot upgrade it, but can add Premium. */
const UpgradePrompt = ({ tier }: { tier: Tier }) => (
  <Prompt title={m.review_upgrade()} text={m.review_upgrade_text()}>
    <Link to={pathTo('/subscribe')} className={buttonClass('primary')}>
      {isContractPlan(tier) ? m.dashboard_add_premium() : m.review_upgrade_action()}
    </Link>
  </Prompt>
);
