import { CaseDetail, CaseFiling, type AnswerTemplate } from '@hakiki/contract/triage-admin';
import { claimMinutes } from '@hakiki/contract/admin-values';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../../test/fake-api.ts';
import { aFiling, anId, aUser } from '../../../../test/factories.ts';
import { getFacts, getLinks, getText, getAttributeValues } from '../../../../test/dom-queries.ts';
import { createServerContext } from '../../../../test/context.ts';
import { renderOnServer } from '../../../../test/render.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { authUser } from '../../../lib/api/auth.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { hydrateStore } from '../../../lib/api/use-query.ts';
import { toApiFilter, toNextCaseFilter, toFilterQuery, parseQueue, toQueuePath, toViewPath } from './queue-url.ts';
import type { SampleReading, CaseDecision } from './case-state.ts';
import { TriageCase } from './case.tsx';
import { checkClaimDue, getClaimExpiry, getClaimLossReason } from './claim.ts';
import { diffFromLead } from './lead-diff.ts';
import { findMarks, getFilingMarks, getPublicTexts } from '../parts/marks.tsx';
import { removeMarks } from './redaction.tsx';
import { DecisionPanel, type PublicationPreview } from './decision.tsx';
import { ContactFacts } from '../parts/contact-dialog.tsx';
import { KeysDialog } from './dialogs.tsx';
import { getAction, keyBindings, type KeyPress } from './keys.ts';
import { getDayAfter } from './snooze.tsx';
import { casesQuery, decidedCasesQuery } from './queries.ts';
import { SamplePanel } from './sample.tsx';
import { SortingNotice } from '../parts/sorting.tsx';
import TriagePage, { loader, Triage } from './triage.tsx';
import { formatPromise, formatTrackRecord } from './labels.tsx';

const makeFiling = (overrides: Record<string, unknown> = {}): CaseFiling =>
  CaseFiling.parse({
    ...aFiling(),
    severity: 'High',
    type: 'fake_platform',
    countries: ['kenya'],
    language: 'en',
    original: null,
    wordsVersion: 'v1',
    providerId: null,
    providerName: 'Baobab Exchange',
    hasAccount: true,
    reporter: { agreed: 9, disagreed: 1, accuracy: 1.66 },
    isUnexamined: false,
    evidence: [],
    ...overrides,
  });

const lead = makeFiling({ reference: 'HK-LEAD', description: 'They took my deposit and asked for a fee.' });
const second = makeFiling({
  id: anId(2),
  reference: 'HK-SECOND',
  severity: 'Low',
  hasContact: true,
  hasAccount: false,
  reporter: null,
  amountLost: 'R5 000',
  description: 'They took my pension, and asked for a second fee.',
  evidence: [
    { id: anId(8), name: 'chat.jpg', type: 'image/jpeg', bytes: 2048, url: '/api/evidence/1?ticket=t' },
    { id: anId(9), name: 'terms.pdf', type: 'application/pdf', bytes: 2048, url: '/api/evidence/2?ticket=t' },
  ],
  questions: [
    {
      id: anId(7),
      question: 'On which day?',
      askedAt: '2025-03-08T10:00:00Z',
      answer: 'On Monday.',
      answeredAt: '2025-03-09T10:00:00Z',
    },
  ],
});

const makeCase = (overrides: Record<string, unknown> = {}): CaseDetail =>
  CaseDetail.parse({
    id: anId(20),
    title: 'Baobab Exchange pays nothing out',
    reportType: null,
    providerName: 'Baobab Exchange',
    severity: 'Critical',
    countries: ['kenya', 'ghana', 'uganda', 'malawi'],
    filingCount: 2,
    undecidedCount: 2,
    createdAt: '2025-03-07T10:00:00Z',
    newestFilingAt: '2025-03-08T10:00:00Z',
    dueAt: '2025-03-09T10:00:00Z',
    age: 'overdue',
    claimedBy: 'amina@example.org',
    isOwn: true,
    question: null,
    hasUnexamined: false,
    snooze: null,
    filings: [lead, second],
    unreadCount: 0,
    publicAlert: null,
    indicators: [{ kind: 'website', value: 'baobab.example', reportCount: 12, isPublic: true, isFromAnswer: false }],
    similar: [
      {
        id: anId(30),
        title: 'Baobab Club',
        reportType: 'fund_safety',
        outcome: 'approved',
        createdAt: '2025-01-07T10:00:00Z',
        isOfSameTraces: false,
        publicAlert: null,
      },
    ],
    claimExpiresAt: '2025-03-09T10:15:00Z',
    ...overrides,
  });

