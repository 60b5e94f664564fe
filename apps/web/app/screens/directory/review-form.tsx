import { textLimits } from '@hakiki/contract/limits';
import { firstReviewLocations, toReviewLocation } from '@hakiki/contract/review-values';
import { NewReview } from '@hakiki/contract/reviews';
import type { Provider } from '@hakiki/contract/directory';
import { useState } from 'react';
import { DraftOffer } from '../../components/filings/filing-form.tsx';
import { ReceivedNote } from '../../components/forms/received-note.tsx';
import { FormSelect, FormTextArea, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { FormStars } from '../../components/forms/stars.tsx';
import { toOptions } from '../../lib/forms/options.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { issueLabel, issueTypes } from '../../lib/providers/review-labels.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { reviewsPath } from './reviews-url.ts';

/** Invalidates no query: a review is public only after its approval. */
export const reviewForm = (providerId: string) =>
  defineForm({
    name: 'review',
    mutation: defineMutation('POST', '/api/providers/:id/reviews'),
    schema: NewReview,
    params: () => ({ id: providerId }),
    getFixedValues: () => ({ language: currentLanguage() }),
    failure: { title: m.review_error, fallback: m.review_failed },
    next: () => reviewsPath(providerId, { sort: 'newest', page: 1 }),
  });

/** Loaded lazily, only for members who may write a review. */
export default function ReviewForm({
  provider: { id: providerId, name },
}: {
  provider: Pick<Provider, 'id' | 'name'>;
}) {
  const [stars, setStars] = useState<string>();
  const draft = useDraft(`review:${providerId}`);
  const state = useForm(reviewForm(providerId), {
    draft,
    onDone({ values }) {
      draft.clear();
      setStars(values['rating']);
      showToast({ title: m.review_submitted(), description: m.review_submitted_text(), isInline: true });
    },
  });
  // The form does not come back: a member reviews a provider once.
  if (stars) {
    return (
      <div className="mt-4 max-w-[68ch]">
        <ReceivedNote
          title={m.review_arrived()}
          received={m.review_arrived_text({ stars, name })}
          follow={m.review_arrived_follow()}
          takesFocus
        />
      </div>
    );
  }
  return (
    <div className="mt-4 flex max-w-[68ch] flex-col gap-5">
      <DraftOffer draft={draft} />
      <PostForm state={state} label={m.review_write()}>
        <FormStars name="rating" label={m.review_rating()} />
        <FormTextArea
          name="experience"
          label={m.review_experience()}
          hint={m.review_experience_hint()}
          max={textLimits.text}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <FormSelect
            name="issueType"
            label={m.review_issue_type()}
            options={toOptions(issueTypes, issueLabel)}
            emptyLabel={undefined}
            defaultValue="none"
          />
          <FormSelect
            name="userLocation"
            label={m.review_location()}
            options={listCountryOptions({ first: [...firstReviewLocations, 'other'], toValue: toReviewLocation })}
            emptyLabel={undefined}
            defaultValue="other"
          />
        </div>
        <SubmitButton>{m.review_submit()}</SubmitButton>
      </PostForm>
    </div>
  );
}
