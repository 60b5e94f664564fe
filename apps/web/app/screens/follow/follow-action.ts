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
import { createAnswerForm, lookUp, lookUpForm, parseQuestionId } from './filing-forms.ts';
import { ADD_FILE_FORM, FILE_FIELD, parseFilingRef } from './filing-ref.ts';

/** Data of the page after a form post. It can contain an error and the state of the report. */
export interface FollowActionData extends Partial<FormRejection> {
  filing?: FilingRef;
  state?: FilingState;
  done?: 'answered' | 'added';
}

interface ActionArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export async function followAction({ request, context }: ActionArgs) {
  const formData = await request.formData().catch(() => undefined);
  const name = formData?.get(FORM_NAME_FIELD);
  if (!formData || typeof name !== 'string') throw data(null, { status: 400 });
  const api = context.get(apiContext);
  const filing = parseFilingRef(toValues(formData));
  const questionId = parseQuestionId(name);
  if (name === lookUpForm.name) return submit(lookUpForm, formData, request, api);
  if (questionId)
    return withState(submit(createAnswerForm(questionId), formData, request, api, 'answered'), filing, api);
  if (name === ADD_FILE_FORM) return withState(addFile(formData.get(FILE_FIELD), filing, api), filing, api);
  throw data(null, { status: 400 });
}

type FollowResponse = ReturnType<typeof data<FollowActionData>>;

async function submit(
  form: Form<FilingState>,
  formData: FormData,
  request: Request,
  api: Api,
  done?: FollowActionData['done'],
): Promise<FollowResponse> {
  const values = toValues(formData);
  const submission = await form.submit(values, new URL(request.url), (mutation, input) => mutation.send(api, input));
  if (submission.status === 'refused') return data(submission.refusal, { status: submission.httpStatus });
  if (submission.status === 'led') throw data(null, { status: 400 });
  return data({ filing: parseFilingRef(values), state: submission.reply, ...(done && { done }) });
}

const requestUpload = defineMutation('POST', '/api/filings/evidence');

async function addFile(file: FormDataEntryValue | null, filing: FilingRef, api: Api): Promise<FollowResponse> {
  const reject = (message: string, status: number) =>
    data<FollowActionData>({ form: ADD_FILE_FORM, fields: { [FILE_FIELD]: message }, typed: {} }, { status });
  if (!(file instanceof File) || file.size === 0) return reject(m.follow_file_missing(), 400);
  const body = announceEvidence.body.safeParse({ ...filing, name: file.name, bytes: file.size });
  if (!body.success) return reject(m.error_file_refused(), 400);
  try {
    const { uploadUrl } = await requestUpload.send(api, { body: body.data });
    const response = await api(uploadUrl, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: await file.arrayBuffer(),
    });
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
    return data<FollowActionData>({ filing, done: 'added' });
  } catch (error) {
    return reject(getFailureText(error, m.follow_file_failed_text()), error instanceof ApiError ? error.status : 500);
  }
}

/** Adds the current state of the report to the response, also after an error. */
async function withState(
  pendingResponse: Promise<FollowResponse>,
  filing: FilingRef,
  api: Api,
): Promise<FollowResponse> {
  const { data: actionData, init } = await pendingResponse;
  if (actionData.state) return data(actionData, init ?? undefined);
  const state = await lookUp.send(api, { body: filing }).catch(() => undefined);
  return data(state ? { ...actionData, filing, state } : actionData, init ?? undefined);
}
