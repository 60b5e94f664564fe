import { RECEIPT_LENGTH } from '@hakiki/contract/filed';
import type { FilingState } from '@hakiki/contract/filings';
import { lazy, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, NavigationType, useActionData, useNavigationType } from 'react-router';
import { CloseFiledButton, FiledCard, FiledContent, getFiledTitle } from '../../components/filings/filed-notice.tsx';
import { FormText, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatFilingTitle } from '../../lib/alerts/labels.ts';
import type { FilingRef } from '../../lib/evidence/upload.ts';
import { takeFocusOnce, useFiledNotices, type FiledNoticeData } from '../../lib/filings/filed-notices.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import { parseFilingRef } from './filing-ref.ts';
import { StatusBadge } from '../../components/filings/status-badge.tsx';
import { followAction, type FollowActionData } from './follow-action.ts';
import { lazyLookUpForm } from './lazy-look-up-form.ts';
import { FilingHiddenFields } from './filing-hidden-fields.tsx';

/** Lazy in the browser, since most people only type their receipt. The server needs it after a form post. */
const FilingDetails = import.meta.env.SSR
  ? (await import('./filing-details.tsx')).FilingDetails
  : lazy(async () => ({ default: (await import('./filing-details.tsx')).FilingDetails }));

export const action = followAction;

export const handle: PageHandle = { isForm: true };

export const meta = unlistedPage('/follow', m.follow_title, m.follow_description);

interface ShownReport {
  filing: FilingRef;
  state: FilingState;
}

/** Only the open page holds the receipt code, besides the stored receipt that the sender has not dismissed yet. */
export default function Follow() {
  const { filing, state } = useActionData<FollowActionData | undefined>() ?? {};
  const [shown, setShown] = useState<ShownReport | undefined>(filing && state && { filing, state });
  const [newest, ...older] = useFiledNotices().filter(({ receipt }) => receipt);
  if (newest && !shown)
    return <FiledConfirmation key={newest.receipt?.code} filed={newest} older={older} onShown={setShown} />;
  return (
    <>
      <h1 className="title-page">{m.follow_title()}</h1>
      {shown ? (
        <ReportView {...shown} onShown={setShown} onClose={() => setShown(undefined)} />
      ) : (
        <div className="mt-2 grid gap-8 lg:grid-cols-[1fr_20rem] lg:gap-10">
          <div className="flex min-w-0 flex-col gap-6">
            <p className="max-w-[68ch] text-muted">{m.follow_lead()}</p>
            <LookUpForm onShown={setShown} />
          </div>
          <HelpSidebar />
        </div>
      )}
    </>
  );
}

interface FiledConfirmationProps {
  filed: FiledNoticeData;
  older: readonly FiledNoticeData[];
  onShown: (shown: ShownReport) => void;
}

/** Shown after a report was sent: confirmation, next steps, and the receipt, which opens the report on this page. */
function FiledConfirmation({ filed, older, onShown }: FiledConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isClientNavigation = useNavigationType() !== NavigationType.Pop;
  const isNew = useRef(true);
  useEffect(() => {
    // Once: the notice changes with each file that arrives.
    if (!isNew.current) return;
    isNew.current = false;
    if (takeFocusOnce(filed) || isClientNavigation) heading.current?.focus();
  }, [filed, isClientNavigation]);
  return (
    <div className="flex max-w-190 flex-col gap-5" data-testid="filed">
      <div className="flex items-center gap-3 rounded-card bg-brand-soft p-4 md:p-6">
        <Icon name="check-circle" className="size-8 text-brand" />
        <h1 ref={heading} tabIndex={-1} className="title-page min-w-0 outline-none">
          {getFiledTitle(filed)}
        </h1>
      </div>
      <FiledContent filed={filed} isFollowPage />
      <div className="flex flex-wrap items-start gap-3">
        <OpenForm code={filed.receipt?.code ?? ''} onShown={onShown} />
        <CloseFiledButton filed={filed} />
      </div>
      {older.map((notice) => (
        <FiledCard key={notice.receipt?.code} filed={notice} />
      ))}
    </div>
  );
}

/** Leaves space for dashes and blanks that people type. */
const MAX_TYPED_LENGTH = 2 * RECEIPT_LENGTH;

