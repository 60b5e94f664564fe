import { checkLimits } from '@hakiki/contract/check-values';
import { checkPath } from '@hakiki/contract/site';
import { useEffect, useRef, type FormEvent } from 'react';
import { LengthNote } from '../../components/forms/length-note.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { SelectField, TextAreaField } from '../../components/ui/field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { saveMyCountry, useMyCountry } from '../../lib/browser/my-country.ts';
import { useOnline } from '../../lib/browser/use-online.ts';
import { parseQuestion, type Question } from '../../lib/check/question.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  question: Question | undefined;
  problem: string | undefined;
  isSending: boolean;
  onAsk: (question: Question) => void;
  /** Without sending it. */
  onAskPrivately: (question: Question) => void;
}

const INPUT_ID = 'check-input';

/** A plain POST that works without scripts; with scripts the question goes into the state of the history. */
export function CheckForm({ question, problem, isSending, onAsk, onAskPrivately }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const remembered = useMyCountry(new URLSearchParams());
  const country = question ? (question.country ?? '') : (remembered ?? '');
  const isOnline = useOnline();
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('textarea')?.focus();
  }, [problem, question]);
  const readForm = (element: HTMLFormElement): Question => {
    const asked = parseQuestion(new FormData(element));
    if (asked.country) saveMyCountry(asked.country);
    return asked;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = readForm(event.currentTarget);
    if (!isSending) onAsk(asked);
  };
  return (
    <form
      ref={form}
      method="post"
      action={pathTo(checkPath)}
      noValidate
      onSubmit={submit}
      aria-label={m.checking_form()}
      className="flex max-w-[44rem] flex-col gap-4"
    >
      <TextAreaField
        key={`input ${question?.input}`}
        id={INPUT_ID}
        name="input"
        label={m.checking_input()}
        hint={m.checking_input_hint()}
        error={problem}
        note={<LengthNote id={INPUT_ID} max={checkLimits.inputLength} />}
        defaultValue={question?.input}
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        key={`country ${country}`}
        id="check-country"
        name="country"
        label={m.checking_country()}
        options={listCountryOptions({ selected: [country] })}
        emptyLabel={m.checking_country_none()}
        defaultValue={country}
      />
      {!isOnline && (
        <p role="status" className="flex items-start gap-2 rounded-control bg-accent-soft p-3 text-accent">
          <Icon name="offline" className="mt-0.5" />
          <span>
            {m.form_offline_title()}. {m.checking_offline()}
          </span>
        </p>
      )}
      <button type="submit" aria-disabled={isSending} className={buttonClass('primary', 'min-h-12 md:self-start')}>
        {isSending ? <Spinner label={m.checking_loading()} className="size-4" /> : <Icon name="search" />}
        {m.checking_submit()}
      </button>
      <div className="needs-scripts flex flex-col items-start">
        <button
          type="button"
          aria-describedby="check-private-hint"
          onClick={() => form.current && onAskPrivately(readForm(form.current))}
          className={textLinkClass()}
        >
          {m.device_private()}
        </button>
        <p id="check-private-hint" className="max-w-[68ch] text-sm text-muted">
          {m.device_private_hint()}
        </p>
      </div>
    </form>
  );
}
