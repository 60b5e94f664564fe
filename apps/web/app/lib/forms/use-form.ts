/** The browser's side of a form: validates and sends it on the page. Without scripts the page's action does it. */
import { useRef, useState, type FormEvent } from 'react';
import { useActionData, useNavigate } from 'react-router';
import { valuesOf } from './values.ts';
import type { Form, Refusal, Submitted, Unsent, Values } from './forms.ts';
import type { ProofOfWork } from './proof-of-work.ts';
import { showToast } from '../browser/toast.ts';
import type { FailureTexts } from '../errors/failure.ts';
import type { DraftState } from './use-draft.ts';
import { useReadStore } from '../api/use-read.ts';

export interface FormState {
  name: string;
  refusal: Refusal | undefined;
  isSending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Called when the person first focuses the form. */
  onFocus?: () => void;
  /** Values to fill in again: of a rejected form, or of a restored draft. */
  typed: Values | undefined;
  draft?: DraftState;
  /** Sends without a click, for a page that was opened to do just that. */
  send: (values: Values) => void;
}

type Done<Reply> = Extract<Submitted<Reply>, { status: 'done' }>;

interface Options<Reply> {
  /** Runs instead of going to the form's next page. The form stays busy until it has resolved. */
  onDone?: (done: Done<Reply>, element: HTMLFormElement | undefined) => void | Promise<void>;
  /** Proof of work of a public form. */
  work?: ProofOfWork;
  /** For a form long enough to need a draft. It also provides the Idempotency-Key. */
  draft?: DraftState;
  /** Stores a filing that could not be sent because of the network; resolves to whether it is stored. */
  keep?: (unsent: Unsent) => Promise<boolean>;
}

export function useForm<Reply>(form: Form<Reply>, { onDone, work, draft, keep }: Options<Reply> = {}): FormState {
  const store = useReadStore();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState(useActionData<Refusal | undefined>());
  const [isSending, setSending] = useState(false);
  const underWay = useRef(false);

  async function submit(values: Values, element?: HTMLFormElement) {
    const proven = async (): Promise<Values> => {
      const proof = await work?.proof();
      return proof === undefined ? {} : { proof };
    };
    const send: typeof store.send = (write, given) =>
      store.send(write, draft ? { ...given, idempotencyKey: draft.key() } : given);
    const submission = await form.submit(values, new URL(location.href), send, proven);
    if (submission.status === 'refused') {
      const { notice, code } = submission.refusal;
      if (code === 'KEY_REUSED') draft?.renewKey();
      if (keep && submission.unsent && (await keep(submission.unsent))) return setRefusal(undefined);
      setRefusal(submission.refusal);
      if (notice) showToast({ title: notice.title, description: notice.text, isDestructive: true });
      return;
    }
    setRefusal(undefined);
    if (submission.status === 'done' && onDone) await onDone(submission, element);
    else await navigate(submission.next);
  }

  async function submitOnce(values: Values, element?: HTMLFormElement) {
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    try {
      await submit(values, element);
    } finally {
      underWay.current = false;
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
    ...(work && { onFocus: work.onFocus }),
    onSubmit(event) {
      event.preventDefault();
      void submitOnce(valuesOf(new FormData(event.currentTarget)), event.currentTarget);
    },
    send: (values) => void submitOnce(values),
  };
}

/**
 * A form without its code. The code that validates and sends it is loaded on the first focus: before the connection may
 * be lost, and never by most readers.
 */
export interface LightForm<Reply> extends Form<Reply> {
  /** For the form's focus. */
  readonly prepare: () => void;
}

export function lightForm<Reply>(
  name: string,
  load: () => Promise<Form<Reply>>,
  failure: FailureTexts,
): LightForm<Reply> {
  return {
    name,
    prepare: () => void load().catch(() => undefined),
    async submit(values, at, send, extra) {
      const form = await load().catch(() => undefined);
      if (form) return form.submit(values, at, send, extra);
      const notice = { title: failure.title(), text: failure.fallback() };
      return { status: 'refused', refusal: { form: name, fields: {}, notice, typed: values }, httpStatus: 503 };
    },
  };
}