const useLookUp = (onShown: (shown: ShownReport) => void) => ({
  ...useForm(lazyLookUpForm, {
    onDone: ({ reply, values }) => onShown({ filing: parseFilingRef(values), state: reply }),
  }),
  onFocus: lazyLookUpForm.prepare,
});

/** Opens the report of the receipt on this page: the code need not be typed. */
const OpenForm = ({ code, onShown }: { code: string; onShown: (shown: ShownReport) => void }) => (
  <PostForm state={useLookUp(onShown)} label={m.follow_form()}>
    <FilingHiddenFields filing={{ code }} />
    <SubmitButton>{m.receipt_follow()}</SubmitButton>
  </PostForm>
);

function LookUpForm({ onShown }: { onShown: (shown: ShownReport) => void }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 md:p-6">
      <PostForm state={useLookUp(onShown)} label={m.follow_form()}>
        <FormText
          name="receipt"
          label={m.follow_receipt()}
          hint={m.follow_receipt_hint()}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          max={MAX_TYPED_LENGTH}
        />
        <SubmitButton className="md:self-start">{m.follow_submit()}</SubmitButton>
      </PostForm>
    </div>
  );
}

interface ReportViewProps extends ShownReport {
  onShown: (shown: ShownReport) => void;
  onClose: () => void;
}

/** Replaces the form and takes the focus. */
function ReportView({ filing, state, onShown, onClose }: ReportViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const refreshForm = useForm(lazyLookUpForm, { onDone: ({ reply }) => onShown({ filing, state: reply }) });
  return (
    <div className="mt-4 flex max-w-190 flex-col gap-6">
      <article
        aria-labelledby="report-title"
        className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-6"
      >
        <header className="flex flex-col items-start gap-2">
          <h2
            ref={heading}
            id="report-title"
            tabIndex={-1}
            className="title-section max-w-full wrap-break-word outline-none first-letter:uppercase"
          >
            {formatFilingTitle(state)}
          </h2>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <StatusBadge status={state.status} />
            <span className="text-muted">
              {m.follow_reference()}: <span className="font-semibold text-ink">{state.reference}</span>
            </span>
          </p>
        </header>
        <LazyPart fallback={<div className="skeleton h-60" aria-hidden="true" />}>
          <FilingDetails state={state} filing={filing} onChange={(newState) => onShown({ filing, state: newState })} />
        </LazyPart>
      </article>
      <div className="flex flex-wrap items-start gap-3">
        <PostForm state={refreshForm} label={m.follow_update()}>
          <FilingHiddenFields filing={filing} />
          <SubmitButton variant="secondary">{m.follow_update()}</SubmitButton>
        </PostForm>
        <Link to={pathTo('/follow')} onClick={onClose} className={buttonClass('quiet')}>
          {m.follow_another()}
        </Link>
      </div>
    </div>
  );
}

const HelpSidebar = () => (
  <aside className="flex flex-col gap-6">
    <section aria-labelledby="lost" id="lost-code" className="rounded-card border border-line p-4">
      <h2 id="lost" className="font-semibold">
        {m.follow_lost_title()}
      </h2>
      <p className="mt-1">{m.follow_lost_text()}</p>
      <dl className="mt-3 flex flex-col gap-3">
        <LostCase question={m.follow_lost_member()} answer={m.follow_lost_member_text()}>
          <Link to={pathTo('/my-reports')} className={textLinkClass()}>
            {m.nav_my_reports()}
          </Link>
        </LostCase>
        <LostCase question={m.follow_lost_email()} answer={m.follow_lost_email_text()} />
        <LostCase question={m.follow_lost_neither()} answer={m.follow_lost_neither_text()}>
          <Link to={pathTo('/report-scam')} className={textLinkClass()}>
            {m.scam_title()}
          </Link>
        </LostCase>
      </dl>
    </section>
    <section aria-labelledby="shared" className="rounded-card border border-line p-4">
      <h2 id="shared" className="font-semibold">
        {m.follow_shared_title()}
      </h2>
      <p className="mt-1 text-muted">{m.follow_shared_text()}</p>
    </section>
  </aside>
);

const LostCase = ({ question, answer, children }: { question: string; answer: string; children?: ReactNode }) => (
  <div>
    <dt className="font-semibold">{question}</dt>
    <dd className="text-muted">{answer}</dd>
    {children && <dd>{children}</dd>}
  </div>
);
