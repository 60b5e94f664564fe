/** Edits a report before publication: marked private data is removed by a button, and all texts can be edited. */
import type { FieldChange } from '@hakiki/contract/decisions';
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { textLimits } from '@hakiki/contract/limits';
import { removedTexts, replaceMarks } from '@hakiki/contract/private-marks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FieldChanges } from '../../../components/history/field-changes.tsx';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextAreaField, TextField } from '../../../components/ui/field.tsx';
import type { Language } from '../../../lib/language/language.ts';
import { getStoredTextLang } from '../../../lib/language/stored-language.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { privateKindLabels } from '../../../components/staff/marked-text.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { submitOnCtrlEnter, useFieldFocus } from '../../../components/staff/dialog-field.ts';
import {
  MarkLine,
  type FieldMark,
  findMarks,
  type PublicTexts,
  getPublicTexts,
  type PublicTextField,
} from '../parts/marks.tsx';
import { editFilingTexts } from './queries.ts';
import { KeyHint } from './labels.tsx';

/** The placeholders are in the language of the report. */
export const removeMarks = (texts: PublicTexts, marks: readonly FieldMark[], language: Language): PublicTexts => {
  const removeFromField = (field: PublicTextField) =>
    replaceMarks(
      texts[field],
      marks.filter((mark) => mark.field === field),
      (kind) => removedTexts[language][kind],
    );
  return {
    title: removeFromField('title'),
    providerName: removeFromField('providerName'),
    description: removeFromField('description'),
  };
};

const fieldNames = { title: 'title', providerName: 'affectedProviderName', description: 'description' } as const;

const listChanges = (before: PublicTexts, current: PublicTexts): FieldChange[] =>
  (['title', 'providerName', 'description'] as const).flatMap((field) =>
    before[field] === current[field] ? [] : [{ field: fieldNames[field], from: before[field], to: current[field] }],
  );

interface Props {
  filing: CaseFiling;
  onClose: () => void;
  onSaved: (filing: CaseFiling) => void;
  /** Called after an error: the shown text may be outdated. */
  onRejected: () => void;
}

