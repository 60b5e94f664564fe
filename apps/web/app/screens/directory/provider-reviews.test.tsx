import { type PublicReview, ratingScale } from '@hakiki/contract/reviews';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { anId, aProvider, aReview, aReviewSummary, aUser } from '../../../test/factories.ts';
import {
  getFieldNames,
  getLinks,
  getOptions,
  getText,
  getCheckedValues,
  getAttributeValues,
} from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderOnServer, renderPageOnServer } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { authUser } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { Reviews } from './provider-reviews.tsx';
import ReviewForm, { reviewForm } from './review-form.tsx';
import { ReviewGate } from './review-gate.tsx';
import { parseReviewsView } from './reviews-url.ts';

const id = anId();
const toReadyState = <Data,>(data: Data): QueryState<Data> => ({ status: 'ready', data });

const renderTab = (query: string, total: number, items: PublicReview[] = [aReview()], overrides = {}) =>
  renderOnServer(
    <Reviews
      provider={aProvider({ reviewCount: total, ...overrides })}
      view={parseReviewsView(new URLSearchParams(query))}
      reviews={toReadyState({ items, total })}
      summary={toReadyState(aReviewSummary({ reviewCount: total }))}
    />,
  );
const findLink = (body: HTMLElement, text: string) => getLinks(body).find((link) => link.text === text)?.href;

describe('the reviews of a provider', () => {
  it('a review shows stars, location, date, text and problem [PROV-14] [DEC-69]', () => {
    const body = renderTab('', 2, [
      aReview(),
      aReview({ id: anId(2), issueType: 'withdrawal', userLocation: 'other' }),
    ]);
    expect(within(body).queryAllByRole('listitem').map(getText)).toEqual([
      'Rated 4 out of 5 South Africa · Mar 7, 2025 Paid out in a day.',
      'Rated 4 out of 5 Other · Mar 7, 2025 Paid out in a day. Problem: Withdrawal',
    ]);
  });

  it('a review in another language than the page is labelled and marked for screen readers [WARN-16]', () => {
    const reviews = [aReview(), aReview({ id: anId(2), experience: 'Payé le lendemain.', language: 'fr' })];
    const listLabels = (body: HTMLElement) => getAttributeValues(body, 'data-text-language');
    const listMarked = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>('p[lang]')].map(getText);
    const english = renderTab('', 2, reviews);
    expect([listLabels(english), listMarked(english)]).toEqual([['fr'], ['Payé le lendemain.']]);
    expect(getText(english)).toContain('in French');
    setTestLanguage('fr');
    const french = renderTab('', 2, reviews);
    expect([listLabels(french), listMarked(french)]).toEqual([['en'], ['Paid out in a day.']]);
  });

  it('the reply of the business stands under the review that it answers [REPLY-02]', () => {
    const reply = { text: 'We have paid everybody back.', language: 'en', repliedAt: '2025-03-09T10:00:00Z' };
    const body = renderTab('', 2, [aReview({ reply }), aReview({ id: anId(2) })]);
    const [answered, other] = within(body).getAllByRole('listitem');
    expect(getText(within(answered!).getByTestId('business-reply'))).toMatch(
      /Mar 9, 2025 We have paid everybody back\./,
    );
    expect(within(other!).queryByTestId('business-reply')).toBeNull();
  });

  it('a review is plain text', () => {
    const body = renderTab('', 1, [aReview({ experience: '<img src=x onerror=alert(1)>' })]);
    expect(body.querySelector('img')).toBeNull();
    expect(getText(within(body).getAllByRole('listitem')[0]!)).toContain('<img src=x onerror=alert(1)>');
  });

  it('the reviews tab of a flagged provider shows how many reviews gave each number of stars [CONST-04] [REVIEW-07]', () => {
    const body = renderTab('', 12, [aReview()], { verificationStatus: 'Flagged' });
    expect(within(body).queryAllByRole('row').map(getText)).toEqual([
      '5 stars 8',
      '4 stars 2',
      '3 stars 1',
      '2 stars 0',
      '1 star 1',
    ]);
    const bars = [...body.querySelectorAll('tr rect')].map((bar) => Math.round(Number(bar.getAttribute('width'))));
    expect(bars).toEqual([67, 17, 8, 0, 8]);
  });

  it('the sort links start at page 1 and work without scripts', () => {
    const body = renderTab('sort=highest&page=2', 30);
    expect(findLink(body, 'Newest')).toBe(`/provider/${id}?tab=reviews`);
    expect(findLink(body, 'Highest rated')).toBe(`/provider/${id}?tab=reviews&sort=highest`);
    expect(findLink(body, 'Lowest rated')).toBe(`/provider/${id}?tab=reviews&sort=lowest`);
    const chosen = within(body).getAllByRole('link', { current: true });
    expect(chosen.map(getText)).toEqual(['Highest rated']);
  });

  it('the reviews tab shows ten reviews per page and keeps the order [DEC-56]', () => {
    const body = renderTab('sort=lowest&page=2', 164);
    expect(findLink(body, 'Next')).toBe(`/provider/${id}?tab=reviews&sort=lowest&page=3#reviews`);
    expect(findLink(body, 'Previous')).toBe(`/provider/${id}?tab=reviews&sort=lowest#reviews`);
    expect(findLink(body, '17')).toBe(`/provider/${id}?tab=reviews&sort=lowest&page=17#reviews`);
    expect(findLink(renderTab('', 10), 'Next')).toBeUndefined();
  });

  it('a page beyond the last one links back to it', () => {
    const body = renderTab('page=9', 30, []);
    expect(getText(body)).toContain('There is no page 9');
    expect(findLink(body, 'Go to page 3')).toBe(`/provider/${id}?tab=reviews&page=3#reviews`);
  });

  it('the reviews tab says that there are no reviews, without empty bars [DEC-12]', () => {
    const body = renderTab('', 0, []);
    expect(getText(body)).toMatch(/^No reviews yet Log in/);
    expect(body.querySelector('table')).toBeNull();
    expect(findLink(body, 'Newest')).toBeUndefined();
  });

  it.each(['', 'sort=worst', 'page=0', 'page=-1', 'page=1.5', 'sort=newest&page=x'])(
    'an invalid URL %j shows the newest reviews, page 1',
    (query) => {
      expect(parseReviewsView(new URLSearchParams(query))).toEqual({ sort: 'newest', page: 1 });
    },
  );
});

