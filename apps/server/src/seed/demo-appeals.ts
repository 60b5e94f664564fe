/** Two appeals against demo entries: one pending, one dismissed. All of it is invented. */
import { appealRules, type AppealSubject, type AppealRequest } from '@hakiki/contract/appeal-values';
import type { ClientBase } from 'pg';
import { createReceiptHash } from './cases.ts';
import { Random, timedId } from './random.ts';

interface DemoAppeal {
  subject: AppealSubject;
  subjectId: string;
  subjectTitle: string;
  wants: AppealRequest;
  daysAgo: number;
  dismissed?: { daysAgo: number; reason: string };
}

interface Subjects {
  seed: number;
  alert: { id: string; title: string };
  provider: { id: string; name: string };
}

const DAY_MS = 24 * 3_600_000;

const demoAppeals = ({ alert, provider }: Subjects): DemoAppeal[] => [
  { subject: 'alert', subjectId: alert.id, subjectTitle: alert.title, wants: 'correction', daysAgo: 3 },
  {
    subject: 'provider',
    subjectId: provider.id,
    subjectTitle: provider.name,
    wants: 'removal',
    daysAgo: 40,
    dismissed: {
      daysAgo: 31,
      reason:
        'The letter that was sent to us says that all withdrawals have been paid. Three people have shown us since that theirs have not. (Demo entry.)',
    },
  },
];

async function insertAppeal(client: ClientBase, seed: number, appeal: DemoAppeal, now: number): Promise<void> {
  const { subject, subjectId, subjectTitle, wants, daysAgo, dismissed } = appeal;
  const arrivedAt = new Date(now - daysAgo * DAY_MS);
  const decidedAt = dismissed && new Date(now - dismissed.daysAgo * DAY_MS);
  const id = timedId(new Random(seed, `appeal ${subject}`), arrivedAt.getTime());
  await client.query(
    `insert into filings (id, kind, receipt_hash, language, created_at) values ($1, 'appeal', $2, 'en', $3)`,
    [id, createReceiptHash(seed, id), arrivedAt],
  );
  await client.query(
    `insert into appeals (id, subject, subject_id, subject_title, asked_by, wants, status, is_noticed, created_at, due_at, decided_at,
       reason)
     values ($1, $2, $3, $4, 'named', $5, $6, true, $7, $8, $9, $10)`,
    [
      id,
      subject,
      subjectId,
      subjectTitle,
      wants,
      dismissed ? 'dismissed' : 'pending',
      arrivedAt,
      new Date(arrivedAt.getTime() + appealRules.days * DAY_MS),
      decidedAt ?? null,
      dismissed?.reason ?? null,
    ],
  );
  if (!dismissed || !decidedAt) return;
  await client.query(
    `insert into decisions (id, subject, subject_id, from_value, to_value, reason, arrived_at, created_at)
     values ($1, 'appeal', $2, 'pending', 'dismissed', $3, $4, $5)`,
    [timedId(new Random(seed, 'appeal decided'), decidedAt.getTime()), id, dismissed.reason, arrivedAt, decidedAt],
  );
}

/** Runs after the entries exist. */
export async function seedAppeals(client: ClientBase, subjects: Subjects, now = Date.now()): Promise<void> {
  for (const appeal of demoAppeals(subjects)) await insertAppeal(client, subjects.seed, appeal, now);
}
