/** Layout of the long forms: sections, and an aside about who sees the data and what happens next. */
import type { ReactNode } from 'react';

export function FormPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead: string;
  aside: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <p className="mt-2 max-w-[68ch] text-muted">{lead}</p>
      <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_20rem] lg:gap-10">
        {/* Before the form, also for the keyboard: somebody who has just lost money needs its link first. */}
        <aside className="flex flex-col gap-6 lg:sticky lg:top-24 lg:col-start-2 lg:self-start">{aside}</aside>
        {/* On a phone the form comes after the aside, unless it shows a notice such as an error. */}
        <div className="flex min-w-0 flex-col gap-5 rounded-card border border-line bg-surface p-4 has-[[data-notice],[data-error-summary]]:order-first md:p-6 lg:col-start-1 lg:row-start-1">
          {children}
        </div>
      </div>
    </>
  );
}

export function FormSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex flex-col gap-5 border-t border-line pt-5 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <div>
        <h2 className="title-card">{title}</h2>
        {hint && <p className="mt-1 max-w-[68ch] text-sm text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

/** Collapsed: on a phone it stands before the form, whose first question must be in view. `promise` is always shown. */
export function InfoBox({ title, promise, points }: { title: string; promise?: string; points: readonly string[] }) {
  return (
    <details className="rounded-card border border-line bg-surface p-4">
      <summary className="flex min-h-8 cursor-pointer items-center font-semibold">
        <span>
          {title}
          {promise && <span className="block text-sm font-normal">{promise}</span>}
        </span>
      </summary>
      <ul className="mt-2 flex list-disc flex-col gap-2 ps-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  );
}
