/** The browser's side of a form: validates and sends it on the page. Without scripts the page's action does it. */
import { useRef, useState, type FormEvent } from 'react';
import { useActionData, useNavigate } from 'react-router';
import { toValues } from './values.ts';
import type { Form, FormRejection, SubmitResult, UnsentFiling, Values } from './forms.ts';
import type { ProofOfWork } from './proof-of-work.ts';
import { removeToast, showToast } from '../browser/toast.ts';
import type { FailureTexts } from '../errors/failure.ts';
import { RESTORE_HASH } from '../pages/paths.ts';
import type { DraftState } from './use-draft.ts';
import { useQueryStore } from '../api/use-query.ts';
import { m } from '../../paraglide/messages.js';

export interface FormState {
  name: string;
  refusal: FormRejection | undefined;
  isSending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Called when the person first focuses the form. */
  onFocus?: () => void;
  /** True if only scripts can send it without an emailed link. */
  needsProof?: boolean;
  /** Values to fill in again: of a rejected form, or of a restored draft. */
  typed: Values | undefined;
  draft?: DraftState;
  /** True if what cannot be sent is stored on the device and sent later, also from another page. */
  hasOutbox?: boolean;
  /** Sends without a click, for a page that was opened to do just that. */
  send: (values: Values) => void;
}

type SubmitDone<Reply> = Extract<SubmitResult<Reply>, { status: 'done' }>;

interface Options<Reply> {
  /** Runs instead of going to the form's next page. The form stays busy until it has resolved. */
  onDone?: (done: SubmitDone<Reply>, element: HTMLFormElement | undefined) => void | Promise<void>;
  /** Proof of work of a public form. */
  work?: ProofOfWork;
  /** For a form long enough to need a draft. It also provides the Idempotency-Key. */
  draft?: DraftState;
  /** Stores a filing that could not be sent because of the network; resolves to whether it is stored. */
  storeUnsent?: (unsent: UnsentFiling) => Promise<boolean>;
}

export function useForm<Reply>(
  form: Form<Reply>,
  { onDone, work, draft, storeUnsent }: Options<Reply> = {},
): FormState {
  const store = useQueryStore();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState(useActionData<FormRejection | undefined>());
  const [isSending, setSending] = useState(false);
  const isInFlight = useRef(false);
  const failureToast = useRef<number>(undefined);

  async function submit(values: Values, element?: HTMLFormElement) {
    const getProof = async (): Promise<Values> => {
      const proof = await work?.proof();
      return proof === undefined ? {} : { proof };
    };
    const send: typeof store.send = (mutation, input) =>
      store.send(mutation, draft ? { ...input, idempotencyKey: draft.key() } : input);
    const url = new URL(location.href);
    // If the session has ended, the login leads back to the restored draft.
    if (draft) url.hash = RESTORE_HASH;
    const submission = await form.submit(values, url, send, getProof);
    if (submission.status === 'refused') {
      const { notice, code } = submission.refusal;
      if (code === 'KEY_REUSED') draft?.renewKey();
      if (storeUnsent && submission.unsent && (await storeUnsent(submission.unsent))) return setRefusal(undefined);
      if (submission.httpStatus >= 500 && !navigator.onLine) return waitForConnection(submission.refusal, element);
      setRefusal(submission.refusal);
      if (notice) {
        const { title, text: description } = notice;
        failureToast.current = showToast({ title, description, isDestructive: true, isInline: true });
      }
      return;
    }
    setRefusal(undefined);
    if (failureToast.current !== undefined) removeToast(failureToast.current);
    if (submission.status === 'done' && onDone) await onDone(submission, element);
    else await navigate(submission.next);
  }

  /**
   * Nothing has left the device, and the outbox does not have it. Sends again by itself only where the person allows to
   * keep the answers, and while the page is open.
   */
  function waitForConnection(unsent: FormRejection, element: HTMLFormElement | undefined) {
    const isKept = draft?.isEnabled === true && element !== undefined;
    const text = isKept ? m.form_offline_open() : m.form_offline();
    setRefusal({ ...unsent, notice: { title: m.form_offline_title(), text } });
    const sendAgain = () => void (element?.isConnected && submitOnce(toValues(new FormData(element)), element));
    if (isKept) addEventListener('online', sendAgain, { once: true });
  }

  async function submitOnce(values: Values, element?: HTMLFormElement) {
    if (isInFlight.current) return;
    isInFlight.current = true;
    setSending(true);
    try {
      await submit(values, element);
    } finally {
      isInFlight.current = false;
      setSending(false);
    }
  }

  // A page's forms share the result of its action, and one form may replace another.
  const ownRefusal = refusal?.form === form.name ? refusal : undefined;
  return {
    name: form.name,
    refusal: ownRefusal,
    typed: ownRefusal?.typed ?? draft?.restored,
    isSending,
    ...(draft && { draft }),
    ...(work && { onFocus: work.onFocus, needsProof: true }),
    onSubmit(event) {
      event.preventDefault();
      void submitOnce(toValues(new FormData(event.currentTarget)), event.currentTarget);
    },
    send: (values) => void submitOnce(values),
  };
}

/**
 * A form without its code. The code that validates and sends it is loaded on the first focus: before the connection may
 * be lost, and never by most visitors.
 */
export interface LazyForm<Reply> extends Form<Reply> {
  /** For the form's focus. Resolves to whether the code is loaded. */
  readonly prepare: () => Promise<boolean>;
}

export function createLazyForm<Reply>(
  name: string,
  load: () => Promise<Form<Reply>>,
  failure: FailureTexts,
): LazyForm<Reply> {
  return {
    name,
    prepare: () =>
      load().then(
        () => true,
        () => false,
      ),
    async submit(values, at, send, extra) {
      const form = await load().catch(() => undefined);
      if (form) return form.submit(values, at, send, extra);
      const notice = { title: failure.title(), text: failure.fallback() };
      return { status: 'refused', refusal: { form: name, fields: {}, notice, typed: values }, httpStatus: 503 };
    },
  };
}
