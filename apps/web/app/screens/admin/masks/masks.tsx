/** Masks over private data that became public: a moderator masks at once, a second person confirms or reverts it. */
import { maskRules, maskSubjects, type MaskSpan, type MaskSubject } from '@hakiki/contract/masks';
import type { Mask } from '@hakiki/contract/masks-admin';
import { privateKinds, type PrivateKind } from '@hakiki/contract/private-marks';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { fieldOf } from '../../../components/history/statement-words.ts';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { SelectField, TextField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { valuesOf } from '../../../lib/forms/values.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { ensure, prefetch, useRead } from '../../../lib/api/use-read.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { pageHead } from '../../../lib/pages/head.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminGate, gateReads } from '../parts/gate.tsx';
import { MARKED, MarkedText, privateLabels } from '../../../components/staff/marked-text.tsx';
import { AdminSection } from '../parts/section.tsx';
import type { Route } from './+types/masks.ts';
import {
  addressIn,
  addressOf,
  applyMask,
  confirmMask,
  type MaskAddress,
  maskableRead,
  masksPath,
  masksRead,
  takeBackMask,
} from './reads.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateReads);
export const clientLoader = ensure(() => gateReads);

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, {
    path: '/admin/masks',
    title: m.masks_title(),
    description: m.masks_description(),
    isIndexed: false,
  });

export default function MasksPage() {
  return (
    <AdminGate isForModerators>
      <Masks />
    </AdminGate>
  );
}

const subjectLabels: Record<MaskSubject, () => string> = {
  alert: m.masks_subject_alert,
  report: m.masks_subject_report,
  provider: m.masks_subject_provider,
  review: m.masks_subject_review,
  experience: m.masks_subject_experience,
  reply: m.masks_subject_reply,
};

export function Masks() {
  const [params] = useSearchParams();
  const address = addressIn(params);
  return (
    <div className="flex flex-col gap-8">
      <div>
        <h2 className="text-xl font-bold">{m.masks_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.masks_lead({ hours: maskRules.hours })}</p>
      </div>
      <AdminSection title={m.masks_waiting()}>
        <WaitingMasks />
      </AdminSection>
      <AdminSection title={m.masks_find()}>
        <FindText />
        {address && <TextToMask key={`${address.subject} ${address.id}`} {...address} />}
      </AdminSection>
    </div>
  );
}

function WaitingMasks() {
  const masks = useRead(masksRead);
  if (masks.status === 'loading') {
    return <div role="status" aria-label={m.masks_waiting()} className="skeleton h-24" />;
  }
  if (masks.status === 'failed') return <ReadFailure sentence={m.masks_settle_failed_text()} read={masks} />;
  if (masks.data.length === 0) return <p className="text-muted">{m.masks_none()}</p>;
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {masks.data.map((mask) => (
        <li key={mask.id} className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4">
          <WaitingMask mask={mask} />
        </li>
      ))}
    </ul>
  );
}

function WaitingMask({ mask }: { mask: Mask }) {
  const failure = { title: m.masks_settle_failed, fallback: m.masks_settle_failed_text };
  const confirm = useWrite(confirmMask, { failure, success: () => ({ title: m.masks_confirmed() }) });
  const takeBack = useWrite(takeBackMask, { failure, success: () => ({ title: m.masks_taken_back() }) });
  const isBusy = confirm.isRunning || takeBack.isRunning;
  const given = { params: { id: mask.id } };
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span>{subjectLabels[mask.subject]()}</span>
        {mask.isOverdue ? (
          <span className="inline-flex items-center gap-1 font-semibold text-flagged">
            <Icon name="warning" className="size-4" />
            {m.masks_overdue()}
          </span>
        ) : (
          <span>{m.masks_due({ day: formatDate(mask.dueAt) })}</span>
        )}
      </p>
      <h4 className="font-semibold wrap-anywhere">{mask.title}</h4>
      <ul className="flex flex-col gap-1 text-sm">
        {mask.spans.map(({ kind, words }) => (
          <li key={words} className="wrap-anywhere">
            <span className="text-muted">{privateLabels[kind]()}:</span> <mark className={MARKED}>{words}</mark>
          </li>
        ))}
      </ul>
      {mask.maskedBy && <p className="text-sm text-muted wrap-anywhere">{m.masks_by({ name: mask.maskedBy })}</p>}
      {mask.isOwn ? (
        <p className="text-sm">{m.masks_own()}</p>
      ) : (
        <div className="mt-auto flex flex-wrap gap-3 pt-2">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void confirm.run(given)}
            className={buttonClass('primary')}
          >
            {m.masks_confirm()}
          </button>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void takeBack.run(given)}
            className={buttonClass('secondary')}
          >
            {m.masks_take_back()}
          </button>
        </div>
      )}
    </>
  );
}