const noApi: Api = (path) => Promise.reject(new Error(`Nothing should be asked: ${path}`));

/** Renders the gate for a viewer; `undefined` means that the viewer is not known yet. */
function renderGate(viewer?: ReturnType<typeof aUser> | null): HTMLElement {
  const store = new QueryStore(noApi);
  if (viewer !== undefined) store.setInitial(authUser.key, { status: 'ready', data: viewer });
  return renderPageOnServer(() => <ReviewGate provider={aProvider()} />, { store, at: '/provider/7?tab=reviews' });
}

const LOGIN_PATH = '/signup?login=true&next=%2Fprovider%2F7%3Ftab%3Dreviews%23write-review';

describe('the right to write a review', () => {
  it('a visitor is asked to log in instead, and comes back to the form [REVIEW-01] [DEC-53] [DEC-94]', () => {
    const body = renderGate(null);
    expect(getText(body)).toMatch(/^Log in to write a review/);
    expect(getLinks(body)).toEqual([{ text: 'Log In', href: LOGIN_PATH }]);
    expect(body.querySelector('form')).toBeNull();
  });

  it.each([
    ['free', 'Upgrade to Premium'],
    ['api', 'How to add Premium'],
    ['enterprise', 'How to add Premium'],
  ])(
    'a member with the plan %s is asked to upgrade instead, or how to add Premium [REVIEW-02] [DEC-53] [DEC-30] [DEC-95]',
    (subscriptionTier, text) => {
      const body = renderGate(aUser({ subscriptionTier }));
      expect(getText(body)).toMatch(/^Upgrade to write a review/);
      expect(getLinks(body)).toEqual([{ text, href: '/subscribe' }]);
      expect(body.querySelector('form')).toBeNull();
    },
  );

  it('a premium member sees the form, which is loaded only for them [REVIEW-03] [DEC-30]', async () => {
    const premium = aUser({ subscriptionTier: 'premium' });
    expect(getAttributeValues(renderGate(premium), 'aria-label')).toEqual(['Checking whether you can write a review']);
    await import('./review-form.tsx');
    await new Promise((resolve) => setTimeout(resolve));
    const body = renderGate(premium);
    expect(getText(body)).toMatch(/^Write a review Your rating/);
    expect(body.querySelector('form')).not.toBeNull();
    expect(getLinks(body)).toEqual([]);
  });

  it('before the viewer is known there is no prompt; without scripts a plain link explains why there is no form', () => {
    const body = renderGate();
    const noscriptBlock = body.querySelector('.without-scripts')!;
    expect(getText(body.querySelector('.needs-scripts')!)).toBe('');
    expect(getText(body)).toBe(getText(noscriptBlock));
    expect(getText(noscriptBlock)).toContain('The review form needs JavaScript');
    expect(getLinks(noscriptBlock)).toEqual([{ text: 'Log In', href: LOGIN_PATH }]);
  });

  it('the review prompts link to pages in the language of the page', () => {
    setTestLanguage('fr');
    expect(getLinks(renderGate(null))[0]?.href).toBe(`/fr${LOGIN_PATH}`);
    expect(getLinks(renderGate(aUser()))[0]?.href).toBe('/fr/subscribe');
  });
});

