import { AdminAppealDetail, type AdminAppeal } from '@hakiki/contract/appeals-admin';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { knowing, listed } from '../../../../test/answers.ts';
import { aDecision, anAlert, anId, aProposal } from '../../../../test/makers.ts';
import { linksOf, textOf } from '../../../../test/reading.ts';
import { serverContext, speaking } from '../../../../test/context.ts';
import { servedPage } from '../../../../test/show.tsx';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { prefetch, receive } from '../../../lib/api/use-read.ts';
import { changeOf } from './decision.tsx';
import { verdictIn } from './record.tsx';
import { appealRead, appealsRead } from './reads.ts';
import { clockInWords } from './words.ts';
import { Appeals } from './appeals.tsx';

const id = anId(5);
const subjectId = anId(6);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const page = {
  id: subjectId,
  publishedAt: '2026-01-02T10:00:00Z',
  withdrawnAt: null,
  appealSince: '2026-11-01T10:00:00Z',
  alert: {
    ...anAlert({ id: subjectId, title: 'A club that pays nothing', description: 'It asks for a fee.' }),
    checkedAt: '2026-01-02T10:00:00Z',
    provider: null,
    indicators: [],
    reply: null,
  },
};

const appeal = (given: Record<string, unknown> = {}): AdminAppealDetail =>
  AdminAppealDetail.parse({
    id,
    reference: 'HK-00000005',
    subject: 'alert',
    subjectId,
    subjectTitle: 'A club that pays nothing',
    askedBy: 'named',
    wants: 'removal',
    status: 'pending',
    reason: null,
    isNoticed: true,
    isRecorded: false,
    createdAt: '2026-11-01T10:00:00Z',
    dueAt: inDays(3.5),
    decidedAt: null,
    proposalId: null,
    isOwnVerdict: false,
    isStuck: false,
    filing: {
      id,
      kind: 'appeal',
      reference: 'HK-00000005',
      title: 'A club that pays nothing',
      reportType: null,
      description: 'The wallet is not ours.',
      status: 'pending',
      alertId: null,
      createdAt: '2026-11-01T10:00:00Z',
      decidedAt: null,
      expectedBy: inDays(3.5),
      hasContact: true,
      isEdited: false,
      amountLost: null,
      evidenceDescription: null,
      additionalDetails: null,
      indicators: [],
      questions: [],
      evidence: [],
    },
    hasChanged: false,
    proposal: null,
    decisions: [aDecision({ subject: 'alert', from: 'pending', to: 'approved', reason: 'Three people.' })],
    alert: page,
    provider: null,
    report: null,
    ...given,
  });

async function listOf(items: readonly AdminAppeal[], state: 'open' | 'decided' = 'open') {
  const { api } = knowing({ [`/api/admin/appeals?state=${state}&limit=100`]: listed(items) });
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [appealsRead(state)]));
  return servedPage(Appeals, { at: `/admin/appeals${state === 'open' ? '' : `?state=${state}`}`, store });
}
async function detailOf(given: Record<string, unknown> = {}) {
  const { api } = knowing({ [`/api/admin/appeals/${id}`]: appeal(given) });
  const store = new ReadStore(api);
  receive(store, await prefetch(serverContext(api).context, [appealRead(id)]));
  return servedPage(Appeals, { at: `/admin/appeals?appeal=${id}`, store });
}
const rowsOf = (body: HTMLElement) => within(body).queryAllByRole('row').map(textOf);

describe('the list of appeals', () => {
  it('shows the days left, overdue appeals, and appeals that nobody may decide [VERD-13]', async () => {
    const rows = rowsOf(
      await listOf([
        appeal({ dueAt: inDays(-2), isStuck: true, isOwnVerdict: true }),
        appeal({ id: anId(9), isOwnVerdict: true }),
        appeal({ id: anId(10), proposalId: anId(3) }),
      ]),
    );
    expect(rows[1]).toMatch(
      /A club that pays nothing.*The company or person it names.*Remove it.*days late.*Nobody may decide/,
    );
    expect(rows[2]).toMatch(/3 days left.*You cannot decide/);
    expect(rows[3]).toMatch(/3 days left.*Needs a second person/);
    expect(clockInWords({ dueAt: inDays(0.5) })).toBe('Due today');
  });

  it('shows an empty list, also in French [VERD-13]', async () => {
    expect(textOf(await listOf([]))).toContain('No appeal is waiting.');
    speaking('fr');
    expect(textOf(await listOf([], 'decided'))).toContain('Aucun recours n’a encore été tranché.');
  });
});

describe('an appeal', () => {
  it("shows the text, that the appellant's identity is a claim, the page, and the full history [VERD-13]", async () => {
    const text = textOf(await detailOf());
    for (const said of [
      'The wallet is not ours.',
      'Claimed by the sender, not proven.',
      'It asks for a fee.',
      'Three people.',
      'amina@example.org',
      'What becomes of the appeal?',
      'Everyone can read it, including the person who appealed. Do not name any reporter.',
    ]) {
      expect(text).toContain(said);
    }
  });

  it('tells an administrator who decided the verdict before that they cannot decide, and tells everybody when nobody can [VERD-13]', async () => {
    const own = await detailOf({ isOwnVerdict: true });
    expect(textOf(own)).toContain('You decided on this verdict before, as its history shows.');
    expect(within(own).queryAllByRole('button').map(textOf)).not.toContain('Decide the appeal');
    expect(textOf(await detailOf({ isOwnVerdict: true, isStuck: true }))).toContain(
      'No administrator may decide this appeal: all of them decided on the verdict.',
    );
  });

  it('links to the pending change, and shows the decision [VERD-13]', async () => {
    const waiting = await detailOf({ proposalId: anId(3), proposal: aProposal({ id: anId(3) }) });
    expect(textOf(waiting)).toContain('A change of the verdict is waiting for a second administrator.');
    expect(linksOf(waiting).map(({ href }) => href)).toContain(`/admin?proposal=${anId(3)}`);
    const decided = textOf(
      await detailOf({ status: 'dismissed', reason: 'It is theirs.', decidedAt: '2026-11-04T10:00:00Z' }),
    );
    expect(decided).toContain('Dismissed Nov 4, 2026 It is theirs.');
    expect(decided).not.toContain('What becomes of the appeal?');
  });

  it('sends only the changed fields of the verdict', () => {
    const before = {
      severity: page.alert.severity,
      title: page.alert.title,
      description: 'It asks for a fee.',
      advice: '',
    };
    expect(changeOf(appeal(), { ...before, status: 'approved', advice: page.alert.advice ?? '' })).toEqual({});
    expect(
      changeOf(appeal(), {
        ...before,
        status: 'rejected',
        advice: page.alert.advice ?? '',
        outcome: 'upheld',
        reason: 'So.',
      }),
    ).toEqual({ alert: { status: 'rejected' } });
  });

  it('parses the subject of a pasted URL', () => {
    expect(verdictIn(`https://hakiki.example/fr/alerts/${id}`)).toEqual({ subject: 'alert', subjectId: id });
    expect(verdictIn(`https://hakiki.example/provider/${id}?tab=report`)).toEqual({
      subject: 'provider',
      subjectId: id,
    });
    expect(verdictIn(`/appeal?report=${id}`)).toEqual({ subject: 'report', subjectId: id });
    expect(verdictIn('https://hakiki.example/alerts')).toBeUndefined();
  });
});