const templates: AnswerTemplate[] = [
  { id: anId(40), title: 'Three say the same', text: 'Several people tell it alike.' },
];
const noop = () => {};
const asyncNoop = () => Promise.resolve();
const address = parseQueue(new URLSearchParams());

/** A store with the signed-in user. */
function createStoreFor(user: ReturnType<typeof aUser>) {
  const store = new QueryStore(createFakeApi({}).api);
  store.setInitial(authUser.key, { status: 'ready', data: user });
  return store;
}

const renderCase = (
  detail: CaseDetail,
  loss?: 'expired' | 'taken',
  sample?: SampleReading,
  user = aUser(),
  seen: ReadonlySet<string> = new Set(detail.filings.map(({ id }) => id)),
  savedTemplates = templates,
  store = createStoreFor(user),
) =>
  renderOnServer(
    <TriageCase
      urlState={address}
      detail={detail}
      until={0}
      loss={loss}
      sample={sample}
      isSubmitting={false}
      isShowingMore={false}
      templates={savedTemplates}
      seen={seen}
      onSeen={noop}
      onSubmit={noop}
      onRelease={noop}
      onReclaim={noop}
      onTextSaved={noop}
      onMore={asyncNoop}
      onReadSample={asyncNoop}
      onLeaveSample={noop}
      onManageTemplates={noop}
      onShow={noop}
      onSnoozed={noop}
    />,
    { at: '/admin/queue', store },
  );

