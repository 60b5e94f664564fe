import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import { errors } from '@hakiki/contract/errors';
import { within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failing, knowing } from '../../../../test/answers.ts';
import { lastToast, onPage, useDevice } from '../../../../test/browser.tsx';
import {
  anAdminAlert,
  anAdminProvider,
  anAdminReport,
  anAlert,
  anId,
  aProposal,
  aProposalDetail,
  aReport,
} from '../../../../test/makers.ts';
import { factsOf, linksOf, textOf } from '../../../../test/reading.ts';
import { serverContext, speaking } from '../../../../test/context.ts';
import { servedPage } from '../../../../test/show.tsx';
import { fieldOf } from '../../../components/history/statement-words.ts';
import type { Api } from '../../../lib/api/api.ts';
import { evidenceRead } from '../../../lib/providers/read.ts';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { prefetch, receive } from '../../../lib/api/use-read.ts';
import { ProposalDialog, useConfirmation } from './dialog.tsx';
import { proposalRead, proposalsRead } from './reads.ts';
import { Proposals } from './proposals.tsx';
import { alertStatement, providerStatement, reportStatement } from '../parts/statements.ts';

const buttonsOf = (page: HTMLElement) => [...page.querySelectorAll('button')].map(textOf);

async function listOf(proposals: unknown) {
  const { api } = knowing({ '/api/admin/proposals?order=oldest': proposals });
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [proposalsRead]));
  return servedPage(Proposals, { at: '/admin', store });
}

async function dialogOf(answer: unknown) {
  const { api } = knowing({
    [`/api/admin/proposals/${anId()}`]: answer,
    [`/api/providers/${anId()}/evidence`]: [],
  });
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [proposalRead(anId()), evidenceRead(anId())]));
  return servedPage(() => <ProposalDialog id={anId()} onClose={() => undefined} />, { at: '/admin', store });
}
/** The text of the page preview. */
const previewOf = (page: HTMLElement) => textOf(page.querySelector('[data-preview]')!);

const alertProposal = (given: Partial<Record<keyof ProposalDetail, unknown>> = {}) =>
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
        reply: null,
      },
    },
    ...given,
  });

