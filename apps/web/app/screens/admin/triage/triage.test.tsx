import { CaseDetail, CaseFiling, type AnswerTemplate } from '@hakiki/contract/triage-admin';
import { claimMinutes } from '@hakiki/contract/admin-values';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { knowing } from '../../../../test/answers.ts';
import { aFiling, anId, aUser } from '../../../../test/makers.ts';
import { factsOf, linksOf, textOf, valuesOf } from '../../../../test/reading.ts';
import { serverContext } from '../../../../test/context.ts';
import { served } from '../../../../test/show.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { authUser } from '../../../lib/api/auth.ts';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { receive } from '../../../lib/api/use-read.ts';
import { askedFilter, askedNext, filterQuery, parseQueue, queuePath, viewPath } from './address.ts';
import type { SampleReading, CaseDecision } from './case-state.ts';
import { TriageCase } from './case.tsx';
import { dueOf, heldUntil, lossBy } from './claim.ts';
import { differencesFrom } from './differences.ts';
import { marksIn, marksOf, publicWordsOf } from './marks.tsx';
import { takenOut } from './redaction.tsx';
import { DecisionPanel, type Published } from './decision.tsx';
import { Contact } from '../parts/contact-dialog.tsx';
import { actOf, keyRows, type Pressed } from './keys.ts';
import { dayAfter } from './put-off.tsx';
import { casesAt } from './reads.ts';
import { SamplePanel } from './sample.tsx';
import { SortingNotice } from '../parts/sorting.tsx';
import TriagePage, { loader, Triage } from './triage.tsx';
import { promiseInWords, trackRecordInWords } from './words.tsx';

const aCaseFiling = (given: Record<string, unknown> = {}): CaseFiling =>
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
    ...given,
  });

