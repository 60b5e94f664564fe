import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import { errors } from '@hakiki/contract/errors';
import { within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi } from '../../../../test/fake-api.ts';
import { getLastToast, renderHookOnPage, stubStorage } from '../../../../test/hook-page.tsx';
import {
  anAdminAlert,
  anAdminEvidence,
  anAdminProvider,
  anAdminReport,
  anAlert,
  anId,
  aProposal,
  aProposalDetail,
  aReport,
} from '../../../../test/factories.ts';
import { getFacts, getLinks, getText } from '../../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../../test/context.ts';
import { renderPageOnServer } from '../../../../test/render.tsx';
import { getFieldLabels } from '../../../components/history/statement-labels.ts';
import type { Api } from '../../../lib/api/api.ts';
import { evidenceQuery } from '../../../lib/providers/queries.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { evidenceQuery as storedEvidenceQuery } from '../providers/queries.ts';
import { ProposalDialog, useProposalConfirmation } from './dialog.tsx';
import { proposalQuery, proposalsQuery } from './queries.ts';
import { Proposals } from './proposals.tsx';
import { toAlertStatement, toProviderStatement, toReportStatement } from '../parts/statements.ts';

const getButtonTexts = (page: HTMLElement) => [...page.querySelectorAll('button')].map(getText);

async function renderList(proposals: unknown) {
  const { api } = createFakeApi({ '/api/admin/proposals?order=oldest': proposals });
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, [proposalsQuery]));
  return renderPageOnServer(Proposals, { at: '/admin', store });
}

async function renderDialog(reply: unknown, evidence: readonly unknown[] = []) {
  const { api } = createFakeApi({
    [`/api/admin/proposals/${anId()}`]: reply,
    [`/api/providers/${anId()}/evidence`]: [],
    [`/api/admin/providers/${anId()}/evidence`]: evidence,
  });
  const store = new QueryStore(api);
  hydrateStore(
    store,
    await prefetch(createServerContext(api).context, [
      proposalQuery(anId()),
      evidenceQuery(anId()),
      storedEvidenceQuery(anId()),
    ]),
  );
  return renderPageOnServer(() => <ProposalDialog id={anId()} onClose={() => undefined} />, { at: '/admin', store });
}
/** The text of the page preview. */
const getPreviewText = (page: HTMLElement) => getText(page.querySelector('[data-preview]')!);

const makeAlertProposal = (overrides: Partial<Record<keyof ProposalDetail, unknown>> = {}) =>
  aProposalDetail({
    subject: 'alert',
    subjectTitle: 'A club that promises ten percent a week',
    from: 'approved',
    to: 'approved',
    changes: [
      { field: 'severity', from: 'Critical', to: 'Low' },
      { field: 'title', from: 'A club that promises ten percent a week', to: 'Notice' },
    ],
    provider: null,
    alert: {
      id: anId(),
      publishedAt: '2025-03-07T10:00:00Z',
      withdrawnAt: null,
      appealSince: null,
      alert: {
        ...anAlert({ title: 'Notice', severity: 'Low' }),
        checkedAt: '2025-03-07T10:00:00Z',
        provider: null,
        indicators: [],
        lostRand: null,
        reply: null,
      },
    },
    ...overrides,
  });

