import type { FilingKind } from '@hakiki/contract/filing-values';
import { lifetimes } from '@hakiki/contract/limits';
import { Link, useSearchParams } from 'react-router';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { FiledSteps } from './filed-steps.tsx';
import { Icon } from '../ui/icon.tsx';

interface Props {
  kind: FilingKind;
  title: string;
  text: string;
}

/** Shown after a plain POST; with scripts the receipt is shown instead. Signed-in members need no receipt. */
export function SentNote({ kind, title, text }: Props) {
  const [params] = useSearchParams();
  const sent = params.get('sent');
  if (sent !== 'mailed' && sent !== 'yes') return null;
  const isMailed = sent === 'mailed';
  return (
    <section aria-labelledby="sent" className="my-4 flex flex-col gap-3 rounded-card bg-brand-soft p-4 first:mt-0">
      <div role="status" className="flex gap-3">
        <Icon name={isMailed ? 'info' : 'check-circle'} className="mt-0.5 text-brand" />
        <h2 id="sent" className="title-card">
          {isMailed ? m.report_sent_mailed() : title}
        </h2>
      </div>
      <p>{isMailed ? m.report_sent_mailed_text({ hours: lifetimes.emailTokenHours }) : text}</p>
      <FiledSteps kind={kind} />
      {!isMailed && (
        <Link
          to={pathTo('/my-reports')}
          className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline underline-offset-4"
        >
          {m.nav_my_reports()}
        </Link>
      )}
    </section>
  );
}