describe('a case in the queue', () => {
  const body = renderCase(makeCase());
  const text = getText(body);

  it('shows the first report and another beside it, with the differences marked', () => {
    expect(text).toContain('First report HK-LEAD');
    expect(text).toContain('Report 2 HK-SECOND');
    expect(within(body).queryAllByRole('mark').map(getText)).toEqual(
      expect.arrayContaining(['pension,', 'second', 'R5 000', 'Without an account']),
    );
    expect(body.querySelectorAll('article')).toHaveLength(2);
  });

  it('shows the age against the promise, the indicators with their counts and the outcomes of similar cases', () => {
    expect(text).toMatch(/\d+ days late/);
    expect(text).toContain('Website: baobab.example also in 12 reports of other cases · Public');
    expect(text).toContain('Fund safety: Baobab Club (opens in a new tab) Approved, Jan 7, 2025');
    expect(text).toContain('KE, GH, UG +1 Kenya, Ghana, Uganda, Malawi');
  });

  it('shows how often a reporter was right, and nothing for reporters without an account', () => {
    expect(getFacts(body)).toContainEqual(['Reporter', '+1.7: 9 right, 1 wrong']);
    expect(formatTrackRecord({ hasAccount: true, reporter: { agreed: 0, disagreed: 0, accuracy: 0 } })).toBe(
      'Has an account, no decided reports yet',
    );
    expect(formatTrackRecord({ hasAccount: true, reporter: { agreed: 1, disagreed: 9, accuracy: -4.2 } })).toContain(
      '−4.2',
    );
  });

  it('offers a PDF only as a download, behind a warning [SAFE-06]', () => {
    const details = body.querySelector('details.group')!;
    expect(getText(details)).toBe(
      'terms.pdf 2 kB read this before you open it We have not opened this file. It can run scripts, contact servers and use ' +
        'flaws in the program that opens it, and so tell its sender who opened it and from where. Save it only if the case needs ' +
        'it. Open it offline, in a browser where you are not signed in anywhere, never in an office or PDF program. Follow no ' +
        'links in it. Save the file terms.pdf',
    );
    const links = [...body.querySelectorAll<HTMLAnchorElement>('[href="/api/evidence/2?ticket=t"]')];
    expect(links.map((link) => [link.download, details.contains(link)])).toEqual([['terms.pdf', true]]);
  });

  it('shows that a report could not be examined [SAFE-13]', () => {
    const words = 'so we did not search for its websites, wallets and names';
    const page = getText(
      renderCase(makeCase({ hasUnexamined: true, filings: [lead, { ...second, isUnexamined: true }] })),
    );
    expect([page.split('Not analysed').length - 1, page.split(words).length - 1]).toEqual([1, 1]);
    expect([text.includes('Not analysed'), text.includes(words)]).toEqual([false, false]);
    const emptyLists = { indicators: [], similar: [] };
    const unexaminedText = getText(renderCase(makeCase({ ...emptyLists, hasUnexamined: true })));
    expect(unexaminedText.split('Not searched: a report could not be analysed')).toHaveLength(3);
    expect(getText(renderCase(makeCase(emptyLists)))).not.toContain('Not searched');
  });

  it('blurs pictures until the moderator shows them', () => {
    expect(getAttributeValues(body, 'alt')).toEqual(['chat.jpg, blurred']);
    expect([...body.querySelectorAll('img')].every(({ className }) => className.includes('blur-lg'))).toBe(true);
    expect(getLinks(body).map(({ href }) => href)).not.toContain('/api/evidence/1?ticket=t');
    expect(text).toContain('Show pictures');
  });

  it('offers a moderator neither contact data nor templates management nor links to the tabs [VERD-10]', () => {
    const listOffers = (user: ReturnType<typeof aUser>) => {
      const page = renderCase(
        makeCase({ publicAlert: { id: anId(50), title: 'A club' } }),
        undefined,
        undefined,
        user,
        undefined,
        [],
      );
      return {
        buttons: within(page)
          .getAllByRole('button')
          .map(getText)
          .filter((label) => /contact|Manage/.test(label)),
        links: getLinks(page).flatMap(({ href }) => (href?.includes('alerts') ? [href] : [])),
        hasAdminNote: getText(page).includes('Contact details: administrators only'),
        asksForTemplates: getText(page).includes('No templates yet'),
      };
    };
    const toRowPath = (id: string) => `/admin?tab=alerts&status=all&search=Fake+exchange+takes+deposits&view=${id}`;
    expect(listOffers(aUser({ isModerator: true }))).toEqual({
      buttons: [],
      links: [`/alerts/${anId(50)}`],
      hasAdminNote: true,
      asksForTemplates: false,
    });
    expect(listOffers(aUser({ isAdmin: true }))).toEqual({
      buttons: ['Open contact details', 'Manage templates'],
      links: [`/alerts/${anId(50)}`, toRowPath(lead.id), toRowPath(second.id)],
      hasAdminNote: false,
      asksForTemplates: true,
    });
  });

  it('shows questions with their answers, and offers contact data only if there is some', () => {
    expect(text).toContain('Mar 8, 2025, 12:00 On which day? On Monday.');
    const buttons = within(body).queryAllByRole('button').map(getText);
    expect(buttons.filter((label) => label.startsWith('Open contact details'))).toHaveLength(1);
    expect(buttons.filter((label) => label.startsWith('Ask a question'))).toHaveLength(2);
    expect(text).toContain('No contact details given');
  });

  it('has a button for every keyboard shortcut', () => {
    const buttons = getText(body);
    for (const label of ['Approve', 'Reject', 'Submit & Next', 'Release', 'Back to the list', 'Three say the same']) {
      expect(buttons).toContain(label);
    }
    expect(text).toContain('About all 2 undecided reports');
  });

  it('marks reports that were not on the screen, and leaves them out of the decision [VERD-04]', () => {
    const partlySeen = renderCase(makeCase(), undefined, undefined, aUser(), new Set([lead.id]));
    expect(getText(partlySeen)).toContain('About the 1 you have seen; 1 report you have not seen stays undecided');
    const getUnseenNames = (page: HTMLElement) =>
      [...page.querySelectorAll('button:has([data-unseen])')].map((button) => button.getAttribute('aria-label'));
    expect(getUnseenNames(partlySeen)).toEqual(['Report 2, HK-SECOND, not seen yet']);
    expect(getUnseenNames(body)).toEqual([]);
  });

  it('shows a decided case read-only and unclaimed', () => {
    const closedCase = renderCase(makeCase({ undecidedCount: 0, isOwn: false, claimedBy: null, claimExpiresAt: null }));
    expect(getText(closedCase)).toContain('Everything in this case is decided');
    for (const label of ['Submit & Next', 'Release', 'Yours until']) expect(getText(closedCase)).not.toContain(label);
    expect(getLinks(body).map(({ href }) => href)).toContain(`/admin/queue?case=${anId(30)}`);
  });

  it('shows what was decided in a decided case, who decided it, and why [VERD-07]', () => {
    const detail = makeCase({ undecidedCount: 0, isOwn: false, claimedBy: null, claimExpiresAt: null });
    const decision = {
      id: detail.id,
      title: 'The robot',
      reportType: null,
      providerName: null,
      outcome: 'approved',
      decidedCount: 2,
      reason: 'Two people tell the same.',
      decidedBy: 'juma@example.org',
      decidedAt: '2026-03-07T10:00:00Z',
    };
    const store = createStoreFor(aUser({ isModerator: true }));
    const data = { items: [decision], total: 1 };
    store.setInitial(decidedCasesQuery({ search: 'HK-LEAD', page: 1 }, 'anyone').key, { status: 'ready', data });
    expect(getText(renderCase(detail, undefined, undefined, undefined, undefined, undefined, store))).toMatch(
      /Everything in this case is decided Approved Mar 7, 2026.*, by juma@example\.org Two people tell the same\./,
    );
  });

  it('shows that the claim is lost, and keeps what was typed', () => {
    const lostCase = renderCase(makeCase(), 'taken');
    expect(getText(lostCase)).toContain('This case is no longer assigned to you Another moderator has taken it.');
    expect(lostCase.querySelector('button[type="submit"][aria-disabled="true"]')).not.toBeNull();
    expect(getText(renderCase(makeCase(), 'expired'))).toContain('Take it again');
  });

  it('shows opened contact data with labels, and until when', () => {
    const contactFacts = renderOnServer(
      <ContactFacts contact={{ email: 'zawadi@example.org', signal: '@zawadi' }} until={0} />,
    );
    expect(getFacts(contactFacts)).toEqual([
      ['Email', 'zawadi@example.org'],
      ['signal', '@zawadi'],
    ]);
    expect(getText(contactFacts)).toMatch(/Shown until .*, then removed\./);
  });
});