const lead = aCaseFiling({ reference: 'HK-LEAD', description: 'They took my deposit and asked for a fee.' });
const second = aCaseFiling({
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

const aCase = (given: Record<string, unknown> = {}): CaseDetail =>
  CaseDetail.parse({
    id: anId(20),
    title: 'Baobab Exchange pays nothing out',
    reportType: null,
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
    putOff: null,
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
    ...given,
  });

const templates: AnswerTemplate[] = [
  { id: anId(40), title: 'Three say the same', text: 'Several people tell it alike.' },
];
const nothing = () => {};
const later = () => Promise.resolve();
const address = parseQueue(new URLSearchParams());

/** A store with the signed-in user. */
function knownAs(user: ReturnType<typeof aUser>) {
  const store = new ReadStore(knowing({}).api);
  store.put(authUser.key, { status: 'ready', data: user });
  return store;
}

const shown = (detail: CaseDetail, loss?: 'expired' | 'taken', sample?: SampleReading, user = aUser()) =>
  served(
    <TriageCase
      address={address}
      detail={detail}
      until={0}
      loss={loss}
      sample={sample}
      isSubmitting={false}
      isShowingMore={false}
      templates={templates}
      onSubmit={nothing}
      onRelease={nothing}
      onReclaim={nothing}
      onReworded={nothing}
      onMore={later}
      onReadSample={later}
      onLeaveSample={nothing}
      onManageTemplates={nothing}
      onShow={nothing}
      onPutOff={nothing}
    />,
    { at: '/admin/queue', store: knownAs(user) },
  );

describe('a case in the queue', () => {
  const body = shown(aCase());
  const text = textOf(body);

  it('shows the first report and another beside it, with the differences marked', () => {
    expect(text).toContain('First report HK-LEAD');
    expect(text).toContain('Report 2 HK-SECOND');
    expect(within(body).queryAllByRole('mark').map(textOf)).toEqual(
      expect.arrayContaining(['pension,', 'second', 'R5 000', 'Without an account']),
    );
    expect(body.querySelectorAll('article')).toHaveLength(2);
  });

  it('shows the age against the promise, the indicators with their counts and the outcomes of similar cases', () => {
    expect(text).toMatch(/Overdue \d+ days late/);
    expect(text).toContain('Website: baobab.example also in 12 reports of other cases · Public');
    expect(text).toContain('Fund safety: Baobab Club (opens in a new tab) Approved, Jan 7, 2025');
    expect(text).toContain('Kenya, Ghana, Uganda +1');
  });

  it('shows how often a reporter was right, and nothing for reporters without an account', () => {
    expect(factsOf(body)).toContainEqual(['Reporter', '+1.7: 9 right, 1 wrong']);
    expect(trackRecordInWords({ hasAccount: true, reporter: { agreed: 0, disagreed: 0, accuracy: 0 } })).toBe(
      'Has an account, no decided reports yet',
    );
    expect(trackRecordInWords({ hasAccount: true, reporter: { agreed: 1, disagreed: 9, accuracy: -4.2 } })).toContain(
      '−4.2',
    );
  });

  it('offers a PDF only as a download, behind a warning [SAFE-06]', () => {
    const details = body.querySelector('details.group')!;
    expect(textOf(details)).toBe(
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
    const page = textOf(shown(aCase({ hasUnexamined: true, filings: [lead, { ...second, isUnexamined: true }] })));
    expect([page.split('Not analysed').length - 1, page.split(words).length - 1]).toEqual([1, 1]);
    expect([text.includes('Not analysed'), text.includes(words)]).toEqual([false, false]);
    const emptied = { indicators: [], similar: [] };
    const unsure = textOf(shown(aCase({ ...emptied, hasUnexamined: true })));
    expect(unsure.split('Not searched: a report could not be analysed')).toHaveLength(3);
    expect(textOf(shown(aCase(emptied)))).not.toContain('Not searched');
  });

  it('blurs pictures until the moderator shows them', () => {
    expect(valuesOf(body, 'alt')).toEqual(['chat.jpg, blurred']);
    expect([...body.querySelectorAll('img')].every(({ className }) => className.includes('blur-lg'))).toBe(true);
    expect(linksOf(body).map(({ href }) => href)).not.toContain('/api/evidence/1?ticket=t');
    expect(text).toContain('Show pictures');
  });

  it('offers a moderator neither contact data nor templates management nor links to the tabs [VERD-10]', () => {
    const offered = (user: ReturnType<typeof aUser>) => {
      const page = shown(aCase({ publicAlert: { id: anId(50), title: 'A club' } }), undefined, undefined, user);
      return {
        buttons: within(page)
          .getAllByRole('button')
          .map(textOf)
          .filter((label) => /contact|Manage/.test(label)),
        links: linksOf(page).flatMap(({ href }) => (href?.includes('alerts') ? [href] : [])),
        isTold: textOf(page).includes('Contact details: administrators only'),
      };
    };
    const rowOf = (id: string) => `/admin?tab=alerts&status=all&search=Fake+exchange+takes+deposits&view=${id}`;
    expect(offered(aUser({ isModerator: true }))).toEqual({
      buttons: [],
      links: [`/alerts/${anId(50)}`],
      isTold: true,
    });
    expect(offered(aUser({ isAdmin: true }))).toEqual({
      buttons: ['Open contact details', 'Manage templates'],
      links: [`/alerts/${anId(50)}`, rowOf(lead.id), rowOf(second.id)],
      isTold: false,
    });
  });

  it('shows questions with their answers, and offers contact data only if there is some', () => {
    expect(text).toContain('Mar 8, 2025, 12:00 On which day? On Monday.');
    const buttons = within(body).queryAllByRole('button').map(textOf);
    expect(buttons.filter((label) => label.startsWith('Open contact details'))).toHaveLength(1);
    expect(buttons.filter((label) => label.startsWith('Ask a question'))).toHaveLength(2);
    expect(text).toContain('No contact details given');
  });

  it('has a button for every keyboard shortcut', () => {
    const buttons = textOf(body);
    for (const label of ['Approve', 'Reject', 'Submit & Next', 'Release', 'Back to the list', 'Three say the same']) {
      expect(buttons).toContain(label);
    }
    expect(text).toContain('About all 2 undecided reports');
  });

  it('shows a decided case read-only and unclaimed', () => {
    const closed = shown(aCase({ undecidedCount: 0, isOwn: false, claimedBy: null, claimExpiresAt: null }));
    expect(textOf(closed)).toContain('Everything in this case is decided');
    for (const label of ['Submit & Next', 'Release', 'Yours until']) expect(textOf(closed)).not.toContain(label);
    expect(linksOf(body).map(({ href }) => href)).toContain(`/admin/queue?case=${anId(30)}`);
  });

  it('shows that the claim is lost, and keeps what was typed', () => {
    const lost = shown(aCase(), 'taken');
    expect(textOf(lost)).toContain('This case is no longer assigned to you Another moderator has taken it.');
    expect(lost.querySelector('button[type="submit"][aria-disabled="true"]')).not.toBeNull();
    expect(textOf(shown(aCase(), 'expired'))).toContain('Take it again');
  });

  it('shows opened contact data with labels, and until when', () => {
    const opened = served(<Contact contact={{ email: 'zawadi@example.org', signal: '@zawadi' }} until={0} />);
    expect(factsOf(opened)).toEqual([
      ['Email', 'zawadi@example.org'],
      ['signal', '@zawadi'],
    ]);
    expect(textOf(opened)).toMatch(/Shown until .*, then removed\./);
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
  const buttonsOf = (body: HTMLElement) => [...body.querySelectorAll('button')].map(textOf);

  it('counts unread reports, leaves them out of the decision, and can show them [VERD-04]', () => {
    const body = shown(aCase({ filingCount: 72, undecidedCount: 72, unreadCount: 70 }));
    expect(textOf(body)).toContain('70 reports of this case were never shown to you. They stay undecided.');
    expect(buttonsOf(body)).toContain('Show the next 50 m');
    expect(textOf(body)).toContain('About the 2 undecided reports that are shown');
    expect(buttonsOf(body)).toContain('Decide 70 like this one');
    const whole = shown(aCase());
    expect(textOf(whole)).not.toContain('never shown to you');
    expect(buttonsOf(whole).filter((label) => label.includes('like this one'))).toEqual([]);
  });

  it('decides unread reports by a sample only after the whole sample was read [VERD-04]', () => {
    const begun = shown(aCase({ unreadCount: 28_947 }), undefined, sample(3));
    expect(textOf(begun)).toContain('Decided like HK-LEAD 3 of 20 sample reports read');
    expect(buttonsOf(begun)).toEqual(expect.arrayContaining(['Next in sample m', 'Leave the rest']));
    expect(buttonsOf(begun).filter((label) => label.startsWith('Show the next'))).toEqual([]);
    const read = shown(aCase({ unreadCount: 28_930 }), undefined, sample(20));
    expect(buttonsOf(read)).not.toContain('Next in sample m');
    expect(buttonsOf(read)).toContain('Decide these and the rest Ctrl+Enter');
  });

  it('explains what happens to the unread reports [VERD-04]', () => {
    const told = (decision?: CaseDecision['decision']) =>
      textOf(
        served(
          <SamplePanel
            sample={sample(3)}
            unread={28_947}
            decision={decision}
            isMissed
            isBusy={false}
            canDraw
            onDraw={nothing}
            onNext={nothing}
            onLeave={nothing}
          />,
        ),
      );
    expect(told('approve')).toContain(
      '28,930 other reports count as people who reported this. Nothing they say becomes public.',
    );
    expect(told('reject')).toContain('28,930 other reports are rejected, and we tell their reporters.');
    expect(told()).toContain('Choose approve or reject to see what happens to the others.');
    expect(told()).toContain('Read the whole sample first, or leave the other reports undecided.');
  });
});

describe('publishing by an approval', () => {
  const panel = (published: Published) =>
    served(
      <DecisionPanel
        decision="approve"
        reason=""
        advice=""
        reasonField={{ current: null }}
        firstChoice={{ current: null }}
        templates={templates}
        undecided={3}
        unread={0}
        selected={0}
        published={published}
        isWithRest={false}
        isBusy={false}
        isShut={false}
        missing={undefined}
        onDecision={nothing}
        onReason={nothing}
        onAdvice={nothing}
        onLead={nothing}
        onJoin={nothing}
        onSubmit={nothing}
        onManageTemplates={nothing}
      />,
    );
  const all = {
    alerts: [lead, second],
    places: [lead, second],
    lead: undefined,
    counted: 2,
    publicAlert: null,
    earlier: null,
    isJoining: false,
  };

  it('publishes one alert, which the moderator can choose [VERD-05]', () => {
    const body = panel(all);
    expect(textOf(body)).toContain(
      'One alert becomes public. The other 2 reports are added to it, with their countries and indicators.',
    );
    expect(within(body).queryAllByRole('option').map(textOf)).toEqual([
      `Report 1: ${lead.title}`,
      `Report 2: ${second.title}`,
    ]);
    expect(textOf(panel({ ...all, alerts: [lead], counted: 0 }))).not.toContain('One alert becomes public');
  });

  it('merges into the alert of an earlier case, unless the moderator declines [VERD-05]', () => {
    const earlier = { id: anId(70) as never, title: 'Baobab pays nobody' };
    const joining = panel({ ...all, earlier, isJoining: true });
    expect(textOf(joining)).toContain('Add to the alert of an earlier case Baobab pays nobody');
    expect(textOf(joining)).not.toContain('One alert becomes public');
    const apart = panel({ ...all, earlier });
    expect(textOf(apart)).toContain('Add to the alert of an earlier case');
    expect(textOf(apart)).toContain('One alert becomes public');
  });

  it('publishes nothing new if an alert is public already [VERD-05]', () => {
    const body = panel({ ...all, publicAlert: { id: anId(70) as never, title: 'Baobab pays nobody' } });
    expect(textOf(body)).toContain('added to this public alert: Baobab pays nobody');
    expect(linksOf(body).map(({ href }) => href)).toContain(`/alerts/${anId(70)}`);
    expect(body.querySelector('option')).toBeNull();
  });
});

describe('other actions on a case', () => {
  const buttonsOf = (body: HTMLElement) =>
    within(body)
      .getAllByRole<HTMLButtonElement>('button')
      .filter(({ disabled }) => !disabled)
      .map(textOf);

  it('offers to snooze, merge and split a case and to move a report, by button and by key [VERD-08]', () => {
    expect(buttonsOf(shown(aCase()))).toEqual(
      expect.arrayContaining(['Snooze p', 'Merge g', 'Split s', 'Move report v']),
    );
    expect(keyRows.map(({ shown: key, label }) => `${key} ${label()}`)).toEqual(
      expect.arrayContaining([
        'p Snooze this case',
        'g Merge this case with another',
        's Split the selected reports into a new case',
        'v Move this report to another case',
      ]),
    );
  });

  it('offers no split for a single report, and no action on a lost or decided case [VERD-08]', () => {
    const alone = buttonsOf(shown(aCase({ filings: [lead], filingCount: 1, undecidedCount: 1 })));
    expect(alone).not.toContain('Split s');
    expect(alone).toContain('Move report v');
    expect(buttonsOf(shown(aCase(), 'taken'))).not.toContain('Merge g');
    const decided = shown(aCase({ undecidedCount: 0, age: 'fresh' }));
    expect(buttonsOf(decided)).not.toContain('Snooze p');
    // A decided case shows no age.
    expect(textOf(decided)).toContain('Decided');
    expect(textOf(decided)).not.toMatch(/Under 24 hours|days late/);
  });

  it('marks indicators from an answer, and says that they are not published [VERD-08]', () => {
    const indicators = [
      { kind: 'website', value: 'second.example', reportCount: 0, isPublic: false, isFromAnswer: true },
    ];
    const body = shown(aCase({ indicators }));
    expect(textOf(body)).toContain('Website: second.example');
    expect(within(body).queryAllByRole('mark').map(textOf)).toContain('From an answer, not published');
  });

  it("ends a snooze at the start of a day in the company's time zone [VERD-08]", () => {
    expect(dayAfter(1, Date.parse('2025-03-09T21:59:00Z'))).toBe('2025-03-10');
    expect(dayAfter(1, Date.parse('2025-03-09T22:01:00Z'))).toBe('2025-03-11');
  });
});

describe('the queue', () => {
  /** Renders the list after its data was loaded. */
  function queueAt(at: string, items: unknown[], total = items.length) {
    const { key } = casesAt(parseQueue(new URL(at, 'http://site.example').searchParams));
    const saved = [{ id: anId(50), name: 'Late in Kenya', query: 'age=overdue&country=kenya' }];
    const store = new ReadStore(knowing({}).api);
    receive(store, {
      reads: [
        { key, data: { items, total } },
        { key: ['/api/admin/views'], data: saved },
      ],
    });
    return served(<Triage />, { at, store });
  }

  it('lists open cases with their age, the number of undecided reports, and who claimed them', () => {
    const other = aCase({ id: anId(21), title: 'Another', claimedBy: 'juma@example.org', isOwn: false, age: 'fresh' });
    const body = queueAt('/admin/queue?age=overdue&country=kenya&page=2', [aCase(), other], 45);
    const cells = within(body).queryAllByRole('cell').map(textOf);
    expect(cells).toEqual(
      expect.arrayContaining(['Undecided 2 of 2', 'Claimed by You', 'Claimed by juma@example.org']),
    );
    expect(linksOf(body)).toContainEqual({
      text: 'Baobab Exchange pays nothing out',
      href: `/admin/queue?age=overdue&country=kenya&page=2&case=${anId(20)}`,
    });
    expect(textOf(body)).toContain('Showing 21 to 40 of 45 cases');
    const current = within(body).getAllByRole('link', { current: true });
    expect(current.map(textOf)).toEqual(['Late in Kenya']);
  });

  it('shows asked, answered and snoozed cases, until when, by whom and why [VERD-08]', () => {
    const putOff = {
      until: '2025-03-11T22:00:00Z',
      isForAnswer: false,
      by: 'juma@example.org',
      note: 'The bank is closed until then.',
      times: 2,
    };
    const body = queueAt('/admin/queue?only=put-off', [
      aCase({ putOff, question: 'answered' }),
      aCase({
        id: anId(21),
        title: 'Another',
        putOff: { ...putOff, isForAnswer: true, note: null },
        question: 'asked',
      }),
    ]);
    expect(within(body).queryAllByRole('cell').map(textOf)).toEqual(
      expect.arrayContaining([
        'Case Baobab Exchange pays nothing out Answered Snoozed until Mar 12, 2025 by juma@example.org · snoozed 2 times The bank is closed until then. Return to queue',
        'Case Another Question asked Snoozed until an answer arrives, at the latest Mar 12, 2025 by juma@example.org · snoozed 2 times Return to queue',
      ]),
    );
    const views = linksOf(body).filter(({ href }) => href?.includes('/admin/queue?only='));
    expect(views.map(({ text }) => text).filter((text) => !text.includes('Baobab') && text !== 'Another')).toEqual([
      'Mine',
      'Waiting for answer',
      'Answered',
      'Snoozed',
    ]);
    expect(askedNext(parseQueue(new URLSearchParams('only=mine&age=due')))).toEqual({ age: 'due', order: 'oldest' });
    expect(askedNext(parseQueue(new URLSearchParams('only=answered')))).toEqual({ only: 'answered', order: 'oldest' });
  });

  it('shows how many reports are still being sorted, and when that takes too long [VERD-08]', () => {
    const told = (sorting: { count: number; since: string | null; isLate: boolean }) =>
      textOf(served(<SortingNotice sorting={sorting} />, { at: '/admin/queue' }));
    const since = '2025-03-07T10:05:00Z';
    expect(told({ count: 0, since: null, isLate: false })).toBe('');
    expect(told({ count: 1, since, isLate: false })).toMatch(/^1 report is being sorted, since \d\d:\d\d( [AP]M)?\.$/);
    expect(told({ count: 4, since, isLate: true })).toMatch(
      /^4 reports are being sorted, the first since \d\d:\d\d( [AP]M)?\. Sorting takes longer than 5 minutes: the worker may be down/,
    );
  });

  it('shows when the queue is empty, and how to clear the filters', () => {
    expect(textOf(queueAt('/admin/queue', []))).toContain('No case is waiting');
    const filtered = queueAt('/admin/queue?severity=Low', []);
    expect(textOf(filtered)).toContain('No case matches this view');
    expect(linksOf(filtered)).toContainEqual({ text: 'Clear filters', href: '/admin/queue' });
  });

  it('denies access to a member', async () => {
    const { api } = knowing({ '/api/auth/user': aUser() });
    const store = new ReadStore(api);
    receive(store, await loader({ context: serverContext(api).context } as unknown as Parameters<typeof loader>[0]));
    expect(textOf(served(<TriagePage />, { at: '/admin/queue', store }))).toContain('Access Denied');
  });

  it('stores the state of the queue in the URL, which can be saved as a view', () => {
    const parsed = parseQueue(
      new URLSearchParams(`age=due&country=kenya&severity=High&search= fee &order=largest&page=3`),
    );
    expect(filterQuery(parsed)).toBe('age=due&country=kenya&severity=High&search=fee&order=largest');
    expect(queuePath(parsed)).toBe(`/admin/queue?${filterQuery(parsed)}&page=3`);
    expect(viewPath('age=due&page=9&case=1')).toBe('/admin/queue?age=due');
    expect(askedFilter(parsed)).toEqual({
      age: 'due',
      country: 'kenya',
      severity: 'High',
      search: 'fee',
      order: 'largest',
    });
    expect(queuePath(parseQueue(new URLSearchParams('age=old&severity=none&case=x&page=-1')))).toBe('/admin/queue');
  });

  it('formats the hours until and after the promised time', () => {
    const now = Date.parse('2025-03-09T10:00:00Z');
    const words = ['2025-03-09T12:30:00Z', '2025-03-09T10:30:00Z', '2025-03-09T09:30:00Z', '2025-03-09T09:00:00Z'];
    expect(words.map((dueAt) => promiseInWords(dueAt, now))).toEqual([
      '2 hours left',
      'Less than an hour left',
      'Deadline just passed',
      '1 hour late',
    ]);
  });
});

describe('the keyboard shortcuts of the queue', () => {
  const press = (key: string, given: Partial<Pressed> = {}) =>
    actOf({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      isRepeated: false,
      isTyping: false,
      isInDialog: false,
      ...given,
    });

  it('maps each listed letter to its action', () => {
    const letters = keyRows.filter(({ shown: key }) => key.length === 1);
    expect(letters.map(({ shown: key }) => press(key))).toEqual(letters.map(({ act }) => act));
    expect(new Set(letters.map(({ shown: key }) => key)).size).toBe(letters.length);
    expect([press('1'), press('9'), press('0')]).toEqual([0, 8, undefined]);
    expect([press('Enter', { ctrlKey: true }), press('Enter', { metaKey: true }), press('Enter')]).toEqual([
      'submit',
      'submit',
      undefined,
    ]);
  });

  it('ignores keys while typing, with browser shortcuts, in a dialog, and when held down', () => {
    for (const given of [{ isTyping: true }, { ctrlKey: true }, { altKey: true }, { isInDialog: true }]) {
      expect(keyRows.map(({ shown: key }) => press(key, given))).toEqual(keyRows.map(() => undefined));
    }
    expect(press('Enter', { ctrlKey: true, isTyping: true })).toBe('submit');
    expect([press('Escape', { isTyping: true }), press('Escape')]).toEqual(['leave', undefined]);
    expect(press('Enter', { ctrlKey: true, isInDialog: true })).toBeUndefined();
    expect([press('a', { isRepeated: true }), press('j', { isRepeated: true })]).toEqual([undefined, 'down']);
    expect(press('Enter', { ctrlKey: true, isRepeated: true })).toBeUndefined();
  });
});

describe('the claim of a case', () => {
  const minute = 60_000;
  const until = heldUntil(0);

  it('is renewed while a moderator works, well before it expires, and not when they are away', () => {
    expect(until).toBe(claimMinutes * minute);
    expect(dueOf({ until, now: 4 * minute, activeAt: 4 * minute })).toBe('wait');
    expect(dueOf({ until, now: 6 * minute, activeAt: 5 * minute })).toBe('renew');
    expect(dueOf({ until, now: 9 * minute, activeAt: minute })).toBe('wait');
    expect(dueOf({ until, now: until, activeAt: until })).toBe('expired');
  });

  it('is lost to another moderator or with the case, but not by a network failure', () => {
    const refused = (code: string) => new ApiError(409, JSON.stringify({ code, message: '' }), '');
    expect(lossBy(refused('CASE_CLAIMED'))).toBe('taken');
    expect(lossBy(refused('CASE_NOT_FOUND'))).toBe('gone');
    expect([lossBy(new TypeError('Failed to fetch')), lossBy(refused('UNAVAILABLE'))]).toEqual([undefined, undefined]);
  });
});

describe('differences between reports', () => {
  const marked = (from: string, text: string) =>
    differencesFrom(from, text)
      .map((passage) => (passage.isNew ? `[${passage.text}]` : passage.text))
      .join('');

  it('marks words that the first report does not have, as whole passages', () => {
    expect(marked('They took my deposit.', 'They took my whole pension and my deposit')).toBe(
      'They took my [whole pension and my] deposit',
    );
    expect(marked('one two three', 'One, two\n\nthree!')).toBe('One, two\n\nthree!');
    expect(marked('', 'all of it')).toBe('[all of it]');
    expect(marked('something', '')).toBe('');
  });

  it('does not change the text, and does not compare very long texts', () => {
    const long = 'word '.repeat(2000);
    expect(differencesFrom('other', long)).toEqual([{ text: long, isNew: false }]);
    const told = '  A fee\tfirst,\n then nothing. ';
    expect(
      differencesFrom('nothing then', told)
        .map(({ text }) => text)
        .join(''),
    ).toBe(told);
  });
});

describe('private data in a report [VERD-06]', () => {
  const told = aCaseFiling({
    id: anId(60),
    reference: 'HK-TOLD',
    title: 'Mrs Thandi Demo was cheated',
    description: 'Thandi Demo, +27 83 000 0123, paid twice. The broker calls from +27 83 000 0999.',
  });

  it('counts and marks private data in the text, each with its kind in words', () => {
    const body = shown(aCase({ filings: [told], filingCount: 1, undecidedCount: 1 }));
    expect(textOf(body)).toContain('4 private details marked');
    expect(within(body).queryAllByRole('mark').map(textOf)).toEqual([
      'name of a person: Mrs Thandi Demo',
      'name of a person: Thandi Demo',
      'telephone number: +27 83 000 0123',
      'telephone number: +27 83 000 0999',
    ]);
    expect(textOf(body)).toContain('Edit text t');
  });

  it('marks private data also in passages that differ from the first report', () => {
    const body = shown(aCase({ filings: [lead, { ...told, title: lead.title }] }));
    expect(textOf(body)).toContain('telephone number: +27 83 000 0123');
  });

  it('marks nothing in a report without private data, and offers no editing of a decided one', () => {
    expect(textOf(shown(aCase({ filings: [lead] })))).not.toContain('private detail');
    const decided = aCaseFiling({ ...told, status: 'approved' });
    const body = shown(aCase({ filings: [decided], undecidedCount: 0 }));
    expect(textOf(body)).not.toContain('Edit text');
  });

  it('shows the original text beside the edited one', () => {
    const original = { title: told.title, description: told.description, providerName: null };
    const edited = aCaseFiling({
      ...told,
      title: 'Somebody was cheated',
      description: 'Somebody paid twice.',
      isEdited: true,
      original,
      indicators: [
        { kind: 'phone', value: null, isWithheld: true },
        { kind: 'website', value: 'goldmine.example', isWithheld: false },
      ],
    });
    const text = textOf(shown(aCase({ filings: [edited] })));
    expect(text).toContain('Edited before publication.');
    expect(text).toContain(`Somebody paid twice. As it was sent ${told.title} ${told.description}`);
    expect(text).toContain('(removed, will not be published)');
  });

  it('removes private data in the language of the report, one by one or all at once', () => {
    const words = publicWordsOf(told);
    const marks = marksOf(told);
    expect(takenOut(words, marks, 'en')).toEqual({
      title: '[name removed] was cheated',
      providerName: 'Baobab Exchange',
      description: '[name removed], [phone number removed], paid twice. The broker calls from [phone number removed].',
    });
    expect(takenOut(words, marks.slice(2, 3), 'fr').description).toBe(
      'Thandi Demo, [numéro retiré], paid twice. The broker calls from +27 83 000 0999.',
    );
    // Placeholders are not marked again.
    expect(marksIn(takenOut(words, marks, 'en'), told)).toEqual([]);
    expect(marksIn(takenOut(words, marks, 'fr'), told)).toEqual([]);
  });

  it("marks a provider's name that may be a person", () => {
    const named = aCaseFiling({ ...told, title: 'Cheated', description: 'It was her.', providerName: 'Thandi Demo' });
    expect(marksOf(named).map(({ field, text }) => [field, text])).toEqual([['providerName', 'Thandi Demo']]);
    expect(marksOf(aCaseFiling({ ...named, providerId: anId(9) }))).toEqual([]);
  });
});
