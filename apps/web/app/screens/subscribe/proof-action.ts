/** The server's side of the proof form, for browsers without scripts. */
import { data, redirect, type RouterContextProvider } from 'react-router';
import { ApiError } from '../../lib/api/api.ts';
import { getFailureText } from '../../lib/errors/failure.ts';
import type { FormRejection } from '../../lib/forms/forms.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { PROOF_FIELD, PROOF_FORM } from './subscribe-forms.ts';

interface ActionArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Only this form of the page uploads a file. */
export const isProofUpload = ({ headers }: Request): boolean =>
  headers.get('Content-Type')?.startsWith('multipart/form-data') === true;

export async function sendProof({ request, context }: ActionArgs) {
  const reject = (message: string, status: number) =>
    data<FormRejection>({ form: PROOF_FORM, fields: { [PROOF_FIELD]: message }, typed: {} }, { status });
  const formData = await request.formData().catch(() => undefined);
  const file = formData?.get(PROOF_FIELD);
  if (!(file instanceof File) || file.size === 0) return reject(m.follow_file_missing(), 400);
  try {
    const response = await context.get(apiContext)('/api/subscription/proof', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: await file.arrayBuffer(),
    });
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  } catch (error) {
    return reject(getFailureText(error, m.files_failed()), error instanceof ApiError ? error.status : 500);
  }
  return redirect(pathTo('/subscribe'), 303);
}
