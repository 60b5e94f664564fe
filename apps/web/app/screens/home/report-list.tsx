import type { Experience } from '@hakiki/contract/experiences';
import { listLimits } from '@hakiki/contract/limits';
import { LanguageLabel } from '../../components/language-label.tsx';
import { LongText } from '../../components/long-text.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { issueLabel } from '../../lib/providers/review-labels.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';

/** Number of characters before an experience is collapsed, to keep the page short on a phone. */
const COLLAPSE_AFTER_CHARACTERS = 160;

/** Only real ones: an invented review on a page that warns of invented reviews would cost all trust. */
export function ReportList({ experiences }: { experiences: readonly Experience[] }) {
  if (experiences.length === 0) return <p className="text-muted">{m.home_reports_none()}</p>;
  return (
    <ul className="flex flex-col gap-3 md:gap-4">
      {experiences.slice(0, listLimits.homeExperiences).map((experience) => (
        <li key={experience.id}>
          <ExperienceCard experience={experience} />
        </li>
      ))}
    </ul>
  );
}

function ExperienceCard({ experience }: { experience: Experience }) {
  return (
    <article className="rounded-card border border-line bg-surface p-3 md:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <h3 className="min-w-0 font-semibold">{experience.providerName}</h3>
        <time dateTime={experience.createdAt} className="shrink-0 text-sm text-muted">
          {formatDate(experience.createdAt)}
        </time>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Stars rating={experience.rating} />
        {experience.issueType !== 'none' && (
          <span className="text-sm text-muted">{m.review_issue({ issue: issueLabel(experience.issueType) })}</span>
        )}
        <LanguageLabel language={experience.language} />
      </p>
      <div lang={getStoredTextLang(experience.language)}>
        <LongText text={experience.experience} previewLength={COLLAPSE_AFTER_CHARACTERS} className="mt-1 md:mt-2" />
      </div>
    </article>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex text-star">
      <span className="sr-only">{m.home_report_stars({ rating })}</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon key={star} name="star" filled={star <= rating} className="size-4" />
      ))}
    </span>
  );
}