describe('the unread reports of a case', () => {
  const sample = (read: number): SampleReading => ({
    id: anId(60) as never,
    size: 20,
    restCount: 28_930,
    like: { id: lead.id, reference: 'HK-LEAD' },
    read,
  });
  const getButtonTexts = (body: HTMLElement) => [...body.querySelectorAll('button')].map(getText);

  it('counts unread reports, leaves them out of the decision, and can show them [VERD-04]', () => {
    const body = renderCase(makeCase({ filingCount: 72, undecidedCount: 72, unreadCount: 70 }));
    expect(getText(body)).toContain('70 reports of this case were never shown to you. They stay undecided.');
    expect(getButtonTexts(body)).toContain('Show the next 50 m');
    expect(getText(body)).toContain('About the 2 undecided reports that are shown');
    expect(getButtonTexts(body)).toContain('Decide 70 like this one');
    const fullyRead = renderCase(makeCase());
    expect(getText(fullyRead)).not.toContain('never shown to you');
    expect(getButtonTexts(fullyRead).filter((label) => label.includes('like this one'))).toEqual([]);
  });

  it('decides unread reports by a sample only after the complete sample was read [VERD-04]', () => {
    const halfRead = renderCase(makeCase({ unreadCount: 28_947 }), undefined, sample(3));
    expect(getText(halfRead)).toContain('Decided like HK-LEAD 3 of 20 sample reports read');
    expect(getButtonTexts(halfRead)).toEqual(expect.arrayContaining(['Next in sample m', 'Leave the rest']));
    expect(getButtonTexts(halfRead).filter((label) => label.startsWith('Show the next'))).toEqual([]);
    const read = renderCase(makeCase({ unreadCount: 28_930 }), undefined, sample(20));
    expect(getButtonTexts(read)).not.toContain('Next in sample m');
    expect(getButtonTexts(read)).toContain('Decide these and the rest Ctrl+Enter');
  });

  it('explains what happens to the unread reports [VERD-04]', () => {
    const getPanelText = (decision?: CaseDecision['decision']) =>
      getText(
        renderOnServer(
          <SamplePanel
            sample={sample(3)}
            unreadCount={28_947}
            decision={decision}
            isSampleUnread
            isBusy={false}
            canDraw
            onDraw={noop}
            onNext={noop}
            onLeave={noop}
          />,
        ),
      );
    expect(getPanelText('approve')).toContain(
      '28,930 other reports count as people who reported this. Nothing they say becomes public.',
    );
    expect(getPanelText('reject')).toContain('28,930 other reports are rejected, and we tell their reporters.');
    expect(getPanelText()).toContain('Choose approve or reject to see what happens to the others.');
    expect(getPanelText()).toContain('Read the whole sample first, or leave the other reports undecided.');
  });
});

