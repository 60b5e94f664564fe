import { lifetimes } from '@hakiki/contract/limits';
import { firstHourPath } from '@hakiki/contract/site';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { filingKindTexts } from '../../lib/filings/filing-kinds.ts';
import {
  closeFiledNotice,
  takeFocusOnce,
  useFiledNotices,
  type FiledNoticeData,
} from '../../lib/filings/filed-notices.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { FiledSteps } from './filed-steps.tsx';
import { ReceiptCard } from './receipt-card.tsx';
import { UploadStatus } from '../evidence/upload-status.tsx';
import { useNoticeFlag } from '../../lib/filings/notice-flags.ts';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';

export const getFiledTitle = ({ kind, receipt }: FiledNoticeData): string =>
  receipt ? filingKindTexts[kind].arrived() : m.filed_mailed();

const toUrl = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search;

/** Notices of filings until their sender closes them. The page of receipts shows those with a receipt itself. */
export function FiledNotice() {
  const location = useLocation();
  const isFollow = location.pathname === pathTo('/follow');
  const otherNotices = useFiledNotices().filter(
    ({ shownOn, receipt }) => shownOn !== toUrl(location) && !(isFollow && receipt),
  );
  if (otherNotices.length === 0) return null;
  return (
    <div className="mx-auto flex w-full max-w-300 flex-col gap-4 px-4 pt-6">
      <FiledCards filed={otherNotices} url={toUrl(location)} />
    </div>
  );
}

/** The notices of filings from this page, in the place of the form. */
export function FiledOnThisPage() {
  const url = toUrl(useLocation());
  return <FiledCards filed={useFiledNotices().filter(({ shownOn }) => shownOn === url)} />;
}

/**
 * `url`: of a page that is not about them. There only those without a receipt and those confirmed here are shown in
 * full.
 */
const FiledCards = ({ filed, url }: { filed: readonly FiledNoticeData[]; url?: string }) =>
  filed.map((notice) => {
    const { kind, receipt, confirmedOn = url, isLasting } = notice;
    const isBrief = url !== undefined && receipt !== undefined && (isLasting || confirmedOn !== url);
    return <FiledCard key={`${kind} ${receipt?.code}`} filed={notice} isBrief={isBrief} />;
  });

export function FiledCard({ filed, isBrief = false }: { filed: FiledNoticeData; isBrief?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = useRef(true);
  useEffect(() => {
    // Once: the notice changes with each file that arrives.
    if (!isNew.current) return;
    isNew.current = false;
    if (takeFocusOnce(filed)) heading.current?.focus();
    // Not returned: in newer browsers scrollIntoView returns a promise, which an effect must not return.
    else if (filed.isLasting) heading.current?.scrollIntoView();
  }, [filed]);
  return (
    <section
      aria-label={getFiledTitle(filed)}
      data-testid="filed"
      className="flex flex-col gap-4 rounded-card bg-brand-soft p-4 md:p-6"
    >
      <div role="status" className="flex gap-3">
        <Icon name="check-circle" className="mt-0.5 text-brand" />
        <h2 ref={heading} tabIndex={-1} className="title-card min-w-0 outline-none">
          {getFiledTitle(filed)}
        </h2>
      </div>
      {isBrief ? (
        <Reminder filed={filed} />
      ) : (
        <>
          <FiledContent filed={filed} />
          <CloseFiledButton filed={filed} />
        </>
      )}
    </section>
  );
}

/** The page for receipts shows the code until its owner says that it is saved. */
function Reminder({ filed }: { filed: FiledNoticeData }) {
  const { receipt, pendingFiles = [], missingFiles = [] } = filed;
  if (!receipt) return null;
  return (
    <>
      <p>{m.filed_reminder({ reference: receipt.reference })}</p>
      {pendingFiles.length + missingFiles.length > 0 && <FilesStatus filed={filed} reference={receipt.reference} />}
      <Link to={pathTo('/follow')} className={buttonClass('secondary', 'md:self-start')}>
        {m.filed_show()}
      </Link>
    </>
  );
}

/** Says what was received, how to follow it, what happens next and by when. */
export function FiledContent({ filed, isFollowPage = false }: { filed: FiledNoticeData; isFollowPage?: boolean }) {
  const { kind, receipt, missingFiles = [] } = filed;
  return (
    <>
      {receipt ? (
        <>
          <ReceiptCard receipt={receipt} isFollowPage={isFollowPage}>
            <FilesStatus filed={filed} reference={receipt.reference} />
          </ReceiptCard>
          <div className="flex flex-col gap-2">
            <h2 className="title-card">{m.follow_next()}</h2>
            <FiledSteps kind={kind} />
          </div>
        </>
      ) : (
        <>
          <p>{m.filed_mailed_text({ hours: lifetimes.emailTokenHours })}</p>
          {missingFiles.length > 0 && <MissingFiles names={missingFiles} advice={m.filed_add_files_later()} />}
        </>
      )}
      {(kind === 'alert' || kind === 'report') && (
        <Link
          to={pathTo(firstHourPath)}
          className="inline-flex min-h-11 items-center gap-2 self-start font-semibold text-brand underline underline-offset-4"
        >
          <Icon name="clock" className="size-4" /> {m.scam_first_hour()}
        </Link>
      )}
    </>
  );
}

/** The files of the report, inside its receipt. The outbox sends them; without it nothing is on its way. */
function FilesStatus({ filed, reference }: { filed: FiledNoticeData; reference: string }) {
  const { kind, files = [], pendingFiles = [], missingFiles = [] } = filed;
  const hasOutbox = useNoticeFlag('outbox');
  if (files.length + pendingFiles.length + missingFiles.length === 0)
    return kind === 'alert' && <p>{m.filed_no_files()}</p>;
  return (
    <>
      {pendingFiles.length > 0 &&
        (hasOutbox ? (
          <UploadStatus reference={reference} pending={pendingFiles.length} />
        ) : (
          <p className="font-semibold">{m.filed_files_unsure()}</p>
        ))}
      {files.length > 0 && <FileList names={files} />}
      {missingFiles.length > 0 && <MissingFiles names={missingFiles} advice={m.filed_add_files()} />}
    </>
  );
}

const MissingFiles = ({ names, advice }: { names: readonly string[]; advice: string }) => (
  <p className="font-semibold">
    {m.filed_missing_files({ files: names.join(', ') })} {advice}
  </p>
);

const FileList = ({ names }: { names: readonly string[] }) => (
  <div>
    <p className="font-semibold">{m.filed_files()}</p>
    <ul className="list-disc ps-5">
      {names.map((name, index) => (
        <li key={index} className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  </div>
);

export const CloseFiledButton = ({ filed }: { filed: FiledNoticeData }) => (
  <div className="flex flex-col gap-1">
    <button
      type="button"
      onClick={() => closeFiledNotice(filed)}
      className={buttonClass(filed.receipt ? 'secondary' : 'primary', 'md:self-start')}
    >
      {filed.receipt ? m.filed_close() : m.filed_close_mailed()}
    </button>
    {filed.receipt && <p className="text-sm text-muted">{m.filed_close_hint()}</p>}
  </div>
);