describe('pending proposals', () => {
  it('show subject, proposer, reason, evidence and dates, and open the dialog [VERD-03]', async () => {
    const page = await listOf([
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
    const [others, own, report, change] = within(page).getAllByRole('listitem').map(textOf);
    expect(others).toBe(
      'Provider Baobab Exchange Flagged Verified from Flagged to Verified Reason The licence was found. ' +
        'Evidence Register page, seen today. Proposed by other@example.org on Mar 7, 2025, 12:00 ' +
        'Expires on Mar 10, 2025, 12:00 Public page (opens in a new tab) In the console Review Withdraw',
    );
    expect(own).toBe(
      'Fraud alert A club Edited, still Approved Reason No reason was given. Evidence No evidence was given. ' +
        'Proposed by other@example.org on Mar 7, 2025, 12:00 Takes effect on Mar 8, 2025, 12:00 ' +
        'Public page (opens in a new tab) In the console Open case You proposed this. Another administrator must confirm it. Review Withdraw',
    );
    expect(report).toMatch(/^Report /);
    expect(change).toMatch(/^Listing change requested by a business /);
    // A proposal is confirmed only in its dialog.
    expect(buttonsOf(page)).toEqual(['Withdraw', 'Withdraw', 'Withdraw', 'Withdraw']);
    const look = within(page).getAllByRole('button', { name: 'Review: Baobab Exchange' })[0]!;
    expect([textOf(look), look.getAttribute('href')]).toEqual(['Review', `/admin?proposal=${anId()}`]);
  });

  it('link to the public page, the row in the tabs, and the case', async () => {
    const page = await listOf([
      aProposal(),
      aProposal({ id: anId(2), subject: 'alert', subjectId: anId(5), subjectTitle: 'A club', caseId: anId(9) }),
      aProposal({ id: anId(3), subject: 'report', subjectTitle: 'Nothing is paid.\nSince May.' }),
    ]);
    const leading = within(page)
      .getAllByRole('listitem')
      .map((one) =>
        linksOf(one)
          .map(({ href }) => href)
          .slice(0, -1),
      );
    expect(leading).toEqual([
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
    expect(textOf(await listOf([]))).toContain('Nothing is waiting for a second administrator.');
    expect(textOf(await listOf(failing(500)))).toContain('Could not load the proposals');
  });
});

describe('viewing a proposal', () => {
  it('shows every changed field, the reason, the evidence and a preview of the page, and then Confirm [VERD-03]', async () => {
    const page = await dialogOf(alertProposal());
    expect([...page.querySelectorAll('h2')].map(textOf)[0]).toBe('Proposed Change');
    expect(factsOf(page).slice(0, 4)).toEqual([
      ['Reason', 'The licence was found.'],
      ['Evidence', 'Register page, seen today.'],
      ['Severity', 'Before : Critical Proposed : Low'],
      ['Title', 'Before : A club that promises ten percent a week Proposed : Notice'],
    ]);
    expect([...page.querySelectorAll('h3')].map(textOf)).toEqual(['What changes', 'Preview of the public page']);
    expect(previewOf(page)).toMatch(/^Low Ponzi scheme Notice What to do now/);
    expect(buttonsOf(page).at(-1)).toBe('Confirm');
    expect(textOf(page)).not.toContain('has changed since');
  });

  it('previews the page of a provider, a report and a withdrawn alert, and shows when there would be none [VERD-03]', async () => {
    expect(previewOf(await dialogOf(aProposalDetail()))).toMatch(/^B?.*Baobab Exchange Exchange Verified Low risk/);
    const report = (status: string) =>
      aProposalDetail({ subject: 'report', provider: null, report: aReport({ status, severity: 'Low' }) });
    expect(previewOf(await dialogOf(report('resolved')))).toMatch(/^Low Resolved withdrawal issues/);
    expect(previewOf(await dialogOf(report('rejected')))).toBe('There would no longer be a public page.');
    const withdrawn = alertProposal({
      alert: {
        id: anId(),
        publishedAt: '2025-03-07T10:00:00Z',
        withdrawnAt: '2025-03-08T10:00:00Z',
        appealSince: null,
        alert: null,
      },
    });
    expect(previewOf(await dialogOf(withdrawn))).toMatch(/^This alert was withdrawn/);
  });

  it('shows first that something else has changed since, and when nothing would change any more [VERD-03]', async () => {
    const page = await dialogOf(alertProposal({ isOvertaken: true, changes: [] }));
    expect(textOf(page)).toMatch(
      /^Proposed Change Close The content has changed since this was proposed The comparison below uses the current public text\./,
    );
    expect(textOf(page)).toContain('Nothing would change: the content is already like this.');
  });

  it('does not let an administrator confirm their own proposal, and shows a loading error [VERD-03]', async () => {
    expect(buttonsOf(await dialogOf(alertProposal({ isOwn: true })))).not.toContain('Confirm');
    const { message } = errors.ALREADY_DECIDED;
    const decided = await dialogOf(Response.json({ code: 'ALREADY_DECIDED', message }, { status: 409 }));
    expect(textOf(decided)).toContain(message);
    expect(buttonsOf(decided)).not.toContain('Confirm');
  });

  it('has a label for every field of a public statement [VERD-02] [VERD-03]', () => {
    const statements = [
      alertStatement(anAdminAlert()),
      reportStatement(anAdminReport()),
      providerStatement(anAdminProvider()),
    ];
    const fields = statements.flatMap(({ kind: _, ...fields }) => Object.keys(fields));
    expect(fields.filter((field) => fieldOf(field).name() === field)).toEqual([]);
  });

  it('shows the proposal in French [VERD-03]', async () => {
    speaking('fr');
    const page = await dialogOf(alertProposal());
    expect(factsOf(page)[2]).toEqual(['Gravité', 'Avant : Critique Proposé : Faible']);
    expect(buttonsOf(page).at(-1)).toBe('Confirmer');
  });
});

describe('confirming a proposal', () => {
  beforeEach(() => useDevice());

  const confirmWith = async (answer: () => Response) => {
    const requests: [string, unknown][] = [];
    const api: Api = (path, init) => {
      requests.push([`${init?.method} ${path}`, init?.body && JSON.parse(init.body as string)]);
      return Promise.resolve(init?.method === 'POST' ? answer() : Response.json([]));
    };
    const closed = vi.fn();
    const { hooked } = onPage(() => useConfirmation(aProposalDetail(), closed), { api, at: '/admin' });
    hooked.confirm();
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1));
    return { requests, closed };
  };

  it('sends the version that was shown, and closes [VERD-03]', async () => {
    const { requests, closed } = await confirmWith(() => Response.json(aProposal({ state: 'confirmed' })));
    expect(requests[0]).toEqual([`POST /api/admin/proposals/${anId()}/confirm`, { seen: 'a'.repeat(64) }]);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(lastToast()).toMatchObject({ title: 'Change Confirmed', isDestructive: false });
  });

  it('reloads a proposal that has changed, without a toast and without closing [VERD-03]', async () => {
    const { message } = errors.PROPOSAL_OVERTAKEN;
    const { requests, closed } = await confirmWith(() =>
      Response.json({ code: 'PROPOSAL_OVERTAKEN', message }, { status: 409 }),
    );
    expect(requests.map(([what]) => what)).toEqual([
      `POST /api/admin/proposals/${anId()}/confirm`,
      `GET /api/admin/proposals/${anId()}`,
    ]);
    expect(closed).not.toHaveBeenCalled();
    expect(lastToast()).toBeUndefined();
  });

  it('shows when another administrator was faster, and reloads the list', async () => {
    const { message } = errors.ALREADY_DECIDED;
    const { requests, closed } = await confirmWith(() =>
      Response.json({ code: 'ALREADY_DECIDED', message }, { status: 409 }),
    );
    expect(requests.at(-1)?.[0]).toBe('GET /api/admin/proposals?order=oldest');
    expect(closed).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(lastToast()).toMatchObject({ description: message, isDestructive: true }));
  });
});