describe('publishing by an approval', () => {
  const renderPanel = (published: PublicationPreview) =>
    renderOnServer(
      <DecisionPanel
        decision="approve"
        reason=""
        advice=""
        reasonField={{ current: null }}
        firstChoice={{ current: null }}
        templates={templates}
        undecidedCount={3}
        unreadCount={0}
        selectedCount={0}
        decidedCount={3}
        published={published}
        includesUnread={false}
        isBusy={false}
        isDisabled={false}
        missing={undefined}
        onDecision={noop}
        onReason={noop}
        onAdvice={noop}
        onLead={noop}
        onMerge={noop}
        onSubmit={noop}
        onManageTemplates={noop}
      />,
    );
  const publication = {
    alerts: [lead, second],
    shownFilings: [lead, second],
    lead: undefined,
    mergedCount: 2,
    publicAlert: null,
    earlier: null,
    isMerging: false,
  };

  it('publishes one alert, which the moderator can choose [VERD-05]', () => {
    const body = renderPanel(publication);
    expect(getText(body)).toContain(
      'One alert becomes public. The other 2 reports are added to it, with their countries and indicators.',
    );
    expect(within(body).queryAllByRole('option').map(getText)).toEqual([
      `Report 1: ${lead.title}`,
      `Report 2: ${second.title}`,
    ]);
    expect(getText(renderPanel({ ...publication, alerts: [lead], mergedCount: 0 }))).not.toContain(
      'One alert becomes public',
    );
  });

  it('merges into the alert of an earlier case, unless the moderator declines [VERD-05]', () => {
    const earlier = { id: anId(70) as never, title: 'Baobab pays nobody' };
    const mergingPanel = renderPanel({ ...publication, earlier, isMerging: true });
    expect(getText(mergingPanel)).toContain('Add to the alert of an earlier case Baobab pays nobody');
    expect(getText(mergingPanel)).not.toContain('One alert becomes public');
    const separatePanel = renderPanel({ ...publication, earlier });
    expect(getText(separatePanel)).toContain('Add to the alert of an earlier case');
    expect(getText(separatePanel)).toContain('One alert becomes public');
  });

  it('publishes nothing new if an alert is public already [VERD-05]', () => {
    const body = renderPanel({ ...publication, publicAlert: { id: anId(70) as never, title: 'Baobab pays nobody' } });
    expect(getText(body)).toContain('added to this public alert: Baobab pays nobody');
    expect(getLinks(body).map(({ href }) => href)).toContain(`/alerts/${anId(70)}`);
    expect(body.querySelector('option')).toBeNull();
  });
});

describe('other actions on a case', () => {
  const getButtonTexts = (body: HTMLElement) =>
    within(body)
      .getAllByRole<HTMLButtonElement>('button')
      .filter(({ disabled }) => !disabled)
      .map(getText);

  it('lists the keys of the templates only if there are templates [VERD-07]', () => {
    const show = (hasTemplates: boolean) =>
      getText(
        renderOnServer(<KeysDialog hasTemplates={hasTemplates} onClose={noop} />, { store: createStoreFor(aUser()) }),
      );
    expect(show(true)).toContain('1–9 Use this template as the reason');
    expect(show(false)).not.toContain('template');
  });

  it('offers to snooze, merge and split a case and to move a report, by button and by key [VERD-08]', () => {
    expect(getButtonTexts(renderCase(makeCase()))).toEqual(
      expect.arrayContaining(['Snooze p', 'Merge g', 'Split s', 'Move report v']),
    );
    expect(keyBindings.map(({ keyLabel: key, label }) => `${key} ${label()}`)).toEqual(
      expect.arrayContaining([
        'p Snooze this case',
        'g Merge this case with another',
        's Split the selected reports into a new case',
        'v Move this report to another case',
      ]),
    );
  });

  it('offers no split for a single report, and no action on a lost or decided case [VERD-08]', () => {
    const singleReport = getButtonTexts(renderCase(makeCase({ filings: [lead], filingCount: 1, undecidedCount: 1 })));
    expect(singleReport).not.toContain('Split s');
    expect(singleReport).toContain('Move report v');
    expect(getButtonTexts(renderCase(makeCase(), 'taken'))).not.toContain('Merge g');
    const decided = renderCase(makeCase({ undecidedCount: 0, age: 'fresh' }));
    expect(getButtonTexts(decided)).not.toContain('Snooze p');
    // A decided case shows no age.
    expect(getText(decided)).toContain('Decided');
    expect(getText(decided)).not.toMatch(/Under 24 hours|days late/);
  });

  it('marks indicators from an answer, and says that they are not published [VERD-08]', () => {
    const indicators = [
      { kind: 'website', value: 'second.example', reportCount: 0, isPublic: false, isFromAnswer: true },
    ];
    const body = renderCase(makeCase({ indicators }));
    expect(getText(body)).toContain('Website: second.example');
    expect(within(body).queryAllByRole('mark').map(getText)).toContain('From an answer, not published');
  });

  it("ends a snooze at the start of a day in the company's time zone [VERD-08]", () => {
    expect(getDayAfter(1, Date.parse('2025-03-09T21:59:00Z'))).toBe('2025-03-10');
    expect(getDayAfter(1, Date.parse('2025-03-09T22:01:00Z'))).toBe('2025-03-11');
  });
});

