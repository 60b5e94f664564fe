/** One rescue contact: what a tap opens, how to use it, and how sure we are. */
import type { RescueContact, RescueCountry } from '@hakiki/contract/rescue';
import { parseContact, type ContactPart, type RescueConfidence } from '@hakiki/contract/rescue-values';
import { CopyButton } from '../../components/copy-button.tsx';
import { LanguageLabel } from '../../components/language-label.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { isolateLeftToRight } from '../../lib/language/language.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';

const confidenceLabels: Record<RescueConfidence, () => string> = {
  sourced: m.fh_confidence_sourced,
  known: m.fh_confidence_known,
  unsure: m.fh_confidence_unsure,
};

interface Source {
  sourceName: string;
  sourceUrl: string | null;
  asOf: string | null;
  confidence?: RescueConfidence;
}

/** The date stands as the source gives it: a year alone is not made into a day. */
export function SourceLine({ sourceName, sourceUrl, asOf, confidence }: Source) {
  const lang = getStoredTextLang();
  return (
    <p className="text-sm text-muted wrap-anywhere print:me-2 print:inline print:text-[6pt] print:leading-tight">
      {m.fh_source()}{' '}
      {sourceUrl ? (
        <a href={sourceUrl} rel="noopener noreferrer" lang={lang} className="underline">
          {sourceName}
        </a>
      ) : (
        <span lang={lang}>{sourceName}</span>
      )}
      {' · '}
      {asOf ? <time dateTime={asOf}>{asOf}</time> : m.fh_no_date()}
      {confidence && ` · ${confidenceLabels[confidence]()}`}
    </p>
  );
}

interface CardProps {
  contact: RescueContact;
  isJustReported: boolean;
  /**
   * Of the folds of which one at a time is open, for many contacts, such as the banks of a country: their names stand
   * under each other, so that the own one is found quickly.
   */
  foldGroup?: string | undefined;
}

export function ContactCard({ contact, isJustReported, foldGroup }: CardProps) {
  const lang = getStoredTextLang();
  const isDead = contact.state === 'reported' || contact.state === 'dead';
  const nameClass = `font-semibold print:me-2 print:inline ${isDead ? 'text-muted line-through' : ''}`;
  const content = (
    <>
      <div className="flex flex-wrap items-center gap-2 print:me-2 print:inline-flex">
        {parseContact(contact.contact).map((part) => (
          <Part key={part.text} part={part} isDead={isDead} isCallable={contact.kind !== 'verify-caller'} />
        ))}
      </div>
      <StateLine contact={contact} isDead={isDead} />
      {isJustReported && <p role="status">{m.fh_dead_thanks()}</p>}
      <Details contact={contact} isDead={isDead} />
    </>
  );
  return (
    <li
      id={contact.id}
      data-contact={contact.id}
      data-state={contact.state}
      className={`flex scroll-mt-20 flex-col gap-2 border-t border-line print:block print:break-inside-avoid print:pt-0.5 ${foldGroup ? '' : 'pt-3'}`}
    >
      {foldGroup ? (
        <details name={foldGroup} open={isJustReported} className="prints-open">
          <summary className="flex min-h-11 cursor-pointer items-center print:block print:min-h-0">
            <span lang={lang} className={nameClass}>
              {contact.name}
            </span>
          </summary>
          <div className="flex flex-col gap-2 pb-3 print:block print:pb-0">{content}</div>
        </details>
      ) : (
        <>
          <p lang={lang} className={nameClass}>
            {contact.name}
          </p>
          {content}
        </>
      )}
    </li>
  );
}

/** Whether we confirmed it, and since when it does not work. */
const StateLine = ({ contact, isDead }: { contact: Pick<RescueContact, 'state' | 'stateOn'>; isDead?: boolean }) => (
  <p
    className={`flex items-start gap-1 text-sm font-semibold print:me-2 print:inline print:text-[6pt] print:leading-tight ${isDead ? 'text-flagged' : 'text-muted'}`}
  >
    {contact.state !== 'confirmed' && <Icon name="warning" className="mt-0.5 size-4 print:hidden" />}
    {stateText(contact)}
  </p>
);

