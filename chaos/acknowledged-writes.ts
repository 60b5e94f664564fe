/** Compares acknowledged writes with the database: each exists once, and no unacknowledged one exists. */
import type { TestStack } from './test-stack.ts';
import type { Outcome } from './outcome.ts';

/** The table of each call that returns an id. */
const tableByCall: Record<string, string> = {
  'POST /api/fraud-alerts': 'fraud_alerts',
  'POST /api/reports': 'reports',
  'POST /api/providers': 'providers',
  'POST /api/experiences': 'experiences',
  'POST /api/appeals': 'appeals',
  'POST /api/providers/:id/reviews': 'reviews',
  'POST /api/admin/providers': 'providers',
  'POST /api/admin/reports': 'reports',
  'POST /api/admin/appeals': 'appeals',
  'PUT /api/business/profile': 'providers',
};
/** Acknowledged without an id: only counted. */
const CONTACT_CALL = 'POST /api/contact';
const countMessagesSql = `select (select count(*) from sales_messages)
  + (select count(*) from unconfirmed_submissions where kind = 'contact') as n`;
const UNCONFIRMED = 'unconfirmed_submissions';
const tables = [...new Set([...Object.values(tableByCall), UNCONFIRMED])];

interface Acknowledged {
  id: string;
  /** It needs a confirmation by email. */
  mailed?: true;
}

export interface AcknowledgedWrites {
  /** Records an acknowledged write, if the response is one. */
  record: (name: string, status: number, text: string) => Acknowledged | undefined;
  /** Checks all of them. */
  verify: (outcome: Outcome) => Promise<void>;
}

export async function trackAcknowledgedWrites({ sql }: TestStack): Promise<AcknowledgedWrites> {
  const countMessages = async () => Number((await sql(countMessagesSql))[0]?.['n']);
  const messagesBefore = await countMessages();
  let messagesAcknowledged = 0;
  const countedRows = (table: string) => (table === UNCONFIRMED ? `where kind <> 'contact'` : '');
  const idsIn = async (table: string) =>
    (await sql(`select id from ${table} ${countedRows(table)}`)).map(({ id }) => String(id));
  const before = new Set((await Promise.all(tables.map(idsIn))).flat());
  const acknowledged = new Map(tables.map((table) => [table, new Set<string>()]));

  return {
    record: (name, status, text) => {
      if (name === CONTACT_CALL && status === 201) messagesAcknowledged += 1;
      const table = tableByCall[name];
      if (!table || status < 200 || status > 299) return undefined;
      const {
        providerId,
        id = providerId,
        mailed,
      } = JSON.parse(text) as Partial<Acknowledged & { providerId: string }>;
      if (id) acknowledged.get(mailed ? UNCONFIRMED : table)!.add(id);
      return id ? { id, ...(mailed && { mailed }) } : undefined;
    },
    verify: async (outcome) => {
      let written = messagesAcknowledged;
      const unacknowledgedMessages = (await countMessages()) - messagesBefore - messagesAcknowledged;
      outcome.lost += Math.max(0, -unacknowledgedMessages);
      outcome.doubled += Math.max(0, unacknowledgedMessages);
      if (unacknowledgedMessages !== 0)
        outcome.findings.push(`${unacknowledgedMessages} messages to sales more than were acknowledged`);
      for (const table of tables) {
        const acknowledgedIds = acknowledged.get(table)!;
        const storedIds = await idsIn(table);
        const stored = new Set(storedIds);
        const lost = [...acknowledgedIds].filter((id) => !stored.has(id));
        const unacknowledged = storedIds.filter((id) => !before.has(id) && !acknowledgedIds.has(id));
        written += acknowledgedIds.size;
        outcome.lost += lost.length;
        outcome.doubled += unacknowledged.length;
        if (lost.length > 0)
          outcome.findings.push(`${lost.length} of ${acknowledgedIds.size} lost from ${table}, as ${lost[0]}`);
        if (unacknowledged.length > 0)
          outcome.findings.push(`${unacknowledged.length} in ${table} that nobody was told of`);
      }
      outcome.notes.push(`${written} acknowledged writes were looked for`);
    },
  };
}
