/** PayFast's list of one day: CSV with a header line, and thousands separated by commas inside quotes. */
import { CsvError, readCsv } from '../../../platform/read-csv.ts';
import { GatewayError, type ListedRow } from '../payments/gateway.ts';
import type { PayfastClient } from './client.ts';
import { parseCents } from './notice.ts';

const PAGE_SIZE = 1000;
/** A hundred thousand charges in a day cannot be ours. */
const MAX_PAGES = 100;

const listError = (message: string) => new GatewayError(`PayFast's list of the day ${message}`, { isTemporary: true });

function parseRow(cells: Readonly<Record<string, string>>, position: string): ListedRow[] {
  const { Type: type = '', 'PF Payment ID': chargeId = '', 'M Payment ID': agreementId = '' } = cells;
  const isRefund = type.includes('REFUND');
  // Payouts to our bank and separate fees are no charges.
  if (!isRefund && type !== 'FUNDS_RECEIVED') return [];
  const [gross, fee] = ['Gross', 'Fee'].map((name) => parseCents(cells[name]?.replaceAll(',', '') ?? ''));
  const date = cells['Date']?.slice(0, 10) ?? '';
  if (gross === undefined || fee === undefined || !chargeId || cells['Currency'] !== 'ZAR') {
    return [{ direction: 'unreadable', chargeId: chargeId || position }];
  }
  return [
    {
      chargeId,
      agreementId: agreementId || undefined,
      gross: { cents: Math.abs(gross), currency: 'ZAR' },
      fee: { cents: 0 - fee, currency: 'ZAR' },
      direction: isRefund ? 'out' : 'in',
      on: date,
    },
  ];
}

function parseRows(text: string): string[][] {
  try {
    return readCsv(text).map(({ cells }) => cells);
  } catch (error) {
    throw error instanceof CsvError ? listError('cannot be read') : error;
  }
}

async function fetchPage(client: PayfastClient, date: string, offset: number) {
  const query = { date, limit: String(PAGE_SIZE), offset: String(offset) };
  const [names, ...rows] = parseRows(await client.call({ method: 'GET', path: '/transactions/history/daily', query }));
  // A day without charges is empty or has the header only.
  if (!names) return [];
  if (!names.includes('PF Payment ID') || !names.includes('Gross')) throw listError('is something else');
  return rows.map((cells) => Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])));
}

export async function fetchDay(client: PayfastClient, date: string): Promise<ListedRow[]> {
  const charges: ListedRow[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rows = await fetchPage(client, date, page * PAGE_SIZE);
    charges.push(...rows.flatMap((cells, index) => parseRow(cells, `${date}, row ${page * PAGE_SIZE + index + 1}`)));
    if (rows.length < PAGE_SIZE) return charges;
  }
  throw listError('has no end');
}
