/** Edits a report before publication: marked private data is removed by a button, and all texts can be edited. */
import type { FieldChange } from '@hakiki/contract/decisions';
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { textLimits } from '@hakiki/contract/limits';
import { removedWords, withoutMarks } from '@hakiki/contract/private-marks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FieldChanges } from '../../../components/history/field-changes.tsx';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextAreaField, TextField } from '../../../components/ui/field.tsx';
import type { Language } from '../../../lib/language/language.ts';
import { storedLang } from '../../../lib/language/stored-language.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { privateLabels } from '../../../components/staff/marked-text.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { sendByKey } from '../../../components/staff/dialog-field.ts';
import { DetailLine, type FieldMark, marksIn, type PublicWords, publicWordsOf, type WordsField } from './marks.tsx';
import { rewordFiling } from './reads.ts';
import { Key } from './words.tsx';

/** The placeholders are in the language of the report. */
export const takenOut = (words: PublicWords, marks: readonly FieldMark[], language: Language): PublicWords => {
  const without = (field: WordsField) =>
    withoutMarks(
      words[field],
      marks.filter((mark) => mark.field === field),
      (kind) => removedWords[language][kind],
    );
  return { title: without('title'), providerName: without('providerName'), description: without('description') };
};

const fieldNames = { title: 'title', providerName: 'affectedProviderName', description: 'description' } as const;

const changesOf = (before: PublicWords, now: PublicWords): FieldChange[] =>
  (['title', 'providerName', 'description'] as const).flatMap((field) =>
    before[field] === now[field] ? [] : [{ field: fieldNames[field], from: before[field], to: now[field] }],
  );

interface Props {
  filing: CaseFiling;
  onClose: () => void;
  onSaved: (filing: CaseFiling) => void;
  /** Called after an error: the shown text may be outdated. */
  onRefused: () => void;
}

export function RedactionDialog({ filing, onClose, onSaved, onRefused }: Props) {
  const before = publicWordsOf(filing);
  const [words, setWords] = useState(before);
  const summary = useRef<HTMLParagraphElement>(null);
  const takeAll = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const save = useWrite(rewordFiling, {
    failure: { title: m.triage_words_failed, fallback: m.triage_failed_text },
    success: () => ({ title: m.triage_words_saved() }),
  });
  // By default the dialog would focus its close button.
  useEffect(() => (takeAll.current ?? text.current)?.focus(), []);

  const marks = marksIn(words, filing);
  const changes = changesOf(before, words);
  const put = (field: WordsField) => (event: { target: { value: string } }) =>
    setWords({ ...words, [field]: event.target.value });
  const takeOut = (which: readonly FieldMark[]) => {
    setWords(takenOut(words, which, filing.language));
    // The pressed button has disappeared.
    summary.current?.focus();
  };
  async function send() {
    if (changes.length === 0) return onClose();
    const { title, providerName, description } = words;
    const saved = await save.run({
      params: { id: filing.id },
      body: {
        description: description.trim(),
        ...(filing.kind === 'alert' && { title: title.trim() }),
        ...(providerName !== before.providerName && { providerName: providerName.trim() }),
        seen: filing.wordsVersion,
      },
    });
    if (!saved) return onRefused();
    onSaved(saved);
    onClose();
  }

  return (
    <AdminDialog title={m.triage_words_title()} onClose={onClose} isWide>
      <p className="text-muted">{m.triage_words_text()}</p>
      <DialogForm
        onSubmit={() => void send()}
        isSaving={save.isRunning}
        saveLabel={m.triage_words_save()}
        savingLabel={m.triage_words_saving()}
      >
        {/* Ctrl+Enter submits from every field. */}
        <div role="group" aria-label={m.triage_words_title()} className="flex flex-col gap-5" onKeyDown={sendByKey}>
          <section aria-labelledby="triage-words-marks" className="flex flex-col gap-2">
            <h3 id="triage-words-marks" className="font-semibold">
              {m.triage_words_marks()}
            </h3>
            <div className="flex flex-wrap items-center gap-3">
              <p ref={summary} tabIndex={-1} role="status" className="text-sm outline-none">
                {marks.length > 0 ? m.triage_private_count({ count: marks.length }) : m.triage_words_none()}
              </p>
              {marks.length > 0 && (
                <button ref={takeAll} type="button" onClick={() => takeOut(marks)} className={buttonClass('secondary')}>
                  {m.triage_words_take_all()} <Key>Enter</Key>
                </button>
              )}
            </div>
            <ul className="flex flex-col divide-y divide-line text-sm">
              {marks.map((mark) => (
                <li key={`${mark.field} ${mark.start}`} className="flex items-center justify-between gap-3 py-1.5">
                  <DetailLine mark={mark} />
                  <button
                    type="button"
                    onClick={() => takeOut([mark])}
                    aria-label={m.triage_words_take_named({ kind: privateLabels[mark.kind](), text: mark.text })}
                    className={rowButtonClass()}
                  >
                    {m.triage_words_take()}
                  </button>
                </li>
              ))}
            </ul>
          </section>
          {filing.kind === 'alert' && (
            <TextField
              id="triage-words-heading"
              label={m.triage_words_heading()}
              lang={storedLang(filing.language)}
              note={<LengthNote id="triage-words-heading" max={textLimits.title} value={words.title} />}
              value={words.title}
              onChange={put('title')}
            />
          )}
          {before.providerName && (
            <TextField
              id="triage-words-provider"
              label={m.triage_words_provider()}
              note={<LengthNote id="triage-words-provider" max={textLimits.title} value={words.providerName} />}
              value={words.providerName}
              onChange={put('providerName')}
            />
          )}
          <TextAreaField
            id="triage-words-description"
            ref={text}
            label={m.triage_words_description()}
            lang={storedLang(filing.language)}
            rows={8}
            note={<LengthNote id="triage-words-description" max={textLimits.text} value={words.description} />}
            value={words.description}
            onChange={put('description')}
          />
          {changes.length > 0 && (
            <section aria-labelledby="triage-words-changes" className="flex flex-col gap-2">
              <h3 id="triage-words-changes" className="font-semibold">
                {m.triage_words_changes()}
              </h3>
              <FieldChanges changes={changes} language={filing.language} />
            </section>
          )}
          {filing.original && <AsItWasSent filing={filing} />}
        </div>
      </DialogForm>
    </AdminDialog>
  );
}

