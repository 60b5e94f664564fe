/** A public page as it would be. It can be read like the page itself, also with a screen reader, and nothing in it leads anywhere. */
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
        // Its own scroller: what sticks to the bottom of a phone stays inside.
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

/** What was checked does not change with a proposal: it is what the page shows today. */
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

/** Neither reached by the keyboard nor called a link; a warning is not called out as if it were one about this dialog. */
function disarm(place: HTMLElement) {
  for (const link of place.querySelectorAll('a')) link.removeAttribute('href');
  for (const button of place.querySelectorAll('button')) button.disabled = true;
  for (const called of place.querySelectorAll('[role="alert"]')) called.setAttribute('role', 'group');
  // It would read the history as it is, not as it would be.
  for (const history of place.querySelectorAll<HTMLElement>('details.needs-scripts')) history.hidden = true;
}