describe('the queue', () => {
  /** Renders the list after its data was loaded. */
  function renderQueueAt(at: string, items: unknown[], total = items.length) {
    const { key } = casesQuery(parseQueue(new URL(at, 'http://site.example').searchParams));
    const saved = [{ id: anId(50), name: 'Late in Kenya', query: 'age=overdue&country=kenya' }];
    const store = new QueryStore(createFakeApi({}).api);
    hydrateStore(store, {
      reads: [
        { key, data: { items, total } },
        { key: ['/api/admin/views'], data: saved },
      ],
    });
    return renderOnServer(<Triage />, { at, store });
  }

  it('lists open cases with their age, the number of undecided reports, and who claimed them', () => {
    const other = makeCase({
      id: anId(21),
      title: 'Another',
      claimedBy: 'juma@example.org',
      isOwn: false,
      age: 'fresh',
    });
    const body = renderQueueAt('/admin/queue?age=overdue&country=kenya&page=2', [makeCase(), other], 45);
    const cells = within(body).queryAllByRole('cell').map(getText);
    expect(cells).toEqual(
      expect.arrayContaining([
        'Provider Baobab Exchange',
        'Undecided 2 of 2',
        'Assignee You',
        'Assignee juma@example.org',
      ]),
    );
    expect(getLinks(body)).toContainEqual({
      text: 'Baobab Exchange pays nothing out',
      href: `/admin/queue?age=overdue&country=kenya&page=2&case=${anId(20)}`,
    });
    expect(getText(body)).toContain('Showing 21 to 40 of 45 cases');
    const current = within(body).getAllByRole('link', { current: true });
    expect(current.map(getText)).toEqual(['Late in Kenya']);
  });

  it('shows asked, answered and snoozed cases, until when, by whom and why [VERD-08]', () => {
    const snooze = {
      until: '2025-03-11T22:00:00Z',
      isForAnswer: false,
      by: 'juma@example.org',
      note: 'The bank is closed until then.',
      times: 2,
    };
    const body = renderQueueAt('/admin/queue?only=snoozed', [
      makeCase({ snooze, question: 'answered' }),
      makeCase({
        id: anId(21),
        title: 'Another',
        snooze: { ...snooze, isForAnswer: true, note: null },
        question: 'asked',
      }),
    ]);
    expect(within(body).queryAllByRole('cell').map(getText)).toEqual(
      expect.arrayContaining([
        'Case Baobab Exchange pays nothing out Answered Snoozed until Mar 12, 2025 by juma@example.org · snoozed 2 times The bank is closed until then. Return to queue',
        'Case Another Question asked Snoozed until an answer arrives, at the latest Mar 12, 2025 by juma@example.org · snoozed 2 times Return to queue',
      ]),
    );
    const views = getLinks(body).filter(({ href }) => href?.includes('/admin/queue?only='));
    expect(views.map(({ text }) => text).filter((text) => !text.includes('Baobab') && text !== 'Another')).toEqual([
      'Mine',
      'Waiting for answer',
      'Answered',
      'Snoozed',
      'My decisions',
    ]);
    expect(toNextCaseFilter(parseQueue(new URLSearchParams('only=decided')))).toEqual({ order: 'oldest' });
    expect(toNextCaseFilter(parseQueue(new URLSearchParams('only=mine&age=due')))).toEqual({
      age: 'due',
      order: 'oldest',
    });
    expect(toNextCaseFilter(parseQueue(new URLSearchParams('only=answered')))).toEqual({
      only: 'answered',
      order: 'oldest',
    });
  });

  it('shows how many reports are still being sorted, and when that takes too long [VERD-08]', () => {
    const getNoticeText = (sorting: { count: number; since: string | null; isLate: boolean }) =>
      getText(renderOnServer(<SortingNotice sorting={sorting} />, { at: '/admin/queue' }));
    const since = '2025-03-07T10:05:00Z';
    expect(getNoticeText({ count: 0, since: null, isLate: false })).toBe('');
    expect(getNoticeText({ count: 1, since, isLate: false })).toMatch(
      /^1 report is being sorted, since \d\d:\d\d( [AP]M)?\.$/,
    );
    expect(getNoticeText({ count: 4, since, isLate: true })).toMatch(
      /^4 reports are being sorted, the first since \d\d:\d\d( [AP]M)?\. Sorting takes longer than 5 minutes: the worker may be down/,
    );
  });

  it('shows when the queue is empty, and how to clear the filters', () => {
    expect(getText(renderQueueAt('/admin/queue', []))).toContain('No case is waiting');
    const filtered = renderQueueAt('/admin/queue?severity=Low', []);
    expect(getText(filtered)).toContain('No case matches this view');
    expect(getLinks(filtered)).toContainEqual({ text: 'Clear filters', href: '/admin/queue' });
  });

  it('denies access to a member', async () => {
    const { api } = createFakeApi({ '/api/auth/user': aUser() });
    const store = new QueryStore(api);
    hydrateStore(
      store,
      await loader({ context: createServerContext(api).context } as unknown as Parameters<typeof loader>[0]),
    );
    expect(getText(renderOnServer(<TriagePage />, { at: '/admin/queue', store }))).toContain('Access Denied');
  });

  it('stores the state of the queue in the URL, which can be saved as a view', () => {
    const parsed = parseQueue(
      new URLSearchParams(`age=due&country=kenya&severity=High&search= fee &order=largest&page=3`),
    );
    expect(toFilterQuery(parsed)).toBe('age=due&country=kenya&severity=High&search=fee&order=largest');
    expect(toQueuePath(parsed)).toBe(`/admin/queue?${toFilterQuery(parsed)}&page=3`);
    expect(toViewPath('age=due&page=9&case=1')).toBe('/admin/queue?age=due');
    expect(toApiFilter(parsed)).toEqual({
      age: 'due',
      country: 'kenya',
      severity: 'High',
      search: 'fee',
      order: 'largest',
    });
    expect(toQueuePath(parseQueue(new URLSearchParams('age=old&severity=none&case=x&page=-1')))).toBe('/admin/queue');
  });

  it('formats the hours until and after the promised time', () => {
    const now = Date.parse('2025-03-09T10:00:00Z');
    const words = ['2025-03-09T12:30:00Z', '2025-03-09T10:30:00Z', '2025-03-09T09:30:00Z', '2025-03-09T09:00:00Z'];
    expect(words.map((dueAt) => formatPromise(dueAt, now))).toEqual([
      '2 hours left',
      'Less than an hour left',
      'Deadline just passed',
      '1 hour late',
    ]);
  });
});

