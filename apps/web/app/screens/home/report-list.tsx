import type { Experience } from '@hakiki/contract/experiences';
import { listLimits } from '@hakiki/contract/limits';
import { LongText } from '../../components/long-text.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { issueLabel } from '../../lib/providers/review-labels.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';

/** Number of characters before an experience is collapsed, to keep the page short on a phone. */
const COLLAPSE_AFTER_CHARACTERS = 160;

type ExperienceContent = Pick<Experience, 'providerName' | 'rating' | 'experience' | 'issueType'>;

/** Samples that fill the list until there are enough real experiences. */
const listSamples = (): ExperienceContent[] => [
  {
    providerName: m.home_sample_exchange(),
    rating: 5,
    experience: m.home_sample_exchange_text(),
    issueType: 'none',
  },
  { providerName: m.home_sample_club(), rating: 1, experience: m.home_sample_club_text(), issueType: 'scam' },
  { providerName: m.home_sample_wallet(), rating: 3, experience: m.home_sample_wallet_text(), issueType: 'support' },
];

export function ReportList({ experiences }: { experiences: readonly Experience[] }) {
  const realExperiences = experiences.slice(0, listLimits.homeExperiences);
  return (
    <ul className="flex flex-col gap-3 md:gap-4">
      {realExperiences.map((experience) => (
        <li key={experience.id}>
          <ExperienceCard content={experience} date={experience.createdAt} />
        </li>
      ))}
      {listSamples()
        .slice(0, listLimits.homeExperiences - realExperiences.length)
        .map((sample) => (
          <li key={sample.providerName}>
            <ExperienceCard content={sample} />
          </li>
        ))}
    </ul>
  );
}

/** An experience without a date is a sample and is labelled as one. */
function ExperienceCard({ content, date }: { content: ExperienceContent; date?: string }) {
  return (
    <article
      data-report={date ? 'real' : 'sample'}
      className={`rounded-card border bg-surface p-3 md:p-4 ${date ? 'border-line' : 'border-dashed border-line-strong'}`}
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-semibold">{content.providerName}</h3>
        {date ? (
          <time dateTime={date} className="shrink-0 text-sm text-muted">
            {formatDate(date)}
          </time>
        ) : (
          <span className="shrink-0 rounded-full border border-line-strong px-2.5 text-sm font-semibold">
            {m.home_sample()}
          </span>
        )}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Stars rating={content.rating} />
        {content.issueType !== 'none' && (
          <span className="text-sm text-muted">{m.review_issue({ issue: issueLabel(content.issueType) })}</span>
        )}
      </p>
      <div lang={date && getStoredTextLang()}>
        <LongText text={content.experience} previewLength={COLLAPSE_AFTER_CHARACTERS} className="mt-1 md:mt-2" />
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
