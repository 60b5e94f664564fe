/** Makes the evidence pack in the browser. Nothing is sent, except when the person makes a report of it. */
import { evidencePackPath, languageTable } from '@hakiki/contract/site';
import { useState, type ChangeEvent } from 'react';
import { useNavigate } from 'react-router';
import { CopyButton } from '../../components/copy-button.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { FileButton } from '../../components/ui/file-button.tsx';
import { SelectField, TextAreaField, TextField } from '../../components/ui/field.tsx';
import { downloadTextFile } from '../../lib/browser/download-text-file.ts';
import { readTicks, type Ticks } from '../../lib/browser/first-hour-ticks.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { createIdempotencyKey, deleteDraft, findDraft, saveDraft } from '../../lib/forms/draft.ts';
import type { Values } from '../../lib/forms/forms.ts';
import { toValues } from '../../lib/forms/values.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { listedPage } from '../../lib/pages/head.ts';
import { pathTo, RESTORE_HASH } from '../../lib/pages/paths.ts';
import { languageLabel } from '../../components/language-label.tsx';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { m } from '../../paraglide/messages.js';
import {
  countPayments,
  createPack,
  describePicture,
  listSections,
  MAX_PAYMENTS,
  parsePictures,
  paymentFields,
  paymentLabels,
  toPaymentField,
  toScamReport,
  toText,
  type EvidencePack,
} from './evidence-pack-data.ts';
import {
  type MessageLanguage,
  messageLanguages,
  recipients,
  toMessageLanguage,
  writeMessage,
  type Recipient,
} from './victim-messages.ts';

const FORM = 'evidence-pack';

export const handle: PageHandle = { isForm: true };

export const meta = listedPage(evidencePackPath, m.pack_title, m.pack_description);

/** Reads once, so that saving while the person types does not start the form again. */
function createReader(): () => string {
  let values: string | undefined;
  return () => (values ??= JSON.stringify(findDraft(FORM)?.values ?? {}));
}

export default function EvidencePackPage() {
  const [readStored] = useState(createReader);
  const stored = useBrowserValue(readStored);
  return (
    <article className="max-w-[68ch] print:max-w-none">
      <h1 className="title-page">{m.pack_title()}</h1>
      <p className="mt-4 text-lg text-muted print:hidden">{m.pack_lead()}</p>
      <noscript>
        <p className="mt-4">{m.pack_noscript()}</p>
      </noscript>
      <PackForm key={stored ?? ''} initial={stored ? (JSON.parse(stored) as Values) : {}} />
    </article>
  );
}

