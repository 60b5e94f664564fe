import { v1Endpoints } from '@hakiki/contract/v1';
import { v1ParameterDescriptions } from '@hakiki/contract/v1-words';
import type { ApiDocsWords, V1CallName } from '../api-docs-words.ts';

export const apiDocs: ApiDocsWords = {
  colon: ':',
  lead: 'What anybody can read in the register, for your programs: five calls, JSON in and out, with a key.',
  onThisPage: 'On this page',
  document: 'OpenAPI 3.1 document',
  start: {
    heading: 'Your first call',
    text: 'Make a test key under API Keys and put it into HAKIKI_API_KEY. A test key (hk_test_) is always answered from the same small sample, stores nothing and uses nothing of your quota; with a live key (hk_live_) the same lines read the register. Keep live keys on your server.',
  },
  callsHeading: 'Calls',
  permission: 'Permission',
  limit: 'Limit',
  perHour: 'per hour and key',
  parametersHeading: 'Parameters',
  name: 'Name',
  meaning: 'Meaning',
  required: 'required',
  ending: (since, sunset) => `Deprecated since ${since}. It is answered until ${sunset} (UTC) and not after that.`,
  example: 'Example',
  answer: 'Answer to this example with a test key',
  refusals: 'May be refused with',
  errorsHeading: 'Errors',
  errorsText:
    'Every refusal has the same shape, as application/problem+json: read code in your program, show message to people. What is wrong with single fields stands in fields, and as codes in fieldErrors.',
  code: 'Code',
  status: 'Status',
  advice: 'What to do',
  limitsHeading: 'Limits',
  limitsText:
    'Each key has so many calls an hour, each account so many calls a calendar month (UTC). What is refused or failed on our side costs nothing; what is unchanged (304) counts in the hour and not in the month.',
  call: 'Call',
  month: 'All calls of a month',
  changesHeading: 'Changes',
  feed: 'Follow the changes (Atom)',
  calls: Object.fromEntries(v1Endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary])) as Record<
    V1CallName,
    string
  >,
  parameters: v1ParameterDescriptions,
  errors: {
    INVALID_INPUT: 'Correct what fields names, and send it again.',
    PROVIDER_NOT_FOUND: 'Take the id from the list of providers; this one is not public.',
    KEY_REUSED: 'Use a new Idempotency-Key for a report with other content.',
    API_KEY_INVALID: 'Send the whole key in the header Authorization, as in the examples.',
    API_KEY_ENDED: 'Make a new key under API Keys, and put it in the place of this one.',
    PERMISSION_MISSING: 'Make a key with the permission that stands beside the call.',
    ADDRESS_REFUSED: 'Call from an address that the key allows, or make a key for other addresses.',
    API_PLAN_ENDED: 'Renew the plan of the account that owns the key.',
    LIVE_KEY_IN_BROWSER:
      'Call from your server. In a page use a test key, and revoke the live key if it was published.',
    RATE_LIMITED: 'Wait as many seconds as Retry-After says.',
    QUOTA_EXCEEDED: 'Wait for the next month, or write to us if you need more.',
    UNEXPECTED: 'Try again later; if it stays, write to us with the header X-Request-Id.',
    UNAVAILABLE: 'Try again after Retry-After; we are busy for a moment.',
  },
  kinds: {
    id: 'id (UUID)',
    time: 'time (ISO 8601)',
    text: 'text',
    textUpTo: (letters) => `text, up to ${letters} characters`,
    number: (from, to) => `${from} to ${to}`,
    otherwise: (value) => `; ${String(value)} unless told`,
  },
  sections: ({ page, deepest, keyLength }) => [
    {
      id: 'paging',
      heading: 'Pages and changes',
      paragraphs: [
        `Lists are arrays of at most ${page}. While there is more, the header Link has the address of the next page (rel="next"), and X-Total-Count the number of all matches. Offsets end at ${deepest}: filter closer, or read by updated_since.`,
        'To keep a copy, read everything once, then ask from time to time with updated_since set to when you last asked. Suspended providers are among the changes, so that your copy warns too.',
      ],
    },
    {
      id: 'etag',
      heading: 'Unchanged answers',
      paragraphs: [
        'Every answer to a GET has an ETag. Send it as If-None-Match: where nothing has changed you get 304 without a body. It counts in the hour and costs nothing of your monthly quota. If-None-Match: * is ignored.',
      ],
    },
    {
      id: 'idempotency',
      heading: 'Sending a report once',
      paragraphs: [
        `Give each report an Idempotency-Key of your own, random, of ${keyLength.min} to ${keyLength.max} characters. When no answer came, send the same again with the same key: the report is stored once, and you are answered as the first time.`,
      ],
    },
    {
      id: 'versions',
      heading: 'Versions',
      paragraphs: [
        'Fields, parameters and values may be added to version 1 at any time: pass over what you do not know. Nothing is taken away or given another meaning within it.',
        'When a call is to end, its answers say so for at least a year before, with the headers Deprecation (since when) and Sunset (until when), and owners of keys are written to.',
      ],
    },
  ],
};
