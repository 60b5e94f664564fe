/**
 * Describes a form once for browser and server. The browser validates the values, calls the API and stays on the page;
 * without scripts the page's `action` does the same on the server and renders a page. Both show the same messages.
 */
import type { ErrorCode, ErrorReply } from '@hakiki/contract/errors';
import { parseFieldError } from '@hakiki/contract/field-error';
import { ApiError, parseFailure } from '../api/api.ts';
import { getFailureText, type FailureTexts } from '../errors/failure.ts';
import { getErrorText } from '../errors/server-error-texts.ts';
import type { Mutation } from '../api/mutations.ts';
import { loginPathFrom } from '../pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export type Values = Record<string, string>;

/** Why the form was rejected, in the user's language. */
export interface FormRejection {
  form: string;
  /** Messages by field. */
  fields: Record<string, string>;
  /** A message about the whole form, shown as a toast with scripts; absent when only fields have errors. */
  notice?: { title: string; text: string };
  code?: ErrorCode;
  typed: Values;
}

export type SubmitResult<Reply> =
  | { status: 'done'; reply: Reply; values: Values; next: string }
  | { status: 'led'; next: string }
  | { status: 'refused'; refusal: FormRejection; httpStatus: number; unsent?: UnsentFiling };

/** Valid input that could not be sent because of the network; goes to the outbox. */
export interface UnsentFiling {
  values: Values;
  body: unknown;
}

type Send = <Input, Reply>(mutation: Mutation<Input, Reply>, input: Input) => Promise<Reply>;

export interface Form<Reply> {
  readonly name: string;
  /** `extra` is called once all fields are valid; its values are sent along. */
  readonly submit: (
    values: Values,
    url: URL,
    send: Send,
    extra?: () => Promise<Values>,
  ) => Promise<SubmitResult<Reply>>;
}

/** A schema's message is an error code; a form's own issue has its text. */
type Issue = { path: readonly PropertyKey[] } & ({ message: string } | { words: string });

/** The part of a contract schema that a form needs. */
export interface Schema<Body> {
  safeParse: (
    value: unknown,
  ) => { success: true; data: Body } | { success: false; error: { issues: readonly Issue[] } };
}

/** The schema of a form without fields. */
export const emptySchema = { safeParse: () => ({ success: true, data: undefined }) as const };

export interface FormDescription<Body, Params, Reply> {
  name: string;
  mutation: Mutation<{ params: Params; body: Body }, Reply>;
  schema: Schema<Body>;
  failure: FailureTexts;
  /** Shows the error message unchanged, for developers. */
  isFailureRaw?: true;
  /** A message for the whole form when its one important field is blank. */
  blank?: { field: string; title: () => string; text: () => string };
  /** A message for the whole form when fields are blank, and field texts where the contract has none. */
  incomplete?: { title: () => string; text: () => string; fields: Record<string, () => string> };
  /** The field for an email address, which replaces a missing proof of work. */
  emailField?: string;
  /** Values that are not typed. */
  getFixedValues?: () => Values;
  /** Path parameters, taken from hidden fields. */
  params?: (values: Values) => Params;
  /** The page after success. */
  next: (reply: Reply, url: URL) => string;
  /** Error codes that are a step of the process: they go on to another page. */
  steps?: Partial<Record<ErrorCode, (url: URL) => string>>;
}

export function defineForm<Body, Reply, Params = undefined>(
  description: FormDescription<Body, Params, Reply>,
): Form<Reply> {
  const {
    name,
    mutation,
    schema,
    failure,
    isFailureRaw,
    blank,
    incomplete,
    emailField,
    getFixedValues,
    params,
    next,
    steps = {},
  } = description;
  return {
    name,
    async submit(typedValues, url, send, extra) {
      const values = { ...typedValues, ...getFixedValues?.() };
      const reject = (details: Pick<FormRejection, 'fields' | 'notice' | 'code'>, httpStatus = 400) =>
        ({
          status: 'refused',
          refusal: { form: name, typed: withoutSecrets(values), ...details },
          httpStatus,
        }) as const;

      if (blank && !values[blank.field]?.trim()) {
        const notice = { title: blank.title(), text: blank.text() };
        return reject({ fields: { [blank.field]: notice.text }, notice });
      }
      const parsed = schema.safeParse(values);
      if (!parsed.success) {
        const fields = toFieldMessages(parsed.error.issues);
        const missing = Object.keys(incomplete?.fields ?? {}).filter((field) => field in fields && !values[field]);
        if (!incomplete || missing.length === 0) return reject({ fields });
        for (const field of missing) fields[field] = incomplete.fields[field]?.() ?? '';
        return reject({ fields, notice: { title: incomplete.title(), text: incomplete.text() } });
      }
      try {
        const body = extra ? { ...parsed.data, ...(await extra()) } : parsed.data;
        const reply = await send(mutation, { params: params?.(values) as Params, body });
        return { status: 'done', reply, values, next: next(reply, url) };
      } catch (error) {
        const { code, ...reply } = parseFailure(error);
        const step = code && (steps[code] ?? (code === 'NOT_SIGNED_IN' ? stepToLogin(url) : undefined));
        if (step) return { status: 'led', next: step(url) };
        const text = isFailureRaw ? (error as Error).message : getFailureText(error, failure.fallback());
        const notice = { title: failure.title(), text };
        const emailError = emailField && code === 'PROOF_MISSING' && { [emailField]: m.report_email_missing() };
        if (error instanceof ApiError)
          return reject({ fields: { ...toServerFieldMessages(reply), ...emailError }, notice, code }, error.status);
        return { ...reject({ fields: {}, notice }, 500), unsent: { values, body: parsed.data } };
      }
    },
  };
}

/** A session that has ended leads to the login and back. The console has a dialog of its own, which keeps the page. */
const stepToLogin = ({ pathname, search, hash }: URL) =>
  pathname.includes('/admin') ? undefined : () => loginPathFrom(pathname + search + hash);

/** Passwords and codes are never rendered into a page, not even the person's own. */
const withoutSecrets = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name) && name !== 'code'));

/** The first error of each field, in the order of the form. */
function toFieldMessages(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.')] ??= toFieldMessage(issue);
  return fields;
}

function toFieldMessage(issue: Issue): string {
  if ('words' in issue) return issue.words;
  const error = parseFieldError(issue.message);
  return getErrorText(error.code, 'params' in error ? error.params : undefined) ?? m.error_invalid_value();
}

const toServerFieldMessages = ({
  fields,
  fieldErrors,
}: Pick<ErrorReply, 'fields' | 'fieldErrors'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, message]) => {
      const error = fieldErrors?.[name];
      return [name, getErrorText(error?.code, error?.params) ?? message];
    }),
  );