describe('the review form', () => {
  const body = renderPageOnServer(() => <ReviewForm provider={aProvider()} />);
  const listOptionValues = (name: string) => getOptions(body, name).map(([value]) => value);

  it('the review form asks for rating, experience, issue type and location [REVIEW-04]', () => {
    const labelTexts = [...body.querySelectorAll('legend'), ...body.querySelectorAll('label')].map(getText);
    expect(labelTexts.filter((text) => !/\bstars?\b/.test(text))).toEqual([
      'Your rating',
      'Your experience',
      'Did you have a problem?',
      'Where do you live?',
    ]);
    expect([...new Set(getFieldNames(body))]).toEqual(['form', 'rating', 'experience', 'issueType', 'userLocation']);
  });

  it('the review form has one to five stars, none chosen at first [REVIEW-07] [CONST-04]', () => {
    const stars = within(body).getAllByRole<HTMLInputElement>('radio', { checked: false });
    expect(stars.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
    expect(ratingScale).toEqual({ min: 1, max: 5 });
    expect(getCheckedValues(body)).toEqual([]);
    expect(stars.map(({ labels }) => getText(labels![0]!))).toEqual([
      '1 star: very bad',
      '2 stars: bad',
      '3 stars: fair',
      '4 stars: good',
      '5 stars: very good',
    ]);
  });

  it('the review form offers the problems and locations of the specification, and all other countries before Other [REVIEW-05] [REVIEW-06] [DEC-87]', () => {
    expect(listOptionValues('issueType')).toEqual(['none', 'withdrawal', 'fees', 'support', 'scam', 'other']);
    const locations = listOptionValues('userLocation');
    expect(locations.slice(0, 6)).toEqual(['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda', 'algeria']);
    expect(locations).toContain('burkina-faso');
    expect([locations.length, locations.at(-1)]).toEqual([54 + 1, 'other']);
    expect(within(body).queryAllByRole('option').slice(0, 11).map(getText)).toEqual([
      ...['None', 'Withdrawal', 'Fees', 'Support', 'Scam', 'Other'],
      ...['Nigeria', 'South Africa', 'Kenya', 'Ghana', 'Uganda'],
    ]);
  });

  const typedValues = { rating: '2', experience: ' Fees doubled. ', issueType: 'fees', userLocation: 'ghana' };
  const submit = (api: Api, values: Record<string, string> = typedValues) =>
    reviewForm(id).submit(values, new URL('http://site.example/'), (write, input) => write.send(api, input));

  it('the review form sends the review with its provider and the language of the page [REAL-04] [REVIEW-08] [WARN-16]', async () => {
    const { api, requests } = await startJsonServer({ ...aReview(), status: 'pending' }, 201);
    expect(await submit(api)).toMatchObject({ status: 'done', reply: { status: 'pending' } });
    expect(requests).toMatchObject([{ method: 'POST', path: `/api/providers/${id}/reviews` }]);
    expect(JSON.parse(requests[0]!.body)).toEqual({
      rating: 2,
      experience: 'Fees doubled.',
      issueType: 'fees',
      userLocation: 'ghana',
      language: 'en',
    });
    setTestLanguage('fr');
    await submit(api);
    expect(JSON.parse(requests[1]!.body)).toMatchObject({ language: 'fr' });
  });

  it('the review form says at the field what is missing, and sends nothing [REVIEW-04]', async () => {
    expect(await submit(noApi, { experience: ' ', issueType: 'none', userLocation: 'other' })).toMatchObject({
      refusal: { fields: { rating: 'Please select a rating', experience: 'Please describe your experience' } },
    });
  });

  it('the review form shows Error with the server’s message, or with its own [REAL-04]', async () => {
    const duplicateApi = await startJsonServer(
      { message: 'You have already reviewed this provider.', code: 'REVIEW_EXISTS' },
      409,
    );
    expect(await submit(duplicateApi.api)).toMatchObject({
      refusal: { notice: { title: 'Error', text: 'You have already reviewed this provider.' }, typed: typedValues },
    });
    expect(await submit(() => Promise.reject(new TypeError('no network')))).toMatchObject({
      refusal: { notice: { title: 'Error', text: 'Failed to submit review. Please try again.' } },
    });
  });
});
