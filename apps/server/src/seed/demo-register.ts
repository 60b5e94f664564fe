/**
 * The history of the demo register as steps of a story: alerts, reports, their decisions, edits, appeals and watches.
 */
import type { AlertId } from '@hakiki/contract/alerts';
import type { AppealId } from '@hakiki/contract/appeals';
import type { DisputeId } from '@hakiki/contract/disputes';
import type { ProviderId } from '@hakiki/contract/directory';
import type { FilingId } from '@hakiki/contract/filings';
import type { ReportId } from '@hakiki/contract/reports';
import type { BodyOf } from '@hakiki/contract/endpoint';
import type { updateProvider } from '@hakiki/contract/directory-admin';
import { createEarlyWarningService } from '../modules/early-warning/service.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { visitor } from '../platform/http/actor.ts';
import { demoAlertId, demoAlerts, getTimes } from './demo-alerts.ts';
import { demoReports } from './demo-reports.ts';
import { demoExperiences } from './experiences.ts';
import { Random, timedId } from './random.ts';
import { acknowledge, applyChange, decideFilings, sendAlert, sendReport, type Step, type Story } from './story.ts';
import { timeline } from './timeline.ts';

const { day: DAY_MS } = timeline;
const HOUR_MS = DAY_MS / 24;

interface Register extends Story {
  seed: number;
  getProviderId: (name: string) => ProviderId;
}

type ProviderEdit = [name: string, at: string, change: BodyOf<typeof updateProvider>];

/** The decisions that led to a suspension, and an edit of a flagged provider. */
const providerEdits: readonly ProviderEdit[] = [
  [
    'Ubuntari Wealth',
    '2026-07-06T08:20:00Z',
    {
      verificationStatus: 'Flagged',
      reason: 'Several people wrote to us about the same promise of fixed returns.',
    },
  ],
  [
    'Ubuntari Wealth',
    '2026-09-14T09:30:00Z',
    {
      verificationStatus: 'Suspended',
      reason: 'It stopped paying anyone out and does not answer us or its members.',
    },
  ],
  [
    'Vumbarela Coin',
    '2026-10-02T13:05:00Z',
    { verificationStatus: 'Suspended', reason: 'Its site asks for the words that open a wallet.' },
  ],
  [
    'Fastari Daily Gains',
    '2026-10-31T14:25:00Z',
    {
      riskScore: 'High',
      flaggedReasons: [
        'Reported by 3 people for withdrawals that never arrived.',
        'Promises fixed daily returns, which no lawful investment can.',
        'Under review since June 2026 after complaints about being asked to pay a fee before a withdrawal (demo entry).',
      ],
      reason: 'More people have written to us, and its page now promises fixed returns.',
    },
  ],
];

const providerSteps = (register: Register): Step[] =>
  providerEdits.map(([name, at, change]) => ({
    at: Date.parse(at),
    run: () =>
      applyChange(register, (actor) => register.services.directory.update(actor, register.getProviderId(name), change)),
  }));

function alertSteps(register: Register, index: number): Step[] {
  const alert = demoAlerts[index]!;
  const { services, administrator } = register;
  const { daysAgo, provider, lostRand, reasons, advice, similar = [], edit, snoozed, status = 'approved' } = alert;
  const id = demoAlertId(register.seed, index);
  const { arrivedAt, decidedAt } = getTimes(daysAgo);
  const shared = { alertType: alert.alertType, severity: alert.severity, affectedProvider: provider };
  const send = (
    alertId: string,
    { title, description, countries }: { title: string; description: string; countries: string[] },
    more = {},
  ) =>
    sendAlert(
      register,
      { id: alertId, ...(alert.language && { language: alert.language }) },
      { ...shared, title, description, affectedCountries: countries, ...more },
    );
  const similarReports = similar.map((report, place) => ({
    ...report,
    description: `${report.description} (Demo entry.)`,
    id: timedId<AlertId>(new Random(register.seed, `demo-similar ${index}`, place), arrivedAt + (place + 1) * HOUR_MS),
    at: arrivedAt + (place + 1) * HOUR_MS,
  }));
  const unread = similarReports.filter(({ isUnread }) => isUnread);
  const read = similarReports.filter(({ isUnread }) => !isUnread);
  const publish = async () => {
    const reason = reasons?.approved;
    await decideFilings(register, [id, ...read.map((report) => report.id)], { decision: 'approve', reason, advice });
    for (const report of unread) {
      const merge = { leadId: id, isRead: false, reason };
      await register.database.transaction((tx) => services.alerts.merge(tx, administrator, report.id, merge));
    }
  };
  const withdraw = () =>
    applyChange(register, (actor) =>
      services.alerts.update(actor, id, { status: 'rejected', reason: reasons?.rejected }),
    );
  const reject = () => decideFilings(register, [id], { decision: 'reject' });
  return [
    {
      at: arrivedAt,
      run: () =>
        send(
          id,
          { ...alert, ...edit?.before },
          { ...(edit && { severity: edit.before.severity }), ...(lostRand && { amountLost: `R${lostRand}` }) },
        ),
    },
    ...similarReports.map((report) => ({ at: report.at, run: () => send(report.id, report) })),
    ...(status === 'approved' || reasons?.rejected ? [{ at: decidedAt, run: publish }] : []),
    ...(status === 'rejected' && !reasons?.rejected ? [{ at: decidedAt, run: reject }] : []),
    ...(reasons?.rejected ? [{ at: arrivedAt + 14 * DAY_MS, run: withdraw }] : []),
    ...(edit
      ? [
          {
            at: Date.parse(edit.at),
            run: () =>
              applyChange(register, (actor) => {
                const { title, severity, description } = alert;
                return services.alerts.update(actor, id, { title, severity, description, reason: edit.reason });
              }),
          },
        ]
      : []),
    ...(snoozed ? snoozeSteps(register, id, arrivedAt + DAY_MS, snoozed) : []),
  ];
}

