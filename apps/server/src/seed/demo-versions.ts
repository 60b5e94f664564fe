/** Earlier versions of demo entries, and a change that waits for a second administrator. All of it is invented. */
import { proposalHours, type DecisionSubject } from '@hakiki/contract/admin-values';
import type { ClientBase } from 'pg';
import { Random, timedId } from './random.ts';

interface EarlierVersion {
  subject: Extract<DecisionSubject, 'alert' | 'report' | 'provider'>;
  id: string;
  at: string;
  reason: string;
  /** The earlier values, by the field names of a statement. */
  before: Record<string, unknown>;
}

interface Subjects {
  seed: number;
  alertId: string;
  reportId: string;
  findProviderId: (name: string) => string | undefined;
}

const earlierVersions = ({ alertId, reportId, findProviderId }: Subjects): EarlierVersion[] => [
  {
    subject: 'alert',
    id: alertId,
    at: '2026-10-31T14:10:00Z',
    reason: 'A third person has shown us the chat and both receipts. The second fee is new.',
    before: {
      title: 'Fastari Daily Gains: withdrawals are said to need a release fee',
      severity: 'High',
      description:
        'Since the last week of September, two people have told us that their withdrawals were refused until they paid a release fee of a tenth of their balance. Do not pay a fee to be given your own money, and keep the receipts of what you have paid. (Demo entry.)',
      affectedCountries: ['nigeria', 'ghana'],
    },
  },
  {
    subject: 'provider',
    id: findProviderId('Fastari Daily Gains')!,
    at: '2026-10-31T14:25:00Z',
    reason: 'More people have written to us, and its page now promises fixed returns.',
    before: {
      flaggedReasons: [
        'Reported by 2 people for withdrawals that never arrived.',
        'Under review since June 2026 after complaints about being asked to pay a fee before a withdrawal (demo entry).',
      ],
      riskScore: 'Medium',
    },
  },
  {
    subject: 'report',
    id: reportId,
    at: '2026-10-31T14:30:00Z',
    reason: 'The reporter has told us the day.',
    before: {
      description: 'My withdrawal is still pending. Support asks me to pay a release fee first.',
      severity: 'High',
    },
  },
];

/** The database function that returns the public statement, with the table and its status column. */
const tables = {
  alert: { from: 'fraud_alerts', statementFunction: 'alert_statement', status: 'status' },
  provider: { from: 'providers', statementFunction: 'provider_statement', status: 'verification_status' },
  report: { from: 'reports', statementFunction: 'report_statement', status: 'status' },
};

async function insertVersion(client: ClientBase, seed: number, { subject, id, at, reason, before }: EarlierVersion) {
  const { from, statementFunction, status } = tables[subject];
  await client.query(
    `with said as (select ${statementFunction}(t) as now, ${statementFunction}(t) || $3::jsonb as before from ${from} t where t.id = $2)
     insert into public_versions (subject, subject_id, statement, hash, successor, created_at)
     select $1, $2, before, statement_hash(before), now, $4 from said`,
    [subject, id, JSON.stringify(before), at],
  );
  await client.query(
    `insert into decisions (id, subject, subject_id, from_value, to_value, reason, created_at)
     select $1, $2, t.id, t.${status}, t.${status}, $4, $5 from ${from} t where t.id = $3`,
    [timedId(new Random(seed, `reworded ${subject}`), Date.parse(at)), subject, id, reason, at],
  );
}

const HOUR_MS = 3_600_000;

/** The proposer is an account that nobody uses, so that every administrator can be the second one. */
async function insertProposal(client: ClientBase, { seed, findProviderId }: Subjects, now: number): Promise<void> {
  const proposedAt = new Date(now - HOUR_MS);
  const proposer = timedId(new Random(seed, 'proposer'), proposedAt.getTime());
  await client.query(
    `insert into users (id, email, email_verified_at, first_name, last_name, is_admin)
     values ($1, 'colleague@hakiki.example', $2, 'Colleague', 'Demo', true)`,
    [proposer, proposedAt],
  );
  const edit = {
    verificationStatus: 'Limited',
    riskScore: 'Medium',
    flaggedReasons: ['Announced an attack of which our team found no trace.'],
    regulatoryCompliance: 45,
  };
  await client.query(
    `insert into proposals (id, subject, subject_id, subject_title, from_value, to_value, changes, statement_hash, reason,
       evidence, proposed_by, created_at, expires_at)
     select $1, 'provider', p.id, p.name, p.verification_status, $3, $4, statement_hash(provider_statement(p)), $5, $6, $7, $8, $9
     from providers p where p.id = $2`,
    [
      timedId(new Random(seed, 'proposal'), proposedAt.getTime()),
      findProviderId('Tradovani Exchange'),
      edit.verificationStatus,
      JSON.stringify(edit),
      'All three people who wrote to us have been paid. What it announced in May is still not explained.',
      'Messages of the three people, and the statement of the account from which they were paid, seen by us (demo entry).',
      proposer,
      proposedAt,
      new Date(proposedAt.getTime() + proposalHours.expiry * HOUR_MS),
    ],
  );
}

/** Runs after everything else exists. */
export async function seedChanges(client: ClientBase, subjects: Subjects, now = Date.now()): Promise<void> {
  for (const version of earlierVersions(subjects)) await insertVersion(client, subjects.seed, version);
  await insertProposal(client, subjects, now);
}
