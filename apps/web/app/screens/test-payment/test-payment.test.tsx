import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createFakeApi } from '../../../test/fake-api.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { aCardForm } from '../../../test/factories.ts';
import { getFieldNames, getPostForm, getText } from '../../../test/dom-queries.ts';
import { renderPageOnServer, renderInBrowser, findToastText } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { siteContext } from '../../lib/pages/context.ts';
import * as screen from './test-payment.tsx';

const typedValues = [
  ['First name', 'Amina'],
  ['Last name', 'Diallo'],
  ['Email address', 'amina@example.org'],
  ['Cellphone number (optional)', '+27 82 000 0000'],
] as const;
const expectedBody = {
  name_first: 'Amina',
  name_last: 'Diallo',
  email_address: 'amina@example.org',
  cell_number: '+27 82 000 0000',
  amount: '5.00',
};

/** The arguments of loader and action, with or without a sandbox. */
function makeArgs(hasSandbox: boolean, posts?: Record<string, string>, api: Api = createFakeApi({}).api) {
  const { context } = createServerContext(api);
  context.set(siteContext, { origin: 'http://site.example', social: {}, ...(hasSandbox && { hasSandbox: true }) });
  const body = posts && new URLSearchParams(posts);
  const request = new Request('http://site.example/test-payment', body ? { method: 'POST', body } : {});
  return { context, request } as unknown as Parameters<typeof screen.loader>[0] & Parameters<typeof screen.action>[0];
}

async function fillAndSubmit(response: () => Promise<Response>) {
  const requests: unknown[] = [];
  const api: Api = (path, init) => {
    requests.push([path, JSON.parse(init?.body as string)]);
    return response();
  };
  const page = within(
    renderInBrowser(<screen.default />, { at: '/test-payment', store: new QueryStore(api), hasToasts: true }),
  );
  for (const [label, value] of typedValues) await userEvent.type(page.getByLabelText(label), value);
  await userEvent.click(page.getByRole('button', { name: 'Pay R5.00 in the sandbox' }));
  return requests;
}

describe('the page for test payments', () => {
  it('the test-payment page says that it is a sandbox, to be removed before production, with R5.00 every month without an end [TESTPAY-01] [TESTPAY-02] [TESTPAY-03] [ROUTE-23] [DEC-68]', () => {
    const body = renderPageOnServer(screen.default, { at: '/test-payment' });
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Test Payment');
    expect(getText(body)).toContain('Sandbox page, to be removed before production');
    expect(getText(body)).toContain('R5.00 every month, without an end');
    expect(getFieldNames(getPostForm(body))).toEqual([
      'form',
      'name_first',
      'name_last',
      'email_address',
      'cell_number',
    ]);
    setTestLanguage('fr');
    expect(getText(renderPageOnServer(screen.default, { at: '/fr/test-payment' }))).toContain(
      'R5,00 par mois, sans fin',
    );
  });

  it('the test-payment page responds 404 to GET and POST in production [DEC-45] [ROUTE-23]', () => {
    const notFoundError = expect.objectContaining({ init: { status: 404 } });
    expect(() => screen.loader(makeArgs(false))).toThrow(notFoundError);
    expect(() => screen.action(makeArgs(false, { form: 'test-payment', ...expectedBody }))).toThrow(notFoundError);
    expect(screen.loader(makeArgs(true))).toBeNull();
  });

  it('the test-payment page sends five fields and posts the hidden form of the response to the payment provider [TESTPAY-04] [TESTPAY-05] [CALL-19] [SHAPE-16]', async () => {
    const postedForms: unknown[] = [];
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const fields = [...this.querySelectorAll('input')].map(({ type, name, value }) => [type, name, value]);
      postedForms.push([this.action, this.hidden, fields]);
    });
    const form = aCardForm();
    const requests = await fillAndSubmit(() => Promise.resolve(Response.json(form)));
    await waitFor(() => expect(postedForms).toHaveLength(1));
    expect(requests).toEqual([['/api/payment/generate-payfast', expectedBody]]);
    expect(postedForms).toEqual([
      [
        form.payfastUrl,
        true,
        [
          ...Object.entries(form.paymentData).map(([name, value]) => ['hidden', name, value]),
          ['hidden', 'signature', form.signature],
        ],
      ],
    ]);
    submit.mockRestore();
  });

  it.each([
    [
      'of the server',
      () => Promise.resolve(new Response('{"message":"No."}', { status: 409 })),
      '409: {"message":"No."}',
    ],
    ['of the network', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
  ] as const)(
    'the test-payment page shows the error %s unchanged [TESTPAY-06] [ERR-06] [DEC-79]',
    async (_source, response, text) => {
      await fillAndSubmit(response);
      expect(await findToastText('alert')).toBe(`The payment could not be started: ${text}`);
    },
  );

  it('without scripts, a button posts the form to the payment provider [TESTPAY-05]', async () => {
    const api: Api = () => Promise.resolve(Response.json(aCardForm()));
    const response = await screen.action(makeArgs(true, { form: 'test-payment', ...expectedBody }, api));
    if (response instanceof Response) throw new Error('It led on to another page.');
    const body = renderPageOnServer(screen.default, { at: '/test-payment', actionData: response.data });
    const button = within(body).getByRole('button', { name: 'Continue to PayFast' });
    expect(button.closest('form')?.getAttribute('action')).toBe(aCardForm().payfastUrl);
  });
});