/** For moderators only; collapsed, because the public text matters most. */
export function AsItWasSent({ filing: { original, language } }: { filing: CaseFiling }) {
  if (!original) return null;
  const { title, description, providerName } = original;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-brand underline max-md:min-h-11">
        {m.triage_words_original()}
      </summary>
      <div lang={storedLang(language)} className="flex flex-col gap-2 border-s-2 border-line ps-3 wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        {providerName && <p>{providerName}</p>}
        <p className="whitespace-pre-line">{description}</p>
      </div>
    </details>
  );
}

interface PublishProps {
  /** Reports with private data that was not confirmed yet. */
  filings: readonly { filing: CaseFiling; marks: readonly FieldMark[] }[];
  onClose: () => void;
  onEdit: (filing: CaseFiling) => void;
  onPublish: () => void;
}

/** Asks once: the same keys again publish. */
export function PublishDialog({ filings, onClose, onEdit, onPublish }: PublishProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  // The key that opened the dialog may still be pressed: a repeated key does not confirm.
  const publishByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return;
    if (event.repeat) event.preventDefault();
    else if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      onPublish();
    }
  };
  return (
    <AdminDialog title={m.triage_publish_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_publish_text()}</p>
      {filings.map(({ filing, marks }) => (
        <section key={filing.id} aria-label={filing.reference} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-semibold">{filing.reference}</h3>
            <button type="button" onClick={() => onEdit(filing)} className={buttonClass('secondary', 'text-sm')}>
              {m.triage_words()}
            </button>
          </div>
          <ul className="flex flex-col gap-1.5 text-sm">
            {marks.map((mark) => (
              <li key={`${mark.field} ${mark.start}`}>
                <DetailLine mark={mark} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-3">
        <button type="button" onClick={onClose} className={buttonClass('secondary')}>
          {m.admin_cancel()}
        </button>
        <button
          ref={confirm}
          type="button"
          onClick={onPublish}
          onKeyDown={publishByKey}
          className={buttonClass('primary')}
        >
          {m.triage_publish_confirm()} <Key>Enter</Key>
        </button>
      </div>
    </AdminDialog>
  );
}