describe('the keyboard shortcuts of the queue', () => {
  const pressKey = (key: string, overrides: Partial<KeyPress> = {}) =>
    getAction({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      isRepeated: false,
      isTyping: false,
      isInDialog: false,
      ...overrides,
    });

  it('maps each listed letter to its action', () => {
    const letters = keyBindings.filter(({ keyLabel: key }) => key.length === 1);
    expect(letters.map(({ keyLabel: key }) => pressKey(key))).toEqual(letters.map(({ action }) => action));
    expect(new Set(letters.map(({ keyLabel: key }) => key)).size).toBe(letters.length);
    expect([pressKey('1'), pressKey('9'), pressKey('0')]).toEqual([0, 8, undefined]);
    expect([pressKey('Enter', { ctrlKey: true }), pressKey('Enter', { metaKey: true }), pressKey('Enter')]).toEqual([
      'submit',
      'submit',
      undefined,
    ]);
  });

  it('ignores keys while typing, with browser shortcuts, in a dialog, and when held down', () => {
    for (const overrides of [{ isTyping: true }, { ctrlKey: true }, { altKey: true }, { isInDialog: true }]) {
      expect(keyBindings.map(({ keyLabel: key }) => pressKey(key, overrides))).toEqual(
        keyBindings.map(() => undefined),
      );
    }
    expect(pressKey('Enter', { ctrlKey: true, isTyping: true })).toBe('submit');
    expect([pressKey('Escape', { isTyping: true }), pressKey('Escape')]).toEqual(['leave', undefined]);
    expect(pressKey('Enter', { ctrlKey: true, isInDialog: true })).toBeUndefined();
    expect([pressKey('a', { isRepeated: true }), pressKey('j', { isRepeated: true })]).toEqual([undefined, 'down']);
    expect(pressKey('Enter', { ctrlKey: true, isRepeated: true })).toBeUndefined();
  });
});