export function RedactionDialog({ filing, onClose, onSaved, onRejected }: Props) {
  const before = getPublicTexts(filing);
  const [texts, setTexts] = useState(before);
  const summary = useRef<HTMLParagraphElement>(null);
  const removeAllButton = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const save = useMutation(editFilingTexts, {
    failure: { title: m.triage_words_failed, fallback: m.triage_failed_text },
    success: () => ({ title: m.triage_words_saved() }),
  });
  // By default the dialog would focus its close button.
  useEffect(() => (removeAllButton.current ?? text.current)?.focus(), []);

  const marks = findMarks(texts, filing);
  const changes = listChanges(before, texts);
  const setField = (field: PublicTextField) => (event: { target: { value: string } }) =>
    setTexts({ ...texts, [field]: event.target.value });
  const removeAndFocus = (marksToRemove: readonly FieldMark[]) => {
    setTexts(removeMarks(texts, marksToRemove, filing.language));
    // The pressed button has disappeared.
    summary.current?.focus();
  };
  async function send() {
    if (changes.length === 0) return onClose();
    const { title, providerName, description } = texts;
    const saved = await save.run({
      params: { id: filing.id },
      body: {
        description: description.trim(),
        ...(filing.kind === 'alert' && { title: title.trim() }),
        ...(providerName !== before.providerName && { providerName: providerName.trim() }),
        seen: filing.wordsVersion,
      },
    });
    if (!saved) return onRejected();
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
        <div
          role="group"
          aria-label={m.triage_words_title()}
          className="flex flex-col gap-5"
          onKeyDown={submitOnCtrlEnter}
        >
          <section aria-labelledby="triage-words-marks" className="flex flex-col gap-2">
            <h3 id="triage-words-marks" className="font-semibold">
              {m.triage_words_marks()}
            </h3>
            <div className="flex flex-wrap items-center gap-3">
              <p ref={summary} tabIndex={-1} role="status" className="text-sm outline-none">
                {marks.length > 0 ? m.triage_private_count({ count: marks.length }) : m.triage_words_none()}
              </p>
              {marks.length > 0 && (
                <button
                  ref={removeAllButton}
                  type="button"
                  onClick={() => removeAndFocus(marks)}
                  className={buttonClass('secondary')}
                >
                  {m.triage_words_take_all()} <KeyHint>Enter</KeyHint>
                </button>
              )}
            </div>
            <ul className="flex flex-col divide-y divide-line text-sm">
              {marks.map((mark) => (
                <li key={`${mark.field} ${mark.start}`} className="flex items-center justify-between gap-3 py-1.5">
                  <MarkLine mark={mark} />
                  <button
                    type="button"
                    onClick={() => removeAndFocus([mark])}
                    aria-label={m.triage_words_take_named({ kind: privateKindLabels[mark.kind](), text: mark.text })}
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
              lang={getStoredTextLang(filing.language)}
              note={<LengthNote id="triage-words-heading" max={textLimits.title} value={texts.title} />}
              value={texts.title}
              onChange={setField('title')}
            />
          )}
          {before.providerName && (
            <TextField
              id="triage-words-provider"
              label={m.triage_words_provider()}
              note={<LengthNote id="triage-words-provider" max={textLimits.title} value={texts.providerName} />}
              value={texts.providerName}
              onChange={setField('providerName')}
            />
          )}
          <TextAreaField
            id="triage-words-description"
            ref={text}
            label={m.triage_words_description()}
            lang={getStoredTextLang(filing.language)}
            rows={8}
            note={<LengthNote id="triage-words-description" max={textLimits.text} value={texts.description} />}
            value={texts.description}
            onChange={setField('description')}
          />
          {changes.length > 0 && (
            <section aria-labelledby="triage-words-changes" className="flex flex-col gap-2">
              <h3 id="triage-words-changes" className="font-semibold">
                {m.triage_words_changes()}
              </h3>
              <FieldChanges changes={changes} language={filing.language} />
            </section>
          )}
          {filing.original && <OriginalTexts filing={filing} />}
        </div>
      </DialogForm>
    </AdminDialog>
  );
}

/** For moderators only; collapsed, because the public text matters most. */
export function OriginalTexts({ filing: { original, language } }: { filing: CaseFiling }) {
  if (!original) return null;
  const { title, description, providerName } = original;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-brand underline max-md:min-h-11">
        {m.triage_words_original()}
      </summary>
      <div lang={getStoredTextLang(language)} className="flex flex-col gap-2 border-s-2 border-line ps-3 wrap-anywhere">
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

/** Asks before private data becomes public. The focus is on Edit: the keys that opened the dialog publish nothing. */
export function PublishDialog({ filings, onClose, onEdit, onPublish }: PublishProps) {
  const firstEdit = useFieldFocus<HTMLButtonElement>();
  // The key that opened the dialog may still be pressed.
  const ignoreRepeatedKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  };
  return (
    <AdminDialog title={m.triage_publish_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_publish_text()}</p>
      {filings.map(({ filing, marks }, index) => (
        <section key={filing.id} aria-label={filing.reference} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-semibold">{filing.reference}</h3>
            <button
              ref={index === 0 ? firstEdit : undefined}
              type="button"
              onClick={() => onEdit(filing)}
              onKeyDown={ignoreRepeatedKey}
              className={buttonClass('primary', 'text-sm')}
            >
              {m.triage_words()} {index === 0 && <KeyHint>Enter</KeyHint>}
            </button>
          </div>
          <ul className="flex flex-col gap-1.5 text-sm">
            {marks.map((mark) => (
              <li key={`${mark.field} ${mark.start}`}>
                <MarkLine mark={mark} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-3">
        <button type="button" onClick={onClose} className={buttonClass('secondary')}>
          {m.admin_cancel()}
        </button>
        <button type="button" onClick={onPublish} className={buttonClass('secondary')}>
          {m.triage_publish_confirm()}
        </button>
      </div>
    </AdminDialog>
  );
}
