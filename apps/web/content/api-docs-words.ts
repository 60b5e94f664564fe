/**
 * The words of the API's documentation, in each language. A call, a parameter or a refusal without words does not
 * compile.
 */
import type { v1Endpoints } from '@hakiki/contract/v1';
import type { V1ParameterName, v1FieldDescriptions, V1SchemaName } from '@hakiki/contract/v1-words';

type V1Endpoint = (typeof v1Endpoints)[number];
type NameOf<E extends V1Endpoint> = E extends V1Endpoint ? `${E['method']} ${E['path']}` : never;
export type V1CallName = NameOf<V1Endpoint>;
/** Errors that any call may answer. */
export const generalErrorCodes = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'UNEXPECTED', 'UNAVAILABLE'] as const;
export type V1ErrorCode = V1Endpoint['errors'][number] | (typeof generalErrorCodes)[number];

interface DocsSection {
  id: string;
  heading: string;
  paragraphs: readonly string[];
}

interface Numbers {
  quota: number;
  page: number;
  deepest: number;
  keyLength: { min: number; max: number };
  /** The address of the server for assistants. */
  mcpUrl: string;
}

export interface ApiDocsWords {
  /** As the language writes it behind a word. */
  colon: string;
  lead: string;
  onThisPage: string;
  document: string;
  start: { heading: string; text: string; run: string; running: string; failed: string };
  callsHeading: string;
  permission: string;
  limit: string;
  perHour: string;
  parametersHeading: string;
  name: string;
  meaning: string;
  required: string;
  /** Of a call that is to end, with the days as the language writes them. */
  ending: (since: string, sunset: string) => string;
  example: string;
  answer: string;
  refusals: string;
  errorsHeading: string;
  errorsText: string;
  code: string;
  status: string;
  advice: string;
  limitsHeading: string;
  limitsText: string;
  call: string;
  month: string;
  changesHeading: string;
  feed: string;
  calls: Record<V1CallName, string>;
  parameters: Record<V1ParameterName, string>;
  fieldsHeading: string;
  /** Instead of the fields, if they are those of the call before it. */
  sameFields: string;
  fields: { [Name in V1SchemaName]: Record<keyof (typeof v1FieldDescriptions)[Name], string> };
  errors: Record<V1ErrorCode, string>;
  kinds: {
    id: string;
    time: string;
    text: string;
    textUpTo: (letters: number) => string;
    number: (from: number, to: number) => string;
    otherwise: (value: unknown) => string;
    integer: string;
    yesOrNo: string;
    object: string;
    listOf: (kind: string) => string;
    orNull: (kind: string) => string;
  };
  /** What holds for every call. */
  sections: (numbers: Numbers) => readonly DocsSection[];
}
