/** The notice of an open appeal on the page of a verdict, and the link to file one. */
import type { AppealSubject } from '@hakiki/contract/appeal-values';
import { Link } from 'react-router';
import { formatDate } from '../../lib/language/format.ts';
import { appealPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** Worded neutrally: an appeal says nothing about who is right. */
export function AppealNotice({ since, isWarning = true }: { since: string | null; isWarning?: boolean }) {
  if (!since) return null;
  const date = formatDate(since);
  return (
    <p
      data-testid="appeal-notice"
      className="flex items-start gap-2 rounded-control border border-line-strong bg-surface p-3"
    >
      <Icon name="info" className="mt-0.5 shrink-0" />
      {isWarning ? m.appeal_under_way({ date }) : m.appeal_under_way_verdict({ date })}
    </p>
  );
}

interface Props {
  subject: AppealSubject;
  id: string;
  /** Distinguishes the link from others for screen readers. */
  about?: string;
}

export const AppealLink = ({ subject, id, about }: Props) => (
  <Link
    to={appealPath(subject, id)}
    className="inline-flex min-h-11 items-center self-start text-brand underline underline-offset-4"
  >
    {m.appeal_is_this_you()}
    {about && <span className="sr-only">: {about}</span>}
  </Link>
);
