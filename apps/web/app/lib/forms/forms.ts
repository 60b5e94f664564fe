/**
 * Describes a form once for browser and server. The browser validates the values, calls the API and stays on the page;
 * without scripts the page's `action` does the same on the server and renders a page. Both show the same messages.
 */
import type { ErrorCode, ErrorReply } from '@hakiki/contract/errors';
import { readFieldError } from '@hakiki/contract/field-error';
import { ApiError, failureOf } from '../api/api.ts';
import { sentenceOf, type FailureTexts } from '../errors/failure.ts';
import { inWords } from '../errors/server-words.ts';
import type { Write } from '../api/writes.ts';
import { m } from '../../paraglide/messages.js';

export type Values = Record<string, string>;

/** Why the form was rejected, in the reader's language. */
export interface Refusal {
  form: string;
  /** Messages by field. */
  fields: Record<string, string>;
  /** A message about the whole form, shown as a toast with scripts; absent when only fields have errors. */
  notice?: { title: string; text: string };
  code?: ErrorCode;
  typed: Values;
}

export type Submitted<Reply> =
  | { status: 'done'; reply: Reply; values: Values; next: string }
  | { status: 'led'; next: string }
  | { status: 'refused'; refusal: Refusal; httpStatus: number; unsent?: Unsent };

/** Valid input that could not be sent because of the network; goes to the outbox. */
export interface Unsent {
  values: Values;
  body: unknown;
}

type Send = <Given, Reply>(write: Write<Given, Reply>, given: Given) => Promise<Reply>;

export interface Form<Reply> {
  readonly name: string;
  /** `extra` is called once all fields are valid; its values are sent along. */
  readonly submit: (given: Values, at: URL, send: Send, extra?: () => Promise<Values>) => Promise<Submitted<Reply>>;
}

/** A schema's message is an error code; a form's own issue has its text. */
type Issue = { path: readonly PropertyKey[] } & ({ message: string } | { words: string });

/** The part of a contract schema that a form needs. */
interface Schema<Body> {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Body } | { success: false; error: { issues: readonly Issue[] } };
}

interface Description<Body, Params, Reply> {
  name: string;
  write: Write<{ params: Params; body: Body }, Reply>;
  schema: Schema<Body>;
  failure: FailureTexts;
  /** Shows the error message unchanged, for developers. */
  isFailureRaw?: true;
  /** A message for the whole form when its one important field is blank. */
  blank?: { field: string; title: () => string; text: () => string };
  /** A message for the whole form when fields are blank, and field texts where the contract has none. */
  incomplete?: { title: () => string; text: () => string; fields: Record<string, () => string> };
  /** Values that are not typed. */
  fixed?: () => Values;
  /** Path parameters, taken from hidden fields. */
  params?: (values: Values) => Params;
  /** The page after success. */
  next: (reply: Reply, at: URL) => string;
  /** Error codes that are a step of the process: they go on to another page. */
  steps?: Partial<Record<ErrorCode, (at: URL) => string>>;
}

export function describeForm<Body, Reply, Params = undefined>(
  description: Description<Body, Params, Reply>,
): Form<Reply> {
  const {
    name,
    write,
    schema,
    failure,
    isFailureRaw,
    blank,
    incomplete,
    fixed,
    params,
    next,
    steps = {},
  } = description;
  return {
    name,
    async submit(given, at, send, extra) {
      const values = { ...given, ...fixed?.() };
      const refuse = (why: Pick<Refusal, 'fields' | 'notice' | 'code'>, httpStatus = 400) =>
        ({ status: 'refused', refusal: { form: name, typed: withoutSecrets(values), ...why }, httpStatus }) as const;

      if (blank && !values[blank.field]?.trim()) {
        const notice = { title: blank.title(), text: blank.text() };
        return refuse({ fields: { [blank.field]: notice.text }, notice });
      }
      const checked = schema.safeParse(values);
      if (!checked.success) {
        const fields = fieldSentences(checked.error.issues);
        const missing = Object.keys(incomplete?.fields ?? {}).filter((field) => field in fields && !values[field]);
        if (!incomplete || missing.length === 0) return refuse({ fields });
        for (const field of missing) fields[field] = incomplete.fields[field]?.() ?? '';
        return refuse({ fields, notice: { title: incomplete.title(), text: incomplete.text() } });
      }
      try {
        const body = extra ? { ...checked.data, ...(await extra()) } : checked.data;
        const reply = await send(write, { params: params?.(values) as Params, body });
        return { status: 'done', reply, values, next: next(reply, at) };
      } catch (error) {
        const { code, ...reply } = failureOf(error);
        const step = code && steps[code];
        if (step) return { status: 'led', next: step(at) };
        const text = isFailureRaw ? (error as Error).message : sentenceOf(error, failure.fallback());
        const notice = { title: failure.title(), text };
        if (error instanceof ApiError) return refuse({ fields: fieldsOf(reply), notice, code }, error.status);
        return { ...refuse({ fields: {}, notice }, 500), unsent: { values, body: checked.data } };
      }
    },
  };
}

/** Passwords and codes are never rendered into a page, not even the person's own. */
const withoutSecrets = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name) && name !== 'code'));

/** The first error of each field, in the order of the form. */
function fieldSentences(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.')] ??= sentenceIn(issue);
  return fields;
}

function sentenceIn(issue: Issue): string {
  if ('words' in issue) return issue.words;
  const error = readFieldError(issue.message);
  return inWords(error.code, 'params' in error ? error.params : undefined) ?? m.server_invalid_value();
}

const fieldsOf = ({ fields, fieldErrors }: Pick<ErrorReply, 'fields' | 'fieldErrors'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, sentence]) => {
      const error = fieldErrors?.[name];
      return [name, inWords(error?.code, error?.params) ?? sentence];
    }),
  );
