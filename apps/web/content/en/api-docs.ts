import { v1Endpoints } from '@hakiki/contract/v1';
import { v1FieldDescriptions, v1ParameterDescriptions } from '@hakiki/contract/v1-words';
import type { ApiDocsWords, V1CallName } from '../api-docs-words.ts';

export const apiDocs: ApiDocsWords = {
  colon: ':',
  lead: 'Read the public register from your programs: providers, reviews, compliance and fraud alerts, as JSON.',
  onThisPage: 'On this page',
  document: 'OpenAPI 3.1 document',
  start: {
    heading: 'Your first call',
    text: 'No account is needed to try: this test key is for everybody. A test key (hk_test_) always returns the same small sample, stores nothing and uses no quota. With a live key (hk_live_) the same lines read the register. Keep live keys on your server.',
    run: 'Run this call',
    running: 'Calling…',
    failed: 'No response. Check your connection and try again.',
  },
  callsHeading: 'Calls',
  permission: 'Permission',
  limit: 'Limit',
  perHour: 'per hour and key',
  parametersHeading: 'Parameters',
  name: 'Name',
  meaning: 'Meaning',
  required: 'required',
  ending: (since, sunset) => `Deprecated since ${since}. It stops working after ${sunset} (UTC).`,
  example: 'Example',
  answer: 'Answer to this example with a test key',
  refusals: 'Errors of this call',
  errorsHeading: 'Errors',
  errorsText:
    'Every error has the same shape, as application/problem+json: read code in your program, show message to people. Errors of single fields are in fields, and as codes in fieldErrors. Errors about the key or a limit can come from every call.',
  code: 'Code',
  status: 'Status',
  advice: 'What to do',
  limitsHeading: 'Limits',
  limitsText:
    'Calls are limited per key and hour, and per account and calendar month (UTC). A call counts if it is answered, also with 400 or 404. Calls refused for their key or a limit (401, 403, 429) and errors on our side (5xx) do not count. Unchanged responses (304) count in the hour, but not in the month. A check of many inputs counts as one call.',
  call: 'Call',
  month: 'All calls in a month',
  changesHeading: 'Changes',
  feed: 'Follow the changes (Atom)',
  calls: Object.fromEntries(v1Endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary])) as Record<
    V1CallName,
    string
  >,
  parameters: v1ParameterDescriptions,
  fieldsHeading: 'Fields of the response',
  sameFields: 'The response has the same fields as each entry of the call above.',
  fields: v1FieldDescriptions,
  errors: {
    INVALID_INPUT: 'Correct the fields listed in fields, and send it again.',
    PROVIDER_NOT_FOUND: 'Take the id from the list of providers; this one is not public.',
    ALERT_NOT_FOUND: 'Take the id from the list of alerts; this one was never public.',
    NOT_FOUND: 'Check the path: no call has this address.',
    METHOD_NOT_ALLOWED: 'Use one of the methods that the header Allow names.',
    KEY_REUSED: 'Use a new Idempotency-Key for a report with other content.',
    API_KEY_INVALID: 'Send the whole key in the header Authorization, as in the examples.',
    API_KEY_ENDED: 'Create a new key under API Keys, and replace this one.',
    PERMISSION_MISSING: 'Create a key with the permission shown next to the call.',
    ADDRESS_REFUSED: 'Call from an address that the key allows, or create a key for other addresses.',
    API_PLAN_ENDED: 'Renew the plan of the account that owns the key.',
    LIVE_KEY_IN_BROWSER:
      'Call from your server. In a page use a test key, and revoke the live key if it was published.',
    RATE_LIMITED: 'Wait as many seconds as Retry-After says.',
    QUOTA_EXCEEDED: 'Wait for the next month, or write to us if you need more.',
    UNEXPECTED: 'Try again later. If it happens again, write to us with the header X-Request-Id.',
    UNAVAILABLE: 'Try again after Retry-After: we are busy for a moment.',
  },
  kinds: {
    id: 'id (UUID)',
    time: 'time (ISO 8601)',
    text: 'text',
    textUpTo: (letters) => `text, up to ${letters} characters`,
    number: (from, to) => `${from} to ${to}`,
    otherwise: (value) => `; default: ${String(value)}`,
    integer: 'whole number',
    yesOrNo: 'true or false',
    object: 'object',
    listOf: (kind) => `list of: ${kind}`,
    orNull: (kind) => `${kind}, or null`,
  },
  sections: ({ page, deepest, keyLength, mcpUrl }) => [
    {
      id: 'paging',
      heading: 'Pages and changes',
      paragraphs: [
        `Lists are arrays of at most ${page}. The Link header contains the next page (rel="next"), and X-Total-Count the number of all matches. Offsets end at ${deepest}: use more filters, or updated_since.`,
        'To keep a copy, read everything once, then call regularly with updated_since set to the time of your last call. Suspended providers are among the changes, so that your copy warns too.',
      ],
    },
    {
      id: 'etag',
      heading: 'Unchanged answers',
      paragraphs: [
        'Every answer to a GET has an ETag. Send it as If-None-Match: if nothing has changed, you get 304 without a body. It counts in the hour, but not in your monthly quota. If-None-Match: * is ignored.',
      ],
    },
    {
      id: 'idempotency',
      heading: 'Sending a report once',
      paragraphs: [
        `Give each report an Idempotency-Key of your own, random, of ${keyLength.min} to ${keyLength.max} characters. If you get no response, send the same report again with the same key: it is stored once, and you get the first response.`,
      ],
    },
    {
      id: 'assistants',
      heading: 'AI assistants (MCP)',
      paragraphs: [
        `Add this address to your assistant as a remote server: ${mcpUrl}. It needs no key, keeps nothing, and speaks the Model Context Protocol over HTTP, in the revisions 2026-07-28 and 2025-11-25.`,
        'It has three tools, which only read. check: is this link, wallet, number or message a scam? first_hour: whom to call after money was sent. licence: what registers and laws say. Each answer begins with the verdict and names sources and dates; nothing known never means safe.',
        'Pages of other sites cannot call it. Show people what your assistant sends, and pass on the sources.',
      ],
    },
    {
      id: 'versions',
      heading: 'Versions',
      paragraphs: [
        'Fields, parameters and values may be added to version 1 at any time: ignore what you do not know. We remove nothing and change no meaning within it.',
        'Before a call is removed, its responses announce it for at least a year with the headers Deprecation (since when) and Sunset (until when), and we email the owners of keys.',
      ],
    },
  ],
};
