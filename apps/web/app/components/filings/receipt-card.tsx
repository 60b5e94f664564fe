import type { Receipt } from '@hakiki/contract/filed';
import { useId } from 'react';
import { FORM_NAME_FIELD } from '../../lib/forms/values.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { RECEIPT_FORM, RECEIPT_FIELD } from '../../lib/filings/receipt-form.ts';
import { downloadTextFile } from '../../lib/browser/download-text-file.ts';
import { m } from '../../paraglide/messages.js';
import { CopyButton } from '../copy-button.tsx';
import { buttonClass } from '../ui/button.ts';

interface Props {
  receipt: Receipt;
  /** True on the page that can open the report beside it. */
  isFollowPage?: boolean;
}

/** The reporter's receipt. The code is shown only once: the server stores only its hash. */
export function ReceiptCard({ receipt, isFollowPage = false }: Props) {
  const { reference, code, expectedBy } = receipt;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-4 rounded-card border-2 border-brand bg-surface p-4 md:p-6"
    >
      <h2 id={titleId} className="text-lg font-semibold">
        {m.receipt_title()}
      </h2>
      <dl className="grid gap-4 md:grid-cols-2">
        <div className="md:col-span-2">
          <dt className="text-sm text-muted">{m.receipt_code()}</dt>
          <dd className="rounded-control bg-brand-soft px-3 py-2 font-mono text-xl font-bold wrap-break-word">
            {code}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">
            {m.receipt_reference()} ({m.receipt_reference_hint()})
          </dt>
          <dd className="font-semibold">{reference}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{m.receipt_expected()}</dt>
          <dd className="font-semibold">{formatDate(expectedBy)}</dd>
        </div>
      </dl>
      <p>{m.receipt_keep()}</p>
      <div className="flex flex-wrap gap-3">
        <span className="needs-scripts flex flex-wrap gap-3">
          <CopyButton text={code} what={m.receipt_code()} />
          <button type="button" onClick={() => saveReceipt(receipt)} className={buttonClass('secondary')}>
            {m.receipt_save()}
          </button>
        </span>
        {!isFollowPage && <FollowButton code={code} />}
      </div>
    </section>
  );
}

/** A plain POST, so that the code need not be typed and is in no URL, with scripts or without. */
const FollowButton = ({ code }: { code: string }) => (
  <form method="post" action={pathTo('/follow')}>
    <input type="hidden" name={FORM_NAME_FIELD} value={RECEIPT_FORM} />
    <input type="hidden" name={RECEIPT_FIELD} value={code} />
    <button type="submit" className={buttonClass('secondary')}>
      {m.receipt_follow()}
    </button>
  </form>
);

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
