/** Compares acknowledged writes with the database: each exists once, and no unacknowledged one exists. */
import type { Besieged } from './besieged.ts';
import type { Outcome } from './table.ts';

/** The table of each call that returns an id. */
const keptIn: Record<string, string> = {
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
const MESSAGE = 'POST /api/contact';
const messages = `select (select count(*) from sales_messages)
  + (select count(*) from unconfirmed_submissions where kind = 'contact') as n`;
const UNCONFIRMED = 'unconfirmed_submissions';
const tables = [...new Set([...Object.values(keptIn), UNCONFIRMED])];

interface Acknowledged {
  id: string;
  /** It needs a confirmation by email. */
  mailed?: true;
}

export interface Ledger {
  /** Records an acknowledged write, if the response is one. */
  note: (name: string, status: number, text: string) => Acknowledged | undefined;
  /** Checks all of them. */
  settle: (outcome: Outcome) => Promise<void>;
}

export async function openLedger({ sql }: Besieged): Promise<Ledger> {
  const countMessages = async () => Number((await sql(messages))[0]?.['n']);
  const messagesBefore = await countMessages();
  let messagesTold = 0;
  const isTold = (table: string) => (table === UNCONFIRMED ? `where kind <> 'contact'` : '');
  const idsIn = async (table: string) =>
    (await sql(`select id from ${table} ${isTold(table)}`)).map(({ id }) => String(id));
  const before = new Set((await Promise.all(tables.map(idsIn))).flat());
  const acknowledged = new Map(tables.map((table) => [table, new Set<string>()]));

  return {
    note: (name, status, text) => {
      if (name === MESSAGE && status === 201) messagesTold += 1;
      const table = keptIn[name];
      if (!table || status < 200 || status > 299) return undefined;
      const {
        providerId,
        id = providerId,
        mailed,
      } = JSON.parse(text) as Partial<Acknowledged & { providerId: string }>;
      if (id) acknowledged.get(mailed ? UNCONFIRMED : table)!.add(id);
      return id ? { id, ...(mailed && { mailed }) } : undefined;
    },
    settle: async (outcome) => {
      let written = messagesTold;
      const untoldMessages = (await countMessages()) - messagesBefore - messagesTold;
      outcome.lost += Math.max(0, -untoldMessages);
      outcome.doubled += Math.max(0, untoldMessages);
      if (untoldMessages !== 0)
        outcome.findings.push(`${untoldMessages} messages to sales more than were acknowledged`);
      for (const table of tables) {
        const told = acknowledged.get(table)!;
        const there = await idsIn(table);
        const kept = new Set(there);
        const lost = [...told].filter((id) => !kept.has(id));
        const untold = there.filter((id) => !before.has(id) && !told.has(id));
        written += told.size;
        outcome.lost += lost.length;
        outcome.doubled += untold.length;
        if (lost.length > 0) outcome.findings.push(`${lost.length} of ${told.size} lost from ${table}, as ${lost[0]}`);
        if (untold.length > 0) outcome.findings.push(`${untold.length} in ${table} that nobody was told of`);
      }
      outcome.notes.push(`${written} acknowledged writes were looked for`);
    },
  };
}
