/** PayFast's API for merchants: subscriptions, refunds and the list of a day. */
import type { PayfastState, Transaction } from './state.ts';
import { isCallSigned, type Merchant, formatRands, readForm } from './protocol.ts';

export interface ApiResponse {
  status: number;
  type: 'application/json' | 'text/csv' | 'text/html' | 'text/plain';
  body: string;
}

export interface ApiCall {
  method: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const json = (status: number, body: unknown): ApiResponse => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const success = (response: unknown) => json(200, { code: 200, status: 'success', data: { response } });
const failed = (code: number, message: string) =>
  json(code, { code, status: 'failed', data: { response: false, message } });

/** The parameters of a form or JSON body. */
const readBody = ({ headers, body }: ApiCall): [string, string][] =>
  String(headers['content-type']).startsWith('application/json')
    ? Object.entries(JSON.parse(body || '{}') as Record<string, unknown>).map(([name, value]) => [name, String(value)])
    : readForm(body);

function formatList(rows: readonly Transaction[]): string {
  const names =
    '"Date","Type","Sign","Party","Name","Description","Currency","Funding Type","Gross","Fee","Net","Balance","M Payment ID","PF Payment ID","custom str1"';
  let balance = 0;
  const thousands = (cents: number) => {
    const text = formatRands(cents).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
    return text.includes(',') ? `"${text}"` : text;
  };
  const lines = rows.map(({ id, agreementId, kind, cents, feeCents, at }) => {
    const sign = kind === 'FUNDS_RECEIVED' ? 1 : -1;
    const net = sign * cents - feeCents;
    balance += net;
    const date = new Date(at + 7_200_000).toISOString().slice(0, 19).replace('T', ' ');
    const amounts = [sign * cents, -feeCents, net, balance].map(thousands).join(',');
    return `"${date}",${kind},${sign > 0 ? 'CREDIT' : 'DEBIT'},"Buyer, ""B""","Premium",,ZAR,CC,${amounts},${agreementId},${id}, `;
  });
  return [names, ...lines, ''].join('\n');
}

export function createApi(merchant: Merchant, books: PayfastState) {
  function subscriptions(call: ApiCall, token: string, act: string, body: Map<string, string>): ApiResponse {
    if (!books.subscriptions.has(token)) return failed(404, 'Subscription not found');
    const subscription = books.find(token);
    switch (`${call.method} ${act}`) {
      case 'GET fetch':
        return success({
          amount: subscription.cents,
          cycles: 0,
          cycles_complete: subscription.cyclesComplete,
          frequency: 3,
          run_date: `${subscription.runDate}T00:00:00+02:00`,
          status: subscription.status === 'ACTIVE' ? 1 : 0,
          status_reason: '',
          status_text: books.statusOf(subscription),
          token,
        });
      case 'PUT cancel':
        if (subscription.status === 'CANCELLED') return failed(400, 'The subscription is not in a valid state.');
        books.cancel(token);
        return success(true);
      case 'PUT pause':
        if (subscription.status !== 'ACTIVE') return failed(400, 'The subscription is not in a valid state.');
        books.pause(token, Number(body.get('cycles') ?? 1));
        return success(true);
      case 'PUT unpause':
        books.unpause(token);
        return success(true);
      case 'PATCH update':
        books.update(token, {
          ...(body.has('amount') && { cents: Number(body.get('amount')) }),
          ...(body.has('run_date') && { runDate: body.get('run_date')! }),
        });
        return success(true);
      default:
        return failed(404, 'Service / endpoint not found');
    }
  }

  function refunds(call: ApiCall, id: string, isQuery: boolean, body: Map<string, string>): ApiResponse {
    const charge = books.charges.get(id);
    if (!charge) return failed(404, 'Payment not found');
    const available = charge.cents - books.refundedOf(id);
    const isWhole = available === charge.cents;
    if (call.method === 'GET' && isQuery) {
      // Documented without an envelope.
      return json(200, {
        token: charge.token,
        funding_type: 'Credit Card',
        amount_original: charge.cents,
        amount_available_for_refund: available,
        status: available > 0 ? 'REFUNDABLE' : 'COMPLETED',
        errors: [],
        refund_full: { method: isWhole ? 'PAYMENT_SOURCE' : 'NOT_AVAILABLE' },
        refund_partial: { method: 'PAYMENT_SOURCE' },
        bank_names: [],
      });
    }
    const [cents, reason = ''] = [Number(body.get('amount')), body.get('reason')];
    if (call.method !== 'POST' || !body.has('notify_buyer') || reason.length < 3) return failed(400, 'Failure');
    if (!(cents > 0 && cents <= available)) return failed(400, 'Failure');
    books.refund(id, cents);
    return success(true);
  }

  return (call: ApiCall): ApiResponse => {
    const { method, url, headers } = call;
    if (method !== 'GET' && headers['content-length'] === undefined) {
      return { status: 411, type: 'text/html', body: '<h1>Length Required</h1>' };
    }
    const own = ['merchant-id', 'version', 'timestamp'].map((name): [string, string] => [
      name,
      String(headers[name] ?? ''),
    ]);
    const body = new Map(readBody(call));
    const values = new Map([...own, ...url.searchParams, ...body]);
    if (headers['merchant-id'] !== merchant.id) return failed(401, 'Merchant not found');
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/.test(values.get('timestamp') ?? '')) return failed(400, 'timestamp');
    if (!isCallSigned(values, String(headers['signature']), merchant))
      return failed(401, 'Merchant authorisation failed');

    const [, kind, first = '', second = ''] = url.pathname.split('/');
    if (kind === 'subscriptions') return subscriptions(call, first, second, body);
    if (kind === 'refunds') return refunds(call, second || first, first === 'query', body);
    if (url.pathname !== '/transactions/history/daily') return failed(404, 'Service / endpoint not found');
    const [limit, offset] = [
      Number(url.searchParams.get('limit') ?? 1000),
      Number(url.searchParams.get('offset') ?? 0),
    ];
    const rows = books.listOn(url.searchParams.get('date') ?? '').slice(offset, offset + limit);
    return { status: 200, type: 'text/csv', body: formatList(rows) };
  };
}
