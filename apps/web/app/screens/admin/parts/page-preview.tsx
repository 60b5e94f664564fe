/** Preview of a public page. It can be read like the page, also with a screen reader, but its links do nothing. */
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { ProviderDetails } from '@hakiki/contract/directory';
import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { AlertArticle } from '../../../components/alerts/article.tsx';
import { ProviderHeader } from '../../../components/providers/header.tsx';
import { ReportCard } from '../../../components/alerts/report-card.tsx';
import { evidenceRead } from '../../../lib/providers/read.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';

type Pages = Pick<ProposalDetail, 'alert' | 'provider' | 'report'>;

interface Props {
  proposal: Pages;
  text?: string;
  gone?: string;
}

export function PagePreview({ proposal, text = m.proposals_page_text(), gone = m.proposals_page_gone() }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) disarm(place.current);
  });
  return (
    <>
      <p className="text-sm text-muted">{text}</p>
      <div
        ref={place}
        data-preview
        onClickCapture={leadNowhere}
        // A scroll container, so that sticky elements stay inside.
        className="flex flex-col gap-6 overflow-hidden rounded-card border-2 border-dashed border-line-strong bg-paper p-4"
      >
        <Page proposal={proposal} gone={gone} />
      </div>
    </>
  );
}

function Page({ proposal: { alert, provider, report }, gone }: { proposal: Pages; gone: string }) {
  if (alert) return <AlertArticle published={alert} />;
  if (provider) return <ProviderPage provider={provider} />;
  if (report && report.status !== 'pending' && report.status !== 'rejected')
    return <ReportCard item={report} isMember />;
  return <p className="text-muted">{gone}</p>;
}

/** Evidence does not change with a proposal, so the current evidence is shown. */
function ProviderPage({ provider }: { provider: ProviderDetails }) {
  const evidence = useRead(evidenceRead(provider.id));
  return <ProviderHeader provider={provider} evidence={evidence} />;
}

function leadNowhere(event: MouseEvent) {
  const pressed = event.target instanceof Element && event.target.closest('a, button');
  if (!pressed) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Disables links and buttons, and removes the alert role, which would be announced as one of the dialog. */
function disarm(place: HTMLElement) {
  for (const link of place.querySelectorAll('a')) link.removeAttribute('href');
  for (const button of place.querySelectorAll('button')) button.disabled = true;
  for (const called of place.querySelectorAll('[role="alert"]')) called.setAttribute('role', 'group');
  // Hidden, because it would load the current history, not the previewed one.
  for (const history of place.querySelectorAll<HTMLElement>('details.needs-scripts')) history.hidden = true;
}
