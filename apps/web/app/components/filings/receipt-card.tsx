import type { Receipt } from '@hakiki/contract/filed';
import { useId, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FORM_NAME_FIELD } from '../../lib/forms/values.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { RECEIPT_FORM, RECEIPT_FIELD } from '../../lib/filings/receipt-form.ts';
import { downloadTextFile } from '../../lib/browser/download-text-file.ts';
import { useUploadProgress } from '../../lib/evidence/upload-progress.ts';
import { m } from '../../paraglide/messages.js';
import { CopyButton } from '../copy-button.tsx';
import { buttonClass } from '../ui/button.ts';

interface Props {
  receipt: Receipt;
  /** True on the page that can open the report beside it. */
  isFollowPage?: boolean;
  /** What happens to its files. */
  children?: ReactNode;
}

/** The reporter's receipt. The code is shown only once: the server stores only its hash. */
export function ReceiptCard({ receipt, isFollowPage = false, children }: Props) {
  const { reference, code, expectedBy } = receipt;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-4 rounded-card border-2 border-brand bg-surface p-4 md:p-6"
    >
      <h2 id={titleId} className="title-card">
        {m.receipt_keep_title()}
      </h2>
      <dl>
        <dt className="text-sm text-muted">{m.receipt_code()}</dt>
        <dd dir="ltr" className="rounded-control bg-brand-soft px-3 py-2 font-mono text-xl font-bold wrap-break-word">
          {/* Wraps only between its groups, so that nobody copies a part of one. */}
          {code.split(/(?<=-)/).map((group, index) => (
            <span key={index} className="inline-block">
              {group}
            </span>
          ))}
        </dd>
      </dl>
      <div className="needs-scripts flex flex-wrap gap-3">
        <CopyButton text={code} what={m.receipt_code()} />
        <button type="button" onClick={() => saveReceipt(receipt)} className={buttonClass('secondary')}>
          {m.receipt_save()}
        </button>
      </div>
      <p className="max-w-[68ch]">{m.receipt_keep()}</p>
      {children}
      <dl className="grid gap-4 border-t border-line pt-4 md:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">{m.receipt_expected()}</dt>
          <dd className="font-semibold">{formatDate(expectedBy)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">
            {m.receipt_reference()} ({m.receipt_reference_hint()})
          </dt>
          <dd className="font-semibold">{reference}</dd>
        </div>
      </dl>
      {!isFollowPage && <FollowButton receipt={receipt} />}
    </section>
  );
}

/** A plain POST, so that the code need not be typed and is in no URL, with scripts or without. */
function FollowButton({ receipt: { code, reference } }: { receipt: Receipt }) {
  const navigate = useNavigate();
  const isUploading = useUploadProgress(reference) !== undefined;
  // Loading another document would interrupt the upload.
  const stayInTab = (event: FormEvent) => {
    if (!isUploading) return;
    event.preventDefault();
    void navigate(pathTo('/follow'));
  };
  return (
    <form method="post" action={pathTo('/follow')} onSubmit={stayInTab}>
      <input type="hidden" name={FORM_NAME_FIELD} value={RECEIPT_FORM} />
      <input type="hidden" name={RECEIPT_FIELD} value={code} />
      <button type="submit" className={buttonClass('primary', 'max-md:w-full')}>
        {m.receipt_follow()}
      </button>
    </form>
  );
}

function saveReceipt({ reference, code, expectedBy }: Receipt): void {
  const lines = [
    m.receipt_file_intro(),
    '',
    `${m.receipt_code()}: ${code}`,
    `${m.receipt_reference()}: ${reference}`,
    `${m.receipt_expected()}: ${formatDate(expectedBy)}`,
    `${m.receipt_follow()}: ${location.origin}${pathTo('/follow')}`,
    '',
  ];
  downloadTextFile(`hakiki-${reference}.txt`, lines.join('\n'));
}