function snoozeSteps(
  { services: { cases, filings, triage }, database, administrator }: Register,
  id: string,
  askedAt: number,
  snoozed: NonNullable<(typeof demoAlerts)[number]['snoozed']>,
): Step[] {
  const ask = 'question' in snoozed && {
    at: askedAt,
    run: () => filings.askReporter(administrator, id as FilingId, snoozed.question),
  };
  const snooze = async () => {
    const caseId = (await cases.findCaseOf(database.db, id))!;
    await triage.open(administrator, caseId);
    const until = 'days' in snoozed && new Date(Date.now() + snoozed.days * DAY_MS).toISOString().slice(0, 10);
    await triage.snooze(administrator, caseId, { ...(until && { until, note: snoozed.note }) });
  };
  return [...(ask ? [ask] : []), { at: Date.now(), run: snooze }];
}

/** The public alert about a provider counts the people whose reports are about the same. */
const findAlertAbout = (provider: string | null): number =>
  demoAlerts.findIndex(
    (alert) => provider && alert.provider === provider && (alert.status ?? 'approved') === 'approved',
  );

function reportSteps(register: Register, index: number): Step[] {
  const { services, administrator, seed } = register;
  const [daysAgo, reportType, severity, status, provider, location, text] = demoReports[index]!;
  const { arrivedAt, decidedAt: usuallyDecidedAt } = getTimes(daysAgo);
  const alertIndex = findAlertAbout(provider);
  const alert = alertIndex === -1 || status === 'rejected' ? undefined : demoAlerts[alertIndex]!;
  const decidedAt = Math.max(usuallyDecidedAt, alert ? getTimes(alert.daysAgo).decidedAt + HOUR_MS : 0);
  const id = timedId<ReportId>(new Random(seed, 'demo-report', index), arrivedAt);
  const description = `${text} (Demo entry.)`;
  const content = {
    reportType,
    severity,
    description,
    ...(location && { reporterLocation: location }),
    ...(provider && { providerId: register.getProviderId(provider) }),
  };
  // Reports that staff enter are in no case: the end-to-end tests start with an empty queue.
  if (status === 'pending') {
    const enter = () => services.reports.createByAdmin(administrator, { ...content, status }, undefined);
    return [{ at: arrivedAt, run: enter }];
  }
  const joins = alert && { joins: demoAlertId(seed, alertIndex) };
  const before = index === 0 ? editedReport.before : {};
  const change = (at: number, edit: Parameters<typeof services.reports.update>[2]) => ({
    at,
    run: () => applyChange(register, (actor) => services.reports.update(actor, id, edit)),
  });
  return [
    { at: arrivedAt, run: () => sendReport(register, { id }, { ...content, ...before }) },
    {
      at: decidedAt,
      run: () => decideFilings(register, [id], { decision: status === 'rejected' ? 'reject' : 'approve', ...joins }),
    },
    ...(status === 'resolved' ? [change(decidedAt + DAY_MS, { status: 'resolved' })] : []),
    ...(index === 0
      ? [change(Date.parse(editedReport.at), { description, severity, reason: editedReport.reason })]
      : []),
  ];
}