describe('the claim of a case', () => {
  const minute = 60_000;
  const until = getClaimExpiry(0);

  it('is renewed while a moderator works, well before it expires, and not when they are away', () => {
    expect(until).toBe(claimMinutes * minute);
    expect(checkClaimDue({ until, now: 4 * minute, activeAt: 4 * minute })).toBe('wait');
    expect(checkClaimDue({ until, now: 6 * minute, activeAt: 5 * minute })).toBe('renew');
    expect(checkClaimDue({ until, now: 9 * minute, activeAt: minute })).toBe('wait');
    expect(checkClaimDue({ until, now: until, activeAt: until })).toBe('expired');
  });

  it('is lost to another moderator or with the case, but not by a network failure', () => {
    const refused = (code: string) => new ApiError(409, JSON.stringify({ code, message: '' }), '');
    expect(getClaimLossReason(refused('CASE_CLAIMED'))).toBe('taken');
    expect(getClaimLossReason(refused('CASE_NOT_FOUND'))).toBe('gone');
    expect([getClaimLossReason(new TypeError('Failed to fetch')), getClaimLossReason(refused('UNAVAILABLE'))]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('differences between reports', () => {
  const markChanges = (from: string, text: string) =>
    diffFromLead(from, text)
      .map((passage) => (passage.isNew ? `[${passage.text}]` : passage.text))
      .join('');

  it('marks words that the first report does not have, as complete passages', () => {
    expect(markChanges('They took my deposit.', 'They took my whole pension and my deposit')).toBe(
      'They took my [whole pension and my] deposit',
    );
    expect(markChanges('one two three', 'One, two\n\nthree!')).toBe('One, two\n\nthree!');
    expect(markChanges('', 'all of it')).toBe('[all of it]');
    expect(markChanges('something', '')).toBe('');
  });

  it('does not change the text, and does not compare very long texts', () => {
    const long = 'word '.repeat(2000);
    expect(diffFromLead('other', long)).toEqual([{ text: long, isNew: false }]);
    const text = '  A fee\tfirst,\n then nothing. ';
    expect(
      diffFromLead('nothing then', text)
        .map(({ text }) => text)
        .join(''),
    ).toBe(text);
  });
});

describe('private data in a report [VERD-06]', () => {
  const reportWithPrivateData = makeFiling({
    id: anId(60),
    reference: 'HK-TOLD',
    title: 'Mrs Thandi Demo was cheated',
    description: 'Thandi Demo, +27 83 000 0123, paid twice. The broker calls from +27 83 000 0999.',
  });

  it('counts and marks private data in the text, each with its kind in words', () => {
    const body = renderCase(makeCase({ filings: [reportWithPrivateData], filingCount: 1, undecidedCount: 1 }));
    expect(getText(body)).toContain('4 private details marked');
    expect(within(body).queryAllByRole('mark').map(getText)).toEqual([
      'name of a person: Mrs Thandi Demo',
      'name of a person: Thandi Demo',
      'telephone number: +27 83 000 0123',
      'telephone number: +27 83 000 0999',
    ]);
    expect(getText(body)).toContain('Edit text t');
  });

  it('marks private data also in passages that differ from the first report', () => {
    const body = renderCase(makeCase({ filings: [lead, { ...reportWithPrivateData, title: lead.title }] }));
    expect(getText(body)).toContain('telephone number: +27 83 000 0123');
  });

  it('marks nothing in a report without private data, and offers no editing of a decided one', () => {
    expect(getText(renderCase(makeCase({ filings: [lead] })))).not.toContain('private detail');
    const decided = makeFiling({ ...reportWithPrivateData, status: 'approved' });
    const body = renderCase(makeCase({ filings: [decided], undecidedCount: 0 }));
    expect(getText(body)).not.toContain('Edit text');
  });

  it('shows the original text beside the edited one', () => {
    const original = {
      title: reportWithPrivateData.title,
      description: reportWithPrivateData.description,
      providerName: null,
    };
    const edited = makeFiling({
      ...reportWithPrivateData,
      title: 'Somebody was cheated',
      description: 'Somebody paid twice.',
      isEdited: true,
      original,
      indicators: [
        { kind: 'phone', value: null, isWithheld: true },
        { kind: 'website', value: 'goldmine.example', isWithheld: false },
      ],
    });
    const text = getText(renderCase(makeCase({ filings: [edited] })));
    expect(text).toContain('Edited before publication.');
    expect(text).toContain(
      `Somebody paid twice. As it was sent ${reportWithPrivateData.title} ${reportWithPrivateData.description}`,
    );
    expect(text).toContain('(removed, will not be published)');
  });

  it('removes private data in the language of the report, one by one or all at once', () => {
    const words = getPublicTexts(reportWithPrivateData);
    const marks = getFilingMarks(reportWithPrivateData);
    expect(removeMarks(words, marks, 'en')).toEqual({
      title: '[name removed] was cheated',
      providerName: 'Baobab Exchange',
      description: '[name removed], [phone number removed], paid twice. The broker calls from [phone number removed].',
    });
    expect(removeMarks(words, marks.slice(2, 3), 'fr').description).toBe(
      'Thandi Demo, [numéro retiré], paid twice. The broker calls from +27 83 000 0999.',
    );
    // Placeholders are not marked again.
    expect(findMarks(removeMarks(words, marks, 'en'), reportWithPrivateData)).toEqual([]);
    expect(findMarks(removeMarks(words, marks, 'fr'), reportWithPrivateData)).toEqual([]);
  });

  it("marks a provider's name that may be a person", () => {
    const filingWithPerson = makeFiling({
      ...reportWithPrivateData,
      title: 'Cheated',
      description: 'It was her.',
      providerName: 'Thandi Demo',
    });
    expect(getFilingMarks(filingWithPerson).map(({ field, text }) => [field, text])).toEqual([
      ['providerName', 'Thandi Demo'],
    ]);
    expect(getFilingMarks(makeFiling({ ...filingWithPerson, providerId: anId(9) }))).toEqual([]);
  });
});
