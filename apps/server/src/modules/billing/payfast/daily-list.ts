/** PayFast's list of one day: CSV with a header line, and thousands separated by commas inside quotes. */
import { CsvError, readCsv } from '../../../platform/read-csv.ts';
import { GatewayError, type ListedRow } from '../gateway.ts';
import type { PayfastClient } from './client.ts';
import { readCents } from './notice.ts';

const PAGE = 1000;
/** A hundred thousand charges in a day cannot be ours. */
const MOST_PAGES = 100;

const unreadable = (words: string) => new GatewayError(`PayFast's list of the day ${words}`, { isPassing: true });

function readRow(cells: Readonly<Record<string, string>>, place: string): ListedRow[] {
  const { Type: type = '', 'PF Payment ID': chargeId = '', 'M Payment ID': agreementId = '' } = cells;
  const isRefund = type.includes('REFUND');
  // Payouts to our bank and separate fees are no charges.
  if (!isRefund && type !== 'FUNDS_RECEIVED') return [];
  const [gross, fee] = ['Gross', 'Fee'].map((name) => readCents(cells[name]?.replaceAll(',', '') ?? ''));
  const on = cells['Date']?.slice(0, 10) ?? '';
  if (gross === undefined || fee === undefined || !chargeId || cells['Currency'] !== 'ZAR') {
    return [{ direction: 'unreadable', chargeId: chargeId || place }];
  }
  return [
    {
      chargeId,
      agreementId: agreementId || undefined,
      gross: { cents: Math.abs(gross), currency: 'ZAR' },
      fee: { cents: 0 - fee, currency: 'ZAR' },
      direction: isRefund ? 'out' : 'in',
      on,
    },
  ];
}

function readRows(text: string): string[][] {
  try {
    return readCsv(text).map(({ cells }) => cells);
  } catch (error) {
    throw error instanceof CsvError ? unreadable('cannot be read') : error;
  }
}

async function listPage(client: PayfastClient, date: string, offset: number) {
  const query = { date, limit: String(PAGE), offset: String(offset) };
  const [names, ...rows] = readRows(await client.call({ method: 'GET', path: '/transactions/history/daily', query }));
  // A day without charges is empty or has the header only.
  if (!names) return [];
  if (!names.includes('PF Payment ID') || !names.includes('Gross')) throw unreadable('is something else');
  return rows.map((cells) => Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])));
}

export async function listDay(client: PayfastClient, date: string): Promise<ListedRow[]> {
  const listed: ListedRow[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const rows = await listPage(client, date, page * PAGE);
    listed.push(...rows.flatMap((cells, place) => readRow(cells, `${date}, row ${page * PAGE + place + 1}`)));
    if (rows.length < PAGE) return listed;
  }
  throw unreadable('has no end');
}