/** The first report was edited once. */
const editedReport = {
  at: '2026-10-31T14:30:00Z',
  reason: 'The reporter has told us the day.',
  before: {
    description: 'My withdrawal is still pending. Support asks me to pay a release fee first.',
    severity: 'High',
  },
} as const;

/** An unread issue report about the alert with merged reports. */
function mergedReportSteps({ services, database, administrator, seed, ...register }: Register): Step[] {
  const index = demoAlerts.findIndex(({ similar }) => similar);
  const { arrivedAt, decidedAt } = getTimes(demoAlerts[index]!.daysAgo);
  const at = arrivedAt + 5 * HOUR_MS;
  const id = timedId<ReportId>(new Random(seed, 'demo-merged-report'), at);
  const content = {
    reportType: 'scam',
    severity: 'High',
    description: 'My Mangwe tokens are worth nothing since the pool was emptied. (Demo entry.)',
    reporterLocation: 'Douala',
  } as const;
  const merge = () =>
    database.transaction((tx) =>
      services.reports.decide(tx, administrator, id, 'merged', {
        reason: demoAlerts[index]!.reasons!.approved,
        fraudAlertId: demoAlertId(seed, index),
        isSampled: true,
      }),
    );
  return [
    { at, run: () => sendReport({ services, database, administrator, ...register }, { id }, content) },
    { at: decidedAt + HOUR_MS, run: merge },
  ];
}

/** Two providers with rising withdrawal reports; each number is the age of one person's report in days. */
const withdrawalReports = {
  'Bolingari Swap': [12, 10, 9, 7, 6, 6, 5, 4, 3],
  'Oshari Trade': [11, 9, 8, 6, 5, 4, 3],
};
const towns = ['Kinshasa', 'Brazzaville', 'Lubumbashi', 'Lagos', 'Ibadan', 'Kano'];
const withdrawalTexts = [
  'My withdrawal has been marked as processing for eight days.',
  'They closed the form for withdrawals and still take deposits.',
  'Half of the amount arrived, and support says that the rest needs another check.',
  'I asked for my balance back and was told to wait until next month, twice.',
];

function watchSteps(register: Register): Step[] {
  const { services, database, administrator, seed } = register;
  const reports = Object.entries(withdrawalReports).flatMap(([provider, days]) =>
    days.flatMap((daysAgo, index): Step[] => {
      const random = new Random(seed, `demo withdrawals ${provider}`, index);
      const at = timeline.end - daysAgo * DAY_MS - random.below(DAY_MS / 2);
      const id = timedId(random, at);
      const content = {
        reportType: 'withdrawal_issues',
        severity: 'Medium',
        description: `${random.pick(withdrawalTexts)} (Demo entry.)`,
        reporterLocation: random.pick(towns),
        providerId: register.getProviderId(provider),
      } as const;
      return [
        { at, run: () => sendReport(register, { id }, content) },
        { at: at + DAY_MS / 2, run: () => decideFilings(register, [id], { decision: 'approve' }) },
      ];
    }),
  );
  const check = (at: number): Step => ({
    at,
    run: () => createEarlyWarningService({ ...services, database, clock: () => at }).runNightlyCheck(),
  });
  const approve = async () => {
    const { rows } = await services.earlyWarning.list({ state: 'waiting', limit: 10, offset: 0 });
    const watch = rows.find(({ providerName }) => providerName === 'Bolingari Swap')!;
    await services.earlyWarning.decide(administrator, watch.id, 'approved');
  };
  return [
    ...reports,
    check(timeline.end - 3 * DAY_MS),
    { at: timeline.end - 2.5 * DAY_MS, run: approve },
    check(timeline.end),
  ];
}

const experienceSteps = ({ services: { experiences }, database, administrator }: Register): Step[] =>
  demoExperiences.map(({ status, ...content }, index) => ({
    at: timeline.end - (demoExperiences.length - index) * 3 * DAY_MS,
    run: async () => {
      const id = await database.transaction((tx) => experiences.accept(tx, content));
      if (status !== 'pending') await acknowledge(administrator, (actor) => experiences.decide(actor, id, status));
    },
  }));

