/** When the operator is notified. docs/runbooks/alarms.md explains each kind under the same name. */
export const alarmKinds = [
  'audit-behind',
  'decision-log-behind',
  'decision-log-unsigned',
  'jobs-failing',
  'mail-waiting',
  'disk-filling',
  'certificate-ending',
  'replication-behind',
  'backup-old',
  'open-data-old',
  'news-silent',
  'replies-overdue',
  'masks-overdue',
  'chat-unanswered',
  'chat-over-budget',
] as const;

export type AlarmKind = (typeof alarmKinds)[number];

/** An alarm is raised when the value is above `limit`, or below it with `isWorseBelow`. */
interface Threshold {
  limit: number;
  unit: string;
  isWorseBelow?: true;
  /** The subject of the email. */
  title: string;
}

export const thresholds: Record<AlarmKind, Threshold> = {
  'audit-behind': { limit: 300, unit: 'seconds since the oldest unsealed entry', title: 'The audit is not sealed' },
  'decision-log-behind': {
    limit: 300,
    unit: 'seconds since the oldest decision that is not entered',
    title: 'The public decision log is not updated',
  },
  'decision-log-unsigned': {
    limit: 300,
    unit: 'seconds since the head of the public log could not be signed',
    title: 'The head of the public log is not signed',
  },
  'jobs-failing': { limit: 0, unit: 'jobs given up within the last hour', title: 'Jobs are failing' },
  'mail-waiting': {
    limit: 1800,
    unit: 'seconds since the oldest unsent email was due',
    title: 'Emails are not sent',
  },
  'disk-filling': {
    limit: 10,
    unit: 'percent of the disk of evidence that are free',
    isWorseBelow: true,
    title: 'The disk is nearly full',
  },
  'certificate-ending': {
    limit: 14,
    unit: 'days until the certificate of the site expires',
    isWorseBelow: true,
    title: 'The certificate of the site expires soon',
  },
  'replication-behind': {
    limit: 1024,
    unit: 'megabytes that the slowest replica has not confirmed',
    title: 'A replica is behind',
  },
  'backup-old': {
    limit: 26,
    unit: 'hours since the last backup',
    title: 'There is no recent backup',
  },
  'open-data-old': {
    limit: 16,
    unit: 'hours since the published indicators were written; their signature expires after 24',
    title: 'The published indicators are old',
  },
  'news-silent': {
    limit: 0,
    unit: 'news sources without new items',
    title: 'A news source has no new items',
  },
  'replies-overdue': {
    limit: 0,
    unit: 'business replies that nobody decided within seven days',
    title: 'Business replies are overdue',
  },
  'masks-overdue': {
    limit: 0,
    unit: 'masks that nobody confirmed or removed in time',
    title: 'Masks wait for a second person',
  },
  'chat-unanswered': {
    limit: 120,
    unit: 'seconds since the oldest question from a chat came that has no answer',
    title: 'Questions from chats are not answered',
  },
  'chat-over-budget': {
    limit: 0,
    unit: 'chats that have used up the answers of their day or the money of their month',
    title: 'A chat has used up its budget',
  },
};

export const isExceeded = (kind: AlarmKind, figure: number): boolean => {
  const { limit, isWorseBelow } = thresholds[kind];
  return isWorseBelow ? figure < limit : figure > limit;
};