describe('pending proposals', () => {
  it('show subject, proposer, reason, evidence and dates, and open the dialog [VERD-03] [DEC-93]', async () => {
    const page = await renderList([
      aProposal({ evidence: 'Register page, seen today.' }),
      aProposal({
        id: anId(2),
        subject: 'alert',
        subjectTitle: 'A club',
        from: 'approved',
        to: 'approved',
        reason: null,
        isOwn: true,
        takesEffectAt: '2025-03-08T10:00:00Z',
        caseId: anId(9),
      }),
      aProposal({ id: anId(3), subject: 'report', from: 'investigating', to: 'rejected' }),
      aProposal({ id: anId(4), subject: 'change', from: 'pending', to: 'approved' }),
    ]);
    const [otherProposal, ownProposal, report, change] = within(page).getAllByRole('listitem').map(getText);
    expect(otherProposal).toBe(
      'Provider Baobab Exchange Flagged Verified from Flagged to Verified Reason The licence was found. ' +
        'Evidence Register page, seen today. Proposed by other@example.org on Mar 7, 2025, 12:00 ' +
        'Expires on Mar 10, 2025, 12:00 Public page (opens in a new tab) In the console Review Reject',
    );
    expect(ownProposal).toBe(
      'Fraud alert A club Edited, still Approved Reason No reason was given. Evidence No evidence was given. ' +
        'Proposed by other@example.org on Mar 7, 2025, 12:00 Takes effect on Mar 8, 2025, 12:00 ' +
        'Public page (opens in a new tab) In the console Open case You proposed this. Another administrator must confirm it. Review Withdraw',
    );
    expect(report).toMatch(/^Report /);
    expect(change).toMatch(/^Listing change requested by a business /);
    // A proposal is confirmed only in its dialog.
    expect(getButtonTexts(page)).toEqual(['Reject', 'Withdraw', 'Reject', 'Reject']);
    const openLink = within(page).getAllByRole('button', { name: 'Review: Baobab Exchange' })[0]!;
    expect([getText(openLink), openLink.getAttribute('href')]).toEqual(['Review', `/admin?proposal=${anId()}`]);
  });

  it('link to the public page, the row in the tabs, and the case', async () => {
    const page = await renderList([
      aProposal(),
      aProposal({ id: anId(2), subject: 'alert', subjectId: anId(5), subjectTitle: 'A club', caseId: anId(9) }),
      aProposal({ id: anId(3), subject: 'report', subjectTitle: 'Nothing is paid.\nSince May.' }),
    ]);
    const links = within(page)
      .getAllByRole('listitem')
      .map((item) =>
        getLinks(item)
          .map(({ href }) => href)
          .slice(0, -1),
      );
    expect(links).toEqual([
      [`/provider/${anId()}`, '/admin?tab=providers&search=Baobab+Exchange'],
      [
        `/alerts/${anId(5)}`,
        `/admin?tab=alerts&status=all&search=A+club&view=${anId(5)}`,
        `/admin/queue?case=${anId(9)}`,
      ],
      ['/admin?tab=reports&search=Nothing+is+paid.'],
    ]);
  });

  it('show when there are none, or when they could not be loaded', async () => {
    expect(getText(await renderList([]))).toContain('Nothing is waiting for a second administrator.');
    expect(getText(await renderList(errorResponse(500)))).toContain('Could not load the proposals');
  });
});

