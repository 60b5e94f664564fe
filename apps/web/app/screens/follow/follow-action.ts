/**
 * The server action of following a report. It responds with the page itself instead of redirecting, since the receipt
 * code must not appear in a URL.
 */
import { announceEvidence, type FilingState } from '@hakiki/contract/filings';
import { data, type RouterContextProvider } from 'react-router';
import { ApiError, type Api } from '../../lib/api/api.ts';
import type { FilingRef } from '../../lib/evidence/upload.ts';
import { getFailureText } from '../../lib/errors/failure.ts';
import { FORM_NAME_FIELD, toValues } from '../../lib/forms/values.ts';
import type { Form, FormRejection } from '../../lib/forms/forms.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { answerFormOf, lookUp, lookUpForm, questionOf } from './filing-forms.ts';
import { ADD_FILE, FILE, filingOf } from './filing-key.ts';

/** Data of the page after a form post. An error can stand beside the state of the report. */
export interface Followed extends Partial<FormRejection> {
  filing?: FilingRef;
  state?: FilingState;
  done?: 'answered' | 'added';
}

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export async function followAction({ request, context }: Posted) {
  const given = await request.formData().catch(() => undefined);
  const name = given?.get(FORM_NAME_FIELD);
  if (!given || typeof name !== 'string') throw data(null, { status: 400 });
  const api = context.get(apiContext);
  const filing = filingOf(toValues(given));
  const questionId = questionOf(name);
  if (name === lookUpForm.name) return submit(lookUpForm, given, request, api);
  if (questionId) return keepingState(submit(answerFormOf(questionId), given, request, api, 'answered'), filing, api);
  if (name === ADD_FILE) return keepingState(addFile(given.get(FILE), filing, api), filing, api);
  throw data(null, { status: 400 });
}

type Answered = ReturnType<typeof data<Followed>>;

async function submit(
  form: Form<FilingState>,
  given: FormData,
  request: Request,
  api: Api,
  done?: Followed['done'],
): Promise<Answered> {
  const values = toValues(given);
  const submission = await form.submit(values, new URL(request.url), (sent, made) => sent.send(api, made));
  if (submission.status === 'refused') return data(submission.refusal, { status: submission.httpStatus });
  if (submission.status === 'led') throw data(null, { status: 400 });
  return data({ filing: filingOf(values), state: submission.reply, ...(done && { done }) });
}

const announce = defineMutation('POST', '/api/filings/evidence');

async function addFile(file: FormDataEntryValue | null, filing: FilingRef, api: Api): Promise<Answered> {
  const refuse = (sentence: string, status: number) =>
    data<Followed>({ form: ADD_FILE, fields: { [FILE]: sentence }, typed: {} }, { status });
  if (!(file instanceof File) || file.size === 0) return refuse(m.follow_file_missing(), 400);
  const body = announceEvidence.body.safeParse({ ...filing, name: file.name, bytes: file.size });
  if (!body.success) return refuse(m.server_file_refused(), 400);
  try {
    const { uploadUrl } = await announce.send(api, { body: body.data });
    const response = await api(uploadUrl, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: await file.arrayBuffer(),
    });
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
    return data<Followed>({ filing, done: 'added' });
  } catch (error) {
    return refuse(getFailureText(error, m.follow_file_failed_text()), error instanceof ApiError ? error.status : 500);
  }
}

/** Adds the current state of the report to the response, also after an error. */
async function keepingState(answering: Promise<Answered>, filing: FilingRef, api: Api): Promise<Answered> {
  const { data: followed, init } = await answering;
  if (followed.state) return data(followed, init ?? undefined);
  const state = await lookUp.send(api, { body: filing }).catch(() => undefined);
  return data(state ? { ...followed, filing, state } : followed, init ?? undefined);
}
