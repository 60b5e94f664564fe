/**
 * Checks that the public log contains every decision, by rules of this file's own, from the decisions table and the
 * downloaded lines.
 */

/** A line of a downloaded log file. */
export interface LogFileLine {
  kind: string;
  day: string;
  subject?: string;
  subjectId?: string;
  from?: string;
  to?: string;
  people?: number;
}

type Sql = (text: string) => Promise<Record<string, unknown>[]>;

interface DecisionRow {
  id: string;
  subject: string;
  about: string;
  from: string;
  to: string;
  day: string;
  people: number;
  reverses: string | null;
  hasWords: boolean;
  isWaiting: boolean;
}

const publicStatuses = new Set(['approved', 'investigating', 'resolved', 'shown']);
const alwaysPublicSubjects = new Set(['change', 'appeal']);
const neverLoggedSubjects = new Set(['account', 'message', 'payment', 'document']);

const isPublic = ({ subject, from, to, hasWords }: DecisionRow) =>
  alwaysPublicSubjects.has(subject) || publicStatuses.has(from) || publicStatuses.has(to) || hasWords;

const toComparableText = ({ subject, from, to, day, people }: LogFileLine | DecisionRow, about: string | undefined) =>
  [day, subject, about ?? 'unnamed', from, to, people].join(' ');

/** Returns the items of the first list that are missing in the second; duplicates count. */
function findMissing(items: readonly string[], otherItems: readonly string[]): string[] {
  const remainingCounts = new Map<string, number>();
  for (const one of otherItems) remainingCounts.set(one, (remainingCounts.get(one) ?? 0) + 1);
  return items.filter((one) => {
    const count = remainingCounts.get(one) ?? 0;
    remainingCounts.set(one, count - 1);
    return count <= 0;
  });
}

/** Compares the log with the decisions. A decision of today about something never public is not in the log yet. */
export async function compareWithDecisions(sql: Sql, lines: readonly LogFileLine[]) {
  const decisions = (await sql(
    `select d.id, d.subject, d.from_value as "from", d.to_value as "to", d.reverses,
       to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, 1 + (d.confirmed_by is not null)::int as people,
       coalesce((select x.subject_id from appeals x where x.id = d.subject_id), d.subject_id) as about,
       coalesce(d.statement_before, d.statement_after) is not null
         or exists (select from public_versions v where v.subject_id = d.subject_id and v.created_at <= d.created_at)
         or exists (select from providers p where p.id = d.subject_id and p.review_state = 'approved') as "hasWords",
       exists (select from decision_log_waiting w where w.id = d.id) as "isWaiting"
     from decisions d`,
  )) as unknown as DecisionRow[];
  const undone = new Set(decisions.map(({ reverses }) => reverses));
  const loggable = decisions.filter(({ subject }) => !neverLoggedSubjects.has(subject));
  const countedAnonymously = loggable.filter(
    (one) => !isPublic(one) && !one.isWaiting && one.from !== one.to && one.reverses === null && !undone.has(one.id),
  );
  const expected = [
    ...loggable.filter(isPublic).map((one) => toComparableText(one, one.about)),
    ...countedAnonymously.map((one) => toComparableText(one, undefined)),
  ];
  const found = lines.filter(({ kind }) => kind === 'decision').map((line) => toComparableText(line, line.subjectId));
  return {
    missing: findMissing(expected, found),
    unexpected: findMissing(found, expected),
    expectedCount: expected.length,
  };
}