/** The authority that the law names, where we know no number of it. */
export function Authority({ authority }: { authority: NonNullable<RescueCountry['authority']> }) {
  return (
    <div data-authority className="flex flex-col gap-2 border-t border-line pt-3 print:block print:pt-0.5">
      <p lang={getStoredTextLang()} className="font-semibold print:me-2 print:inline">
        {authority.regulator}
      </p>
      <p className="print:me-2 print:inline">
        <Part
          part={{ kind: 'web', text: authority.regulatorUrl, href: authority.regulatorUrl }}
          isDead={false}
          isCallable
        />
      </p>
      <StateLine contact={{ state: 'unconfirmed', stateOn: null }} />
      <SourceLine {...authority} />
    </div>
  );
}

/** How to use it, who says so, and the way to report that it does not work. */
function Details({ contact, isDead }: Pick<CardProps, 'contact'> & { isDead: boolean }) {
  const lang = getStoredTextLang();
  const translated = lang ? contact.howToFr : undefined;
  return (
    <>
      <div className="print:hidden empty:hidden">{!translated && <LanguageLabel language="en" />}</div>
      <p lang={translated ? undefined : lang} className="print:me-2 print:inline">
        {translated ?? contact.howTo}
      </p>
      <SourceLine {...contact} />
      {!isDead && (
        <form method="post" className="print:hidden">
          <input type="hidden" name="contact" value={contact.id} />
          <button type="submit" className="inline-flex min-h-11 items-center text-sm text-muted underline">
            {m.fh_dead_button()}
            <span className="sr-only">: {contact.name}</span>
          </button>
        </form>
      )}
    </>
  );
}

function stateText({ state, stateOn }: Pick<RescueContact, 'state' | 'stateOn'>): string {
  const date = stateOn ? formatDate(`${stateOn}T12:00:00Z`) : '';
  if (state === 'confirmed') return m.fh_state_confirmed({ date });
  if (state === 'reported') return m.fh_state_reported({ date });
  return state === 'dead' ? m.fh_state_dead({ date }) : m.fh_state_unconfirmed();
}

const partLabels: Record<Exclude<ContactPart['kind'], 'text'>, (text: string) => string> = {
  call: (number) => m.fh_call({ number: isolateLeftToRight(number) }),
  ussd: (code) => m.fh_dial({ code: isolateLeftToRight(code) }),
  sms: (text) => m.fh_sms({ number: isolateLeftToRight(text.replace('SMS ', '')) }),
  mail: (address) => m.fh_mail({ address }),
  web: (address) => m.fh_web({ site: new URL(address).hostname }),
};

function Part({ part, isDead, isCallable }: { part: ContactPart; isDead: boolean; isCallable: boolean }) {
  const lang = getStoredTextLang();
  if (part.kind === 'text') return <span lang={lang}>{part.text}</span>;
  const label = partLabels[part.kind](part.text);
  const about = [part.kind === 'call' && part.label, part.kind === 'call' && part.note].filter(Boolean).join(', ');
  if (!isCallable) {
    return (
      <span lang={lang} className="wrap-anywhere">
        {[about, part.text].filter(Boolean).join(': ')}
      </span>
    );
  }
  return (
    <>
      {about && (
        <span lang={lang} className="text-sm text-muted">
          {about}:
        </span>
      )}
      <a
        href={part.href}
        {...(part.kind === 'web' && { rel: 'noopener noreferrer' })}
        className={buttonClass(
          isDead ? 'secondary' : 'primary',
          'wrap-anywhere print:min-h-0 print:border-0 print:bg-transparent print:p-0 print:text-ink',
        )}
      >
        {label}
      </a>
      {part.kind === 'ussd' && (
        <span className="print:hidden">
          <CopyButton text={part.text} label={m.fh_copy_code()} what={part.text} />
        </span>
      )}
    </>
  );
}