describe('viewing a proposal', () => {
  it('shows every changed field, the reason, the evidence and a preview of the page, and then Confirm [VERD-03]', async () => {
    const page = await renderDialog(makeAlertProposal());
    expect([...page.querySelectorAll('h2')].map(getText)[0]).toBe('Proposed Change');
    expect(getFacts(page).slice(0, 4)).toEqual([
      ['Reason', 'The licence was found.'],
      ['Evidence', 'Register page, seen today.'],
      ['Severity', 'Before : Critical Proposed : Low'],
      ['Title', 'Before : A club that promises ten percent a week Proposed : Notice'],
    ]);
    expect([...page.querySelectorAll('h3')].map(getText)).toEqual(['What changes', 'Preview of the public page']);
    expect(getPreviewText(page)).toMatch(/^Fraud alert: Low Notice .* What to do now .* How Ponzi scheme/);
    expect(getButtonTexts(page).at(-1)).toBe('Confirm');
    expect(getText(page)).not.toContain('has changed since');
  });

  it('previews the page of a provider, a report and a withdrawn alert, and shows when there would be none [VERD-03]', async () => {
    expect(getPreviewText(await renderDialog(aProposalDetail()))).toMatch(/^B?.*Baobab Exchange Exchange Verified /);
    const report = (status: string) =>
      aProposalDetail({ subject: 'report', provider: null, report: aReport({ status, severity: 'Low' }) });
    expect(getPreviewText(await renderDialog(report('resolved')))).toMatch(/^Low Resolved withdrawal issues/);
    expect(getPreviewText(await renderDialog(report('rejected')))).toBe('There would no longer be a public page.');
    const withdrawn = makeAlertProposal({
      alert: {
        id: anId(),
        publishedAt: '2025-03-07T10:00:00Z',
        withdrawnAt: '2025-03-08T10:00:00Z',
        appealSince: null,
        alert: null,
      },
    });
    expect(getPreviewText(await renderDialog(withdrawn))).toMatch(/^This alert was withdrawn/);
  });

  it('shows the stored evidence of a provider with its link, and offers to reject [VERD-03]', async () => {
    const page = await renderDialog(aProposalDetail({ evidence: null }), [anAdminEvidence()]);
    expect(getText(page)).toContain('Evidence kept with the provider Licence L-12345');
    expect(getLinks(page).map(({ href }) => href)).toContain('https://register.example/l-12345');
    expect(getText(page)).not.toContain('No evidence was given.');
    expect(getButtonTexts(page).slice(-2)).toEqual(['Reject', 'Confirm']);
    const own = await renderDialog(aProposalDetail({ isOwn: true }));
    expect(getButtonTexts(own)).not.toContain('Reject');
  });

  it('shows first that something else has changed since, and when nothing would change any more [VERD-03]', async () => {
    const page = await renderDialog(makeAlertProposal({ isOvertaken: true, changes: [] }));
    expect(getText(page)).toMatch(
      /^Proposed Change Close The content has changed since this was proposed The comparison below uses the current public text\./,
    );
    expect(getText(page)).toContain('Nothing would change: the content is already like this.');
  });

  it('does not let an administrator confirm their own proposal, and shows a loading error [VERD-03]', async () => {
    expect(getButtonTexts(await renderDialog(makeAlertProposal({ isOwn: true })))).not.toContain('Confirm');
    const { message } = errors.ALREADY_DECIDED;
    const decided = await renderDialog(Response.json({ code: 'ALREADY_DECIDED', message }, { status: 409 }));
    expect(getText(decided)).toContain(message);
    expect(getButtonTexts(decided)).not.toContain('Confirm');
  });

  it('has a label for every field of a public statement [VERD-02] [VERD-03]', () => {
    const statements = [
      toAlertStatement(anAdminAlert()),
      toReportStatement(anAdminReport()),
      toProviderStatement(anAdminProvider()),
    ];
    const fields = statements.flatMap(({ kind: _, ...fields }) => Object.keys(fields));
    expect(fields.filter((field) => getFieldLabels(field).name() === field)).toEqual([]);
  });

  it('shows the proposal in French [VERD-03]', async () => {
    setTestLanguage('fr');
    const page = await renderDialog(makeAlertProposal());
    expect(getFacts(page)[2]).toEqual(['Gravité', 'Avant : Critique Proposé : Faible']);
    expect(getButtonTexts(page).at(-1)).toBe('Confirmer');
  });
});

describe('confirming a proposal', () => {
  beforeEach(() => stubStorage());

  const confirmWithReply = async (reply: () => Response) => {
    const requests: [string, unknown][] = [];
    const api: Api = (path, init) => {
      requests.push([`${init?.method} ${path}`, init?.body && JSON.parse(init.body as string)]);
      return Promise.resolve(init?.method === 'POST' ? reply() : Response.json([]));
    };
    const closed = vi.fn();
    const { result } = renderHookOnPage(() => useProposalConfirmation(aProposalDetail(), closed), {
      api,
      url: '/admin',
    });
    result.confirm();
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1));
    return { requests, closed };
  };

  it('sends the version that was shown, and closes [VERD-03]', async () => {
    const { requests, closed } = await confirmWithReply(() => Response.json(aProposal({ state: 'confirmed' })));
    expect(requests[0]).toEqual([`POST /api/admin/proposals/${anId()}/confirm`, { seen: 'a'.repeat(64) }]);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(getLastToast()).toMatchObject({ title: 'Change Confirmed', isDestructive: false });
  });

  it('reloads a proposal that has changed, without a toast and without closing [VERD-03]', async () => {
    const { message } = errors.PROPOSAL_OVERTAKEN;
    const { requests, closed } = await confirmWithReply(() =>
      Response.json({ code: 'PROPOSAL_OVERTAKEN', message }, { status: 409 }),
    );
    expect(requests.map(([what]) => what)).toEqual([
      `POST /api/admin/proposals/${anId()}/confirm`,
      `GET /api/admin/proposals/${anId()}`,
    ]);
    expect(closed).not.toHaveBeenCalled();
    expect(getLastToast()).toBeUndefined();
  });

  it('shows when another administrator was faster, and reloads the list', async () => {
    const { message } = errors.ALREADY_DECIDED;
    const { requests, closed } = await confirmWithReply(() =>
      Response.json({ code: 'ALREADY_DECIDED', message }, { status: 409 }),
    );
    expect(requests.at(-1)?.[0]).toBe('GET /api/admin/proposals?order=oldest');
    expect(closed).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(getLastToast()).toMatchObject({ description: message, isDestructive: true }));
  });
});