/** Moderators have no lists of public texts: they paste the URL of the page. */
function FindText() {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = valuesOf(new FormData(event.currentTarget));
    const chosen = maskSubjects.find((one) => one === given['subject']) ?? 'alert';
    const address = addressOf(given['address'] ?? '', chosen);
    setError(address ? undefined : m.masks_address_unknown());
    if (address) void navigate(masksPath(address), { preventScrollReset: true });
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-4">
      <TextField
        id="masks-address"
        name="address"
        label={m.masks_address()}
        hint={m.masks_address_hint()}
        error={error}
        autoComplete="off"
        required
      />
      <SelectField
        id="masks-subject"
        name="subject"
        label={m.masks_kind_of_text()}
        options={maskSubjects.map((subject) => ({ value: subject, label: subjectLabels[subject]() }))}
      />
      <div>
        <button type="submit" className={buttonClass('secondary')}>
          {m.masks_open_text()}
        </button>
      </div>
    </form>
  );
}

const fieldName = (field: string): string =>
  field === 'experience' || field === 'text' ? m.admin_private_field_text() : fieldOf(field).name();

function TextToMask({ subject, id }: MaskAddress) {
  const shown = useRead(maskableRead(subject, id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const [kind, setKind] = useState<PrivateKind>('person');
  const [error, setError] = useState<string>();
  const apply = useWrite(applyMask, {
    failure: { title: m.masks_apply_failed, fallback: m.masks_settle_failed_text },
    success: () => ({ title: m.masks_applied() }),
  });
  if (shown.status === 'loading') return <div role="status" aria-label={m.masks_find()} className="skeleton h-40" />;
  if (shown.status === 'failed') return <ReadFailure sentence={m.admin_refused_public_text_not_found()} read={shown} />;
  const { title, texts } = shown.data;
  const found = new Map<string, MaskSpan>();
  for (const { text, marks } of texts) {
    for (const mark of marks) {
      const span = { kind: mark.kind, words: text.slice(mark.start, mark.end) };
      found.set(`${span.kind} ${span.words}`, span);
    }
  }
  const spans = [...found].filter(([key]) => chosen.has(key)).map(([, span]) => span);
  const written = words.trim() ? [{ kind, words: words.trim() }] : [];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const all = [...spans, ...written].slice(0, maskRules.spans);
    setError(all.length === 0 ? m.masks_choose_required() : undefined);
    if (all.length === 0) return;
    const done = await apply.run({ body: { subject, subjectId: id, spans: all } });
    if (!done) return;
    setChosen(new Set());
    setWords('');
  };
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4"
    >
      <h4 className="font-semibold wrap-anywhere">{title}</h4>
      {texts.map(({ field, text, marks }, place) => (
        <section key={place} aria-label={fieldName(field)} className="flex flex-col gap-1">
          <h5 className="text-sm font-semibold">{fieldName(field)}</h5>
          <p className="max-h-72 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            <MarkedText text={text} marks={marks} />
          </p>
        </section>
      ))}
      <fieldset className="flex flex-col gap-1">
        <legend className="font-semibold">{m.masks_choose()}</legend>
        {found.size === 0 && <p className="text-sm text-muted">{m.masks_choose_none()}</p>}
        {[...found].map(([key, span]) => (
          <label key={key} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.has(key)}
              onChange={() => toggle(key)}
              className="size-4 shrink-0 accent-brand"
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted">{privateLabels[span.kind]()}:</span> {span.words}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="grid max-w-2xl gap-4 md:grid-cols-2">
        <TextField
          id="masks-words"
          label={m.masks_words()}
          error={error}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <SelectField
          id="masks-kind"
          label={m.masks_words_kind()}
          value={kind}
          onChange={(event) => setKind(privateKinds.find((one) => one === event.target.value) ?? 'person')}
          options={privateKinds.map((one) => ({ value: one, label: privateLabels[one]() }))}
        />
      </div>
      <div>
        <button type="submit" aria-disabled={apply.isRunning} className={buttonClass('primary')}>
          {apply.isRunning ? m.masks_applying() : m.masks_apply()}
        </button>
      </div>
    </form>
  );
}