/** Relative to now, as their terms run: one appeal pends, one was dismissed. */
function appealSteps(register: Register): Step[] {
  const { services, database, secondAdministrator, seed } = register;
  const daysAgo = (days: number) => Date.now() - days * DAY_MS;
  const file = (id: AppealId, content: Omit<Parameters<typeof services.appeals.accept>[1], 'askedBy'>) => () =>
    database.transaction((tx) =>
      services.appeals.accept(tx, { askedBy: 'named', ...content }, { id, actor: visitor, language: 'en' }),
    );
  const dismissedId = uuidv7<AppealId>();
  const mergedAlert = demoAlertId(
    seed,
    demoAlerts.findIndex(({ similar }) => similar),
  );
  return [
    {
      at: daysAgo(40),
      run: file(dismissedId, {
        subject: 'provider',
        subjectId: register.getProviderId('Fastari Daily Gains'),
        wants: 'removal',
        text: 'All withdrawals of our members have been paid. Please remove the warning. (Demo entry.)',
      }),
    },
    {
      at: daysAgo(31),
      run: () =>
        acknowledge(secondAdministrator, (actor) =>
          services.appeals.decide(actor, dismissedId, {
            outcome: 'dismissed',
            reason:
              'The letter that was sent to us says that all withdrawals have been paid. Three people have shown us since that theirs have not. (Demo entry.)',
          }),
        ),
    },
    {
      at: daysAgo(3),
      run: file(uuidv7<AppealId>(), {
        subject: 'alert',
        subjectId: mergedAlert,
        wants: 'correction',
        text: 'We moved the liquidity to another pool and have written so in our new channel. (Demo entry.)',
      }),
    },
  ];
}

/** Relative to now: one dispute is new, one is overdue, one was dismissed and one waits for a second person. */
function disputeSteps({ services: { disputes }, database, administrator }: Register): Step[] {
  const hoursAgo = (hours: number) => Date.now() - hours * HOUR_MS;
  const file = (id: DisputeId, content: Parameters<typeof disputes.accept>[1]) => () =>
    database.transaction((tx) => disputes.accept(tx, content, { id, actor: visitor, language: 'en' }));
  const decide = (id: DisputeId, outcome: 'upheld' | 'dismissed', reason: string) => () =>
    acknowledge(administrator, (actor) => disputes.decide(actor, id, { outcome, reason }));
  const [newId, overdueId, dismissedId, proposedId] = Array.from({ length: 4 }, () => uuidv7<DisputeId>()) as [
    DisputeId,
    DisputeId,
    DisputeId,
    DisputeId,
  ];
  return [
    {
      at: hoursAgo(400),
      run: file(dismissedId, {
        about: '@fastari_daily_gains',
        ground: 'not-scam',
        text: 'Our group pays everybody every Friday, ask our members. (Demo entry.)',
      }),
    },
    {
      at: hoursAgo(350),
      run: decide(dismissedId, 'dismissed', 'Nothing you sent shows that anybody was paid. (Demo entry.)'),
    },
    {
      at: hoursAgo(80),
      run: file(overdueId, {
        about: '+254 700 000 412',
        ground: 'changed-hands',
        text: 'I got this number from a shop in October and people call me a thief. (Demo entry.)',
      }),
    },
    {
      at: hoursAgo(30),
      run: file(proposedId, {
        about: 'lunavo-choir.example',
        ground: 'not-lookalike',
        text: 'We are a choir in Kigali and sell nothing. Our name is older than theirs. (Demo entry.)',
      }),
    },
    {
      at: hoursAgo(20),
      run: decide(proposedId, 'upheld', 'The site shows concerts only and is nine years old. (Demo entry.)'),
    },
    {
      at: hoursAgo(5),
      run: file(newId, {
        about: 'tradovani-market.example',
        ground: 'not-scam',
        text: 'This is the shop of our cooperative and has nothing to do with the exchange. (Demo entry.)',
      }),
    },
  ];
}

/** A change that waits for a second administrator. */
const proposalStep = ({ services: { directory }, administrator, getProviderId }: Register): Step => ({
  at: Date.now() - HOUR_MS,
  run: () =>
    acknowledge(administrator, (actor) =>
      directory.update(actor, getProviderId('Tradovani Exchange'), {
        verificationStatus: 'Limited',
        riskScore: 'Medium',
        flaggedReasons: ['Announced an attack of which our team found no trace.'],
        regulatoryCompliance: 45,
        reason: 'All three people who wrote to us have been paid. What it announced in May is still not explained.',
        evidence:
          'Messages of the three people, and the statement of the account from which they were paid, seen by us (demo entry).',
      }),
    ),
});

export const listRegisterSteps = (register: Register): Step[] => [
  ...providerSteps(register),
  ...demoAlerts.flatMap((_, index) => alertSteps(register, index)),
  ...demoReports.flatMap((_, index) => reportSteps(register, index)),
  ...mergedReportSteps(register),
  ...watchSteps(register),
  ...experienceSteps(register),
  ...appealSteps(register),
  ...disputeSteps(register),
  proposalStep(register),
];
