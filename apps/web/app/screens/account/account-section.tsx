import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FormPassword } from '../../components/forms/password.tsx';
import { Callout } from '../../components/ui/callout.tsx';
import { m } from '../../paraglide/messages.js';
import { getDoneText } from './account-forms.ts';

/** A section of the account page, reachable by its anchor. */
export function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-6 [&_form]:max-w-120"
    >
      <h2 id={`${id}-heading`} className="title-section">
        {heading}
      </h2>
      <DoneNotice section={id} />
      {children}
    </section>
  );
}

/** Shows what a form post without scripts has done. With scripts, a toast says it. */
function DoneNotice({ section }: { section: string }) {
  const [query] = useSearchParams();
  const text = query.get('done') === section ? getDoneText(section) : undefined;
  return text === undefined ? null : <Callout icon="check-circle" title={text} />;
}

/** A collapsed section for rare actions. A rejected form inside keeps it open. */
export function Disclosure({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen || undefined} className="rounded-control border border-line px-4">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{title}</summary>
      <div className="flex flex-col gap-4 pt-2 pb-4">{children}</div>
    </details>
  );
}

/** A step that replaces another one and moves the focus to its heading. */
export function FocusedStep({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="title-card outline-none">
        {title}
      </h3>
      {children}
    </div>
  );
}

export const CurrentPassword = () => (
  <FormPassword
    name="currentPassword"
    label={m.account_current_password()}
    hint={m.account_asks_password()}
    autoComplete="current-password"
  />
);

export const NeedsScriptsHint = () => <p className="without-scripts text-muted">{m.account_scripts_needed()}</p>;

/** A list of terms and values. Long values get their own line on a phone. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 md:grid-cols-[14rem_1fr]">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="-mt-3 font-semibold wrap-anywhere md:mt-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function SectionLinks({ sections }: { sections: readonly { id: string; heading: string }[] }) {
  return (
    <nav aria-label={m.account_sections()}>
      <ul className="-mx-3 flex flex-wrap lg:flex-col">
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              className="inline-flex min-h-11 w-full items-center rounded-control px-3 underline decoration-line-strong underline-offset-4 hover:bg-brand-soft lg:no-underline"
            >
              {heading}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
