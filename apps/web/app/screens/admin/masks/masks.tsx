/** Masks over private data that became public: a moderator masks at once, a second person confirms or reverts it. */
import { maskRules, maskSubjects, type MaskSpan, type MaskSubject } from '@hakiki/contract/masks';
import type { Mask } from '@hakiki/contract/masks-admin';
import { privateKinds, type PrivateKind } from '@hakiki/contract/private-marks';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { getFieldLabels } from '../../../components/history/statement-labels.ts';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { SelectField, TextField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { toOptions } from '../../../lib/forms/options.ts';
import { toValues } from '../../../lib/forms/values.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { startQueries, prefetch, useQuery } from '../../../lib/api/use-query.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { unlistedPage } from '../../../lib/pages/head.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminGate, gateQueries } from '../parts/gate.tsx';
import { MARK_CLASS, MarkedText, privateKindLabels } from '../../../components/staff/marked-text.tsx';
import { AdminSection, ModeratedSection } from '../parts/section.tsx';
import type { Route } from './+types/masks.ts';
import {
  parseTarget,
  parsePastedUrl,
  applyMask,
  confirmMask,
  type MaskTarget,
  maskableQuery,
  masksPath,
  masksQuery,
  revertMask,
} from './queries.ts';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, gateQueries);
export const clientLoader = startQueries(() => gateQueries);

export const meta = unlistedPage('/admin/masks', m.masks_title, m.masks_description);

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
  const address = parseTarget(params);
  return (
    <div className="flex flex-col gap-8">
      <div>
        <h2 className="text-xl font-bold">{m.masks_title()}</h2>
        <p className="max-w-[68ch] text-sm text-muted">{m.masks_lead({ hours: maskRules.hours })}</p>
      </div>
      <ModeratedSection
        title={m.masks_waiting()}
        query={masksQuery}
        texts={{ loading: m.masks_waiting(), failed: m.masks_settle_failed_text(), none: m.masks_none() }}
        renderItem={(mask) => <PendingMask mask={mask} />}
      />
      <AdminSection title={m.masks_find()}>
        <FindText />
        {address && <TextToMask key={`${address.subject} ${address.id}`} {...address} />}
      </AdminSection>
    </div>
  );
}

const settleFailure = { title: m.masks_settle_failed, fallback: m.masks_settle_failed_text };

function PendingMask({ mask }: { mask: Mask }) {
  const getInput = () => ({ params: { id: mask.id } });
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
            <span className="text-muted">{privateKindLabels[kind]()}:</span> <mark className={MARK_CLASS}>{words}</mark>
          </li>
        ))}
      </ul>
      {mask.maskedBy && <p className="text-sm text-muted wrap-anywhere">{m.masks_by({ name: mask.maskedBy })}</p>}
      {mask.isOwn ? (
        <p className="text-sm">{m.masks_own()}</p>
      ) : (
        <div className="mt-auto flex flex-wrap gap-3 pt-2">
          <MutationButton
            mutation={confirmMask}
            getInput={getInput}
            success={() => ({ title: m.masks_confirmed() })}
            failure={settleFailure}
            className={buttonClass('primary')}
          >
            {m.masks_confirm()}
          </MutationButton>
          <MutationButton
            mutation={revertMask}
            getInput={getInput}
            success={() => ({ title: m.masks_reverted() })}
            failure={settleFailure}
          >
            {m.masks_revert()}
          </MutationButton>
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
    const input = toValues(new FormData(event.currentTarget));
    const chosenSubject = maskSubjects.find((option) => option === input['subject']) ?? 'alert';
    const address = parsePastedUrl(input['address'] ?? '', chosenSubject);
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
        options={toOptions(maskSubjects, (value) => subjectLabels[value]())}
      />
      <div>
        <button type="submit" className={buttonClass('secondary')}>
          {m.masks_open_text()}
        </button>
      </div>
    </form>
  );
}

const getFieldName = (field: string): string =>
  field === 'experience' || field === 'text' ? m.admin_private_field_text() : getFieldLabels(field).name();

function TextToMask({ subject, id }: MaskTarget) {
  const maskable = useQuery(maskableQuery(subject, id));
  const [chosenKeys, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const [kind, setKind] = useState<PrivateKind>('person');
  const [error, setError] = useState<string>();
  const apply = useMutation(applyMask, {
    failure: { title: m.masks_apply_failed, fallback: m.masks_settle_failed_text },
    success: () => ({ title: m.masks_applied() }),
  });
  if (maskable.status === 'loading') return <Skeleton label={m.masks_find()} className="h-40" />;
  if (maskable.status === 'failed') return <QueryFailure message={m.error_public_text_not_found()} query={maskable} />;
  const { title, texts } = maskable.data;
  const spansByKey = new Map<string, MaskSpan>();
  for (const { text, marks } of texts) {
    for (const mark of marks) {
      const span = { kind: mark.kind, words: text.slice(mark.start, mark.end) };
      spansByKey.set(`${span.kind} ${span.words}`, span);
    }
  }
  const spans = [...spansByKey].filter(([key]) => chosenKeys.has(key)).map(([, span]) => span);
  const typedSpans = words.trim() ? [{ kind, words: words.trim() }] : [];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const allSpans = [...spans, ...typedSpans].slice(0, maskRules.spans);
    setError(allSpans.length === 0 ? m.masks_choose_required() : undefined);
    if (allSpans.length === 0) return;
    const done = await apply.run({ body: { subject, subjectId: id, spans: allSpans } });
    if (!done) return;
    setChosen(new Set());
    setWords('');
  };
  const toggle = (key: string) => {
    const next = new Set(chosenKeys);
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
      {texts.map(({ field, text, marks }, index) => (
        <section key={index} aria-label={getFieldName(field)} className="flex flex-col gap-1">
          <h5 className="text-sm font-semibold">{getFieldName(field)}</h5>
          <p className="max-h-72 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            <MarkedText text={text} marks={marks} />
          </p>
        </section>
      ))}
      <fieldset className="flex flex-col gap-1">
        <legend className="font-semibold">{m.masks_choose()}</legend>
        {spansByKey.size === 0 && <p className="text-sm text-muted">{m.masks_choose_none()}</p>}
        {[...spansByKey].map(([key, span]) => (
          <label key={key} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={chosenKeys.has(key)}
              onChange={() => toggle(key)}
              className="size-4 shrink-0 accent-brand"
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted">{privateKindLabels[span.kind]()}:</span> {span.words}
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
          onChange={(event) => setKind(privateKinds.find((option) => option === event.target.value) ?? 'person')}
          options={toOptions(privateKinds, (value) => privateKindLabels[value]())}
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
