/** Preview of a public page. It can be read like the page, also with a screen reader, but its links do nothing. */
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { ProviderDetails } from '@hakiki/contract/directory';
import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { AlertArticle } from '../../../components/alerts/article.tsx';
import { ProviderHeader } from '../../../components/providers/header.tsx';
import { ReportCard } from '../../../components/alerts/report-card.tsx';
import { evidenceQuery } from '../../../lib/providers/queries.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';

type PreviewedPages = Pick<ProposalDetail, 'alert' | 'provider' | 'report'>;

interface Props {
  proposal: PreviewedPages;
  text?: string;
  goneText?: string;
}

export function PagePreview({ proposal, text = m.proposals_page_text(), goneText = m.proposals_page_gone() }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (container.current) disableLinks(container.current);
  });
  return (
    <>
      <p className="text-sm text-muted">{text}</p>
      <div
        ref={container}
        data-preview
        onClickCapture={preventNavigation}
        // A scroll container, so that sticky elements stay inside.
        className="flex flex-col gap-6 overflow-hidden rounded-card border-2 border-dashed border-line-strong bg-paper p-4"
      >
        <Page proposal={proposal} goneText={goneText} />
      </div>
    </>
  );
}

function Page({ proposal: { alert, provider, report }, goneText }: { proposal: PreviewedPages; goneText: string }) {
  if (alert) return <AlertArticle published={alert} />;
  if (provider) return <ProviderPage provider={provider} />;
  if (report && report.status !== 'pending' && report.status !== 'rejected')
    return <ReportCard item={report} isMember />;
  return <p className="text-muted">{goneText}</p>;
}

/** Evidence does not change with a proposal, so the current evidence is shown. */
function ProviderPage({ provider }: { provider: ProviderDetails }) {
  const evidence = useQuery(evidenceQuery(provider.id));
  return <ProviderHeader provider={provider} evidence={evidence} />;
}

function preventNavigation(event: MouseEvent) {
  const control = event.target instanceof Element && event.target.closest('a, button');
  if (!control) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Disables links and buttons, and removes the alert role, which would be announced as one of the dialog. */
function disableLinks(container: HTMLElement) {
  for (const link of container.querySelectorAll('a')) link.removeAttribute('href');
  for (const button of container.querySelectorAll('button')) button.disabled = true;
  for (const alertElement of container.querySelectorAll('[role="alert"]')) alertElement.setAttribute('role', 'group');
  // Hidden, because it would load the current history, not the previewed one.
  for (const history of container.querySelectorAll<HTMLElement>('details.needs-scripts')) history.hidden = true;
}
