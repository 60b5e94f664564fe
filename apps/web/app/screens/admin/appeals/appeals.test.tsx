import { AdminAppealDetail, type AdminAppeal } from '@hakiki/contract/appeals-admin';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, pagedResponse } from '../../../../test/fake-api.ts';
import { aDecision, anAlert, anId, aProposal } from '../../../../test/factories.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../../test/context.ts';
import { renderPageOnServer } from '../../../../test/render.tsx';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { toChange } from './decision.tsx';
import { parseVerdictUrl } from './record.tsx';
import { appealQuery, appealsQuery } from './queries.ts';
import { formatTimeLeft } from '../parts/time-left.ts';
import { Appeals } from './appeals.tsx';

const id = anId(5);
const subjectId = anId(6);
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
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
    lostRand: null,
    reply: null,
  },
};

const makeAppeal = (overrides: Record<string, unknown> = {}): AdminAppealDetail =>
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
    dueAt: daysFromNow(3.5),
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
      expectedBy: daysFromNow(3.5),
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
    ...overrides,
  });

async function renderList(items: readonly AdminAppeal[], state: 'open' | 'decided' = 'open') {
  const { api } = createFakeApi({ [`/api/admin/appeals?state=${state}&limit=100`]: pagedResponse(items) });
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, [appealsQuery(state)]));
  return renderPageOnServer(Appeals, { at: `/admin/appeals${state === 'open' ? '' : `?state=${state}`}`, store });
}
async function renderDetail(overrides: Record<string, unknown> = {}) {
  const { api } = createFakeApi({ [`/api/admin/appeals/${id}`]: makeAppeal(overrides) });
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, [appealQuery(id)]));
  return renderPageOnServer(Appeals, { at: `/admin/appeals?appeal=${id}`, store });
}
const getRowTexts = (body: HTMLElement) => within(body).queryAllByRole('row').map(getText);

describe('the list of appeals', () => {
  it('shows the days left, overdue appeals, and appeals that nobody may decide [VERD-13]', async () => {
    const rows = getRowTexts(
      await renderList([
        makeAppeal({ dueAt: daysFromNow(-2), isStuck: true, isOwnVerdict: true }),
        makeAppeal({ id: anId(9), isOwnVerdict: true }),
        makeAppeal({ id: anId(10), proposalId: anId(3) }),
      ]),
    );
    expect(rows[1]).toMatch(
      /A club that pays nothing.*The company or person it names.*Remove it.*days late.*Nobody may decide/,
    );
    expect(rows[2]).toMatch(/3 days left.*You cannot decide/);
    expect(rows[3]).toMatch(/3 days left.*Needs a second administrator/);
    expect(formatTimeLeft({ dueAt: daysFromNow(0.5) })).toBe('Due today');
  });

  it('shows an empty list, also in French [VERD-13]', async () => {
    expect(getText(await renderList([]))).toContain('No appeal is waiting.');
    setTestLanguage('fr');
    expect(getText(await renderList([], 'decided'))).toContain('Aucun recours n’a encore été tranché.');
  });
});

describe('an appeal', () => {
  it("shows the text, that the appellant's identity is a claim, the page, and the full history [VERD-13]", async () => {
    const text = getText(await renderDetail());
    for (const expected of [
      'The wallet is not ours.',
      'Claimed by the sender, not proven.',
      'It asks for a fee.',
      'Three people.',
      'amina@example.org',
      'Outcome of the appeal',
      'Everyone can read it, including the person who appealed. Do not name any reporter.',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('tells an administrator who decided the verdict before that they cannot decide, and tells everybody when nobody can [VERD-13]', async () => {
    const ownVerdict = await renderDetail({ isOwnVerdict: true });
    expect(getText(ownVerdict)).toContain('You decided on this verdict before, as its history shows.');
    expect(within(ownVerdict).queryAllByRole('button').map(getText)).not.toContain('Decide the appeal');
    expect(getText(await renderDetail({ isOwnVerdict: true, isStuck: true }))).toContain(
      'No administrator may decide this appeal: all of them decided on the verdict.',
    );
  });

  it('links to the pending change, and shows the decision [VERD-13]', async () => {
    const waiting = await renderDetail({ proposalId: anId(3), proposal: aProposal({ id: anId(3) }) });
    expect(getText(waiting)).toContain('A change of the verdict is waiting for a second administrator.');
    expect(getLinks(waiting).map(({ href }) => href)).toContain(`/admin?proposal=${anId(3)}`);
    const decided = getText(
      await renderDetail({ status: 'dismissed', reason: 'It is theirs.', decidedAt: '2026-11-04T10:00:00Z' }),
    );
    expect(decided).toContain('Dismissed Nov 4, 2026 It is theirs.');
    expect(decided).not.toContain('Outcome of the appeal');
  });

  it('sends only the changed fields of the verdict', () => {
    const before = {
      severity: page.alert.severity,
      title: page.alert.title,
      description: 'It asks for a fee.',
      advice: '',
    };
    expect(toChange(makeAppeal(), { ...before, status: 'approved', advice: page.alert.advice ?? '' })).toEqual({});
    expect(
      toChange(makeAppeal(), {
        ...before,
        status: 'rejected',
        advice: page.alert.advice ?? '',
        outcome: 'upheld',
        reason: 'So.',
      }),
    ).toEqual({ alert: { status: 'rejected' } });
  });

  it('parses the subject of a pasted URL', () => {
    expect(parseVerdictUrl(`https://hakiki.example/fr/alerts/${id}`)).toEqual({ subject: 'alert', subjectId: id });
    expect(parseVerdictUrl(`https://hakiki.example/provider/${id}?tab=report`)).toEqual({
      subject: 'provider',
      subjectId: id,
    });
    expect(parseVerdictUrl(`/appeal?report=${id}`)).toEqual({ subject: 'report', subjectId: id });
    expect(parseVerdictUrl('https://hakiki.example/alerts')).toBeUndefined();
  });
});
