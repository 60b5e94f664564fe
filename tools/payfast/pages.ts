/** PayFast's pages for a buyer, and a control page for developers: plain forms, no scripts. */
import { type Subscription } from './state.ts';
import { formatRands } from './protocol.ts';

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>body{font:1rem/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}td,th{text-align:left;padding:.25rem .5rem}</style>
</head>
<body><h1>${escape(title)}</h1>
${body}
</body>
</html>
`;

export const formatCheckoutPage = (id: string, checkout: Map<string, string>): string =>
  page(
    'PayFast, played on this machine',
    `<p>${escape(checkout.get('item_name') ?? '')}</p>
<p>Now <strong>R${escape(checkout.get('amount') ?? '')}</strong>, then R${escape(checkout.get('recurring_amount') ?? '')} every month until it is cancelled. No card is needed and nothing is charged.</p>
<form method="post" action="/eng/process/payment/${id}">
<button name="act" value="pay">Pay</button>
<button name="act" value="cancel">Cancel</button>
</form>`,
  );

export const formatErrorPage = (problems: readonly string[]): string =>
  page('400 Bad Request', `<ul>${problems.map((problem) => `<li>${escape(problem)}</li>`).join('')}</ul>`);

/** An error page with status 200, as the real PayFast once sent it. */
export const errorPage = page('Oops', '<p>Something went wrong. Please try again later.</p>');

export const formatControlPage = (subscriptions: (Subscription & { statusText: string })[]): string =>
  page(
    'PayFast, played on this machine',
    `<p>Nothing is charged by itself. Here every subscription can be charged, refused or cancelled as PayFast or its buyer would.</p>
<table><tr><th>Subscription<th>Buyer<th>Monthly<th>Next<th>Status<th></tr>
${subscriptions
  .map(
    ({ token, agreementId, buyer, cents, runDate, statusText }) =>
      `<tr><td>${escape(agreementId)}<td>${escape(buyer.map(([, value]) => value).join(' '))}<td>R${formatRands(cents)}<td>${runDate}<td>${statusText}<td>
<form method="post" action="/desk"><input type="hidden" name="token" value="${token}">
<button name="act" value="renew">Charge</button> <button name="act" value="fail">Refuse the card</button> <button name="act" value="cancelByBuyer">Cancel</button></form></tr>`,
  )
  .join('\n')}</table>`,
  );