function PackForm({ initial }: { initial: Values }) {
  const [values, setValues] = useState(initial);
  const [payments, setPayments] = useState(countPayments(initial));
  const ticks = useBrowserValue(() => JSON.stringify(readTicks())) ?? '{}';
  const navigate = useNavigate();

  function update(form: HTMLFormElement, changes: Values = {}) {
    const next = { ...toValues(new FormData(form)), ...changes };
    setValues(next);
    saveDraft(FORM, { values: next, key: FORM });
  }

  async function addPictures({ target }: ChangeEvent<HTMLInputElement>) {
    const pictures = await Promise.all([...(target.files ?? [])].map(describePicture));
    update(target.form!, { pictures: JSON.stringify(pictures) });
  }

  const field = (name: string, label: string, hint?: string) => ({
    id: `pack-${name}`,
    name,
    label,
    hint,
    defaultValue: initial[name],
  });
  const pack = createPack(values, JSON.parse(ticks) as Ticks);
  const report = () => {
    saveDraft('scam', { values: toScamReport(values, pack), key: createIdempotencyKey() });
    void navigate(`${pathTo('/report-scam')}${RESTORE_HASH}`);
  };
  return (
    <>
      <form
        aria-label={m.pack_title()}
        className="mt-6 flex flex-col gap-5 print:hidden"
        onChange={({ currentTarget }) => update(currentTarget, { pictures: values['pictures'] ?? '' })}
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField {...field('against', m.pack_against(), m.pack_against_hint())} autoComplete="off" />
        <TextAreaField {...field('addresses', m.pack_addresses(), m.pack_addresses_hint())} />
        <fieldset className="flex flex-col gap-4">
          <legend className="title-section">{m.pack_section_payments()}</legend>
          {Array.from({ length: payments }, (_, index) => (
            <div key={index} className="grid gap-3 border-t border-line pt-3 md:grid-cols-2">
              {paymentFields.map((name) => (
                <TextField
                  key={name}
                  {...field(toPaymentField(index, name), paymentLabels[name]())}
                  type={name === 'time' ? 'datetime-local' : 'text'}
                  autoComplete="off"
                />
              ))}
            </div>
          ))}
          {payments < MAX_PAYMENTS && (
            <button type="button" className={buttonClass('secondary')} onClick={() => setPayments(payments + 1)}>
              {m.pack_add_payment()}
            </button>
          )}
        </fieldset>
        <TextAreaField {...field('story', m.pack_story(), m.pack_story_hint())} />
        <TextAreaField {...field('timeline', m.pack_timeline(), m.pack_timeline_hint())} />
        <div className="flex flex-col gap-1.5">
          <label htmlFor="pack-files" className="font-semibold">
            {m.pack_section_pictures()}
          </label>
          <p id="pack-files-hint" className="text-sm text-muted">
            {m.pack_pictures_hint()}
          </p>
          <FileButton
            id="pack-files"
            label={m.files_choose()}
            accept="image/*,application/pdf"
            describedBy="pack-files-hint"
            onChange={(event) => {
              event.stopPropagation();
              void addPictures(event);
            }}
          />
          <ul className="text-sm text-muted">
            {parsePictures(values['pictures']).map(({ name, sha256 }) => (
              <li key={sha256} className="wrap-anywhere">
                {name}: {sha256}
              </li>
            ))}
          </ul>
        </div>
        <SelectField
          {...field('country', m.pack_country())}
          emptyLabel={m.form_choose()}
          options={listCountryOptions()}
        />
        <div className="grid gap-3 md:grid-cols-2">
          <TextField {...field('name', m.pack_name())} autoComplete="name" />
          <TextField {...field('contact', m.pack_contact())} autoComplete="tel" />
          <TextField {...field('policeReference', m.pack_police_reference())} autoComplete="off" />
          <TextField {...field('policeOfficer', m.pack_police_officer())} autoComplete="off" />
        </div>
        <p className="text-sm text-muted">{m.pack_kept()}</p>
      </form>
      <section aria-labelledby="pack-result" className="mt-8 flex flex-col gap-4">
        <h2 id="pack-result" className="title-section print:hidden">
          {m.pack_result()}
        </h2>
        <div className="flex flex-wrap gap-3 print:hidden">
          <button type="button" className={buttonClass('primary')} onClick={report}>
            {m.pack_to_report()}
          </button>
          <button type="button" className={buttonClass('secondary')} onClick={() => print()}>
            {m.fh_print()}
          </button>
          <button
            type="button"
            className={buttonClass('secondary')}
            onClick={() => downloadTextFile('evidence-pack.txt', toText(pack))}
          >
            {m.pack_text()}
          </button>
          <button
            type="button"
            className={buttonClass('secondary')}
            onClick={() => downloadTextFile('evidence-pack.json', JSON.stringify(pack, null, 2))}
          >
            {m.pack_json()}
          </button>
          <button
            type="button"
            className={buttonClass('danger')}
            onClick={() => {
              deleteDraft(FORM);
              location.reload();
            }}
          >
            {m.pack_delete()}
          </button>
        </div>
        <PackOnPaper pack={pack} />
        <Messages pack={pack} />
      </section>
    </>
  );
}

/** The printed pack; on the screen it shows what the pack has so far. */
const PackOnPaper = ({ pack }: { pack: EvidencePack }) => (
  <div data-pack className="hidden flex-col gap-2 print:flex">
    {listSections(pack).map(({ title, lines }) => (
      <div key={title}>
        <h3 className="font-semibold">{title}</h3>
        {lines.map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
    ))}
    <p>{pack.note}</p>
  </div>
);

const recipientLabels: Record<Recipient, () => string> = {
  bank: m.pack_message_bank,
  operator: m.pack_message_operator,
  exchange: m.pack_message_exchange,
  police: m.pack_message_police,
  regulator: m.pack_message_regulator,
};

function Messages({ pack }: { pack: EvidencePack }) {
  const [chosen, setChosen] = useState<MessageLanguage>();
  const language = chosen ?? toMessageLanguage(pack.country, currentLanguage());
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <h3 className="font-semibold">{m.pack_messages()}</h3>
      <SelectField
        id="pack-message-language"
        label={m.pack_message_language()}
        value={language}
        options={messageLanguages.map((value) => ({ value, label: languageLabel(value) }))}
        onChange={({ target }) => setChosen(messageLanguages.find((value) => value === target.value))}
      />
      {recipients.map((recipient) => {
        const { subject, text } = writeMessage(recipient, language, pack);
        return (
          <details key={recipient} className="rounded-card border border-line p-3">
            <summary className="min-h-11 cursor-pointer content-center font-semibold text-brand">
              {recipientLabels[recipient]()}
            </summary>
            <p
              lang={language}
              dir={languageTable[language].direction}
              className="mt-2 whitespace-pre-line wrap-anywhere"
            >
              {text}
            </p>
            <div className="mt-3 flex flex-wrap gap-3">
              <CopyButton text={text} what={recipientLabels[recipient]()} />
              <a
                className={buttonClass('secondary')}
                href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
              >
                {m.pack_email()}
              </a>
            </div>
          </details>
        );
      })}
    </div>
  );
}
