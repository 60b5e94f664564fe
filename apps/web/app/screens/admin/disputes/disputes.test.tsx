import { AdminDisputeDetail, type AdminDispute } from '@hakiki/contract/disputes-admin';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createServerContext, setTestLanguage } from '../../../../test/context.ts';
import { getLinks, getText } from '../../../../test/dom-queries.ts';
import { anId, aProposal, aUser } from '../../../../test/factories.ts';
import { createFakeApi, errorResponse, pagedResponse } from '../../../../test/fake-api.ts';
import { renderPageOnServer } from '../../../../test/render.tsx';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { authUser } from '../../../lib/api/auth.ts';
import { hydrateStore, prefetch } from '../../../lib/api/use-query.ts';
import { Disputes } from './disputes.tsx';
import { disputeQuery, disputesQuery } from './queries.ts';

const id = anId(5);
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const aFiling = (overrides: Record<string, unknown> = {}) => ({
  id,
  kind: 'dispute',
  reference: 'HK-00000005',
  title: 'https://choir-demo.example',
  reportType: null,
  description: 'This is the website of our choir.',
  isEdited: false,
  status: 'pending',
  alertId: null,
  createdAt: '2026-11-01T10:00:00Z',
  decidedAt: null,
  expectedBy: '2026-11-04T10:00:00Z',
  hasContact: true,
  amountLost: null,
  evidenceDescription: null,
  additionalDetails: null,
  indicators: [],
  questions: [],
  evidence: [],
  dispute: { kind: 'website', ground: 'not-scam', reason: null },
  ...overrides,
});

const makeDispute = (overrides: Record<string, unknown> = {}): AdminDisputeDetail =>
  AdminDisputeDetail.parse({
    id,
    reference: 'HK-00000005',
    kind: 'website',
    value: 'choir-demo.example',
    ground: 'not-scam',
    status: 'pending',
    reason: null,
    isMarked: true,
    joined: 0,
    createdAt: '2026-11-01T10:00:00Z',
    dueAt: hoursFromNow(30.5),
    decidedAt: null,
    proposalId: null,
    filing: aFiling(),
    others: [],
    known: { reportCount: 3, firstSeenAt: '2026-10-01T10:00:00Z', lastSeenAt: '2026-10-05T10:00:00Z' },
    alerts: [{ id: anId(8), title: 'A choir that asks for a fee' }],
    proposal: null,
    decisions: [],
    ...overrides,
  });

async function renderList(reply: unknown, state: 'open' | 'decided' = 'open') {
  const { api } = createFakeApi({ [`/api/admin/disputes?state=${state}&limit=100`]: reply });
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, [disputesQuery(state)]));
  return renderPageOnServer(Disputes, { at: `/admin/disputes${state === 'open' ? '' : `?state=${state}`}`, store });
}
async function renderDetail(overrides: Record<string, unknown> = {}, user = aUser({ isAdmin: true })) {
  const { api } = createFakeApi({ '/api/auth/user': user, [`/api/admin/disputes/${id}`]: makeDispute(overrides) });
  const store = new QueryStore(api);
  hydrateStore(store, await prefetch(createServerContext(api).context, [authUser, disputeQuery(id)]));
  return renderPageOnServer(Disputes, { at: `/admin/disputes?dispute=${id}`, store });
}

describe('the list of disputes', () => {
  it('shows the hours left, counts overdue disputes, hides a phone number, and names how many people sent one [CHECK-16]', async () => {
    const items: AdminDispute[] = [
      makeDispute({ dueAt: hoursFromNow(-7.5), joined: 2 }),
      makeDispute({ id: anId(9), kind: 'phone', value: null, proposalId: anId(3) }),
    ];
    const body = await renderList(pagedResponse(items));
    expect(getText(body)).toContain('1 dispute is overdue');
    const rows = within(body).queryAllByRole('row').map(getText);
    expect(rows[1]).toMatch(/choir-demo\.example.*It is not a scam.*3.*8 hours late/);
    expect(rows[2]).toMatch(/Phone number \(hidden\).*30 hours left.*Needs a second administrator/);
  });

  it('shows an empty list and a failed one, also in French [CHECK-16]', async () => {
    expect(getText(await renderList(pagedResponse([])))).toContain('No dispute is waiting.');
    expect(getText(await renderList(errorResponse(500)))).toContain('Could not load the disputes');
    setTestLanguage('fr');
    expect(getText(await renderList(pagedResponse([]), 'decided'))).toContain(
      'Aucune contestation n’a encore été décidée.',
    );
  });
});

describe('a dispute', () => {
  it('shows what its senders say, what is public about the indicator, and that two people must agree [CHECK-16]', async () => {
    const other = aFiling({ id: anId(6), reference: 'HK-00000006', description: 'I know them.' });
    const body = await renderDetail({ joined: 1, others: [other] });
    const text = getText(body);
    for (const expected of [
      'https://choir-demo.example',
      'This is the website of our choir.',
      'Another person says the same is wrong: HK-00000006',
      'I know them.',
      'Approved reports that name it: 3. First seen Oct 1, 2026, last seen Oct 5, 2026.',
      'Accept the dispute: the warning is removed The sender is right. A second administrator must confirm first.',
      'Only the sender reads it. Do not name any reporter',
    ]) {
      expect(text).toContain(expected);
    }
    expect(getLinks(body).map(({ href }) => href)).toContain(`/alerts/${anId(8)}`);
  });

  it('links to the outcome that waits for a second person, and shows the decision [CHECK-16]', async () => {
    const waiting = await renderDetail({ proposalId: anId(3) });
    expect(getLinks(waiting).map(({ href }) => href)).toContain(`/admin?proposal=${anId(3)}`);
    const proposal = aProposal({ subject: 'dispute', from: 'pending', to: 'upheld', reason: 'It is a choir.' });
    const forModerator = await renderDetail({ proposalId: anId(3), proposal }, aUser({ isModerator: true }));
    expect(getText(forModerator)).toContain(
      'Accept the dispute: the warning is removed It is a choir. An administrator confirms this.',
    );
    expect(getLinks(forModerator).map(({ href }) => href)).not.toContain(`/admin?proposal=${anId(3)}`);
    const decided = await renderDetail({
      status: 'dismissed',
      reason: 'Nothing shows it.',
      decidedAt: '2026-11-02T10:00:00Z',
      known: null,
      alerts: [],
    });
    expect(getText(decided)).toContain('Nothing shows it.');
    expect(getText(decided)).toContain('Nothing is stored about it.');
    expect(within(decided).queryByRole('form')).toBeNull();
  });
});
