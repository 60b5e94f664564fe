/** The browser's side of a form: checks, sends, and keeps the person on the page. Without scripts the page's action does it. */
import { useRef, useState, type FormEvent } from 'react';
import { useActionData, useNavigate } from 'react-router';
import { showFailure } from './failure.ts';
import type { Form, Refusal, Submission } from './forms.ts';
import { useReadStore } from './use-read.ts';

export interface FormState {
  name: string;
  refusal: Refusal | undefined;
  isSending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

type Done<Reply> = Extract<Submission<Reply>, { status: 'done' }>;

interface Options<Reply> {
  /** In place of going to the form's next page. */
  onDone?: (done: Done<Reply>, form: HTMLFormElement) => void;
}

export function useForm<Reply>(form: Form<Reply>, { onDone }: Options<Reply> = {}): FormState {
  const store = useReadStore();
  const navigate = useNavigate();
  const answered = useActionData<Refusal | undefined>();
  const [refusal, setRefusal] = useState(answered?.form === form.name ? answered : undefined);
  const [isSending, setSending] = useState(false);
  const underWay = useRef(false);

  async function submit(element: HTMLFormElement) {
    const send = store.send.bind(store);
    const submission = await form.submit(new FormData(element), new URL(location.href), send);
    if (submission.status === 'refused') {
      setRefusal(submission.refusal);
      if (submission.error !== undefined) {
        showFailure(form.failure.title(), submission.error, form.failure.fallback());
      }
      return;
    }
    setRefusal(undefined);
    if (submission.status === 'done' && onDone) onDone(submission, element);
    else await navigate(submission.next);
  }

  async function submitOnce(element: HTMLFormElement) {
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    try {
      await submit(element);
    } finally {
      underWay.current = false;
      setSending(false);
    }
  }

  return {
    name: form.name,
    refusal,
    isSending,
    onSubmit(event) {
      event.preventDefault();
      void submitOnce(event.currentTarget);
    },
  };
}
