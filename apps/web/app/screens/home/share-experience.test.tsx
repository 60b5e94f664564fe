import { issueTypes } from '../../lib/providers/review-labels.ts';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { anId } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import {
  getFieldErrors,
  getFieldNames,
  getPostForm,
  getLinks,
  getOptions,
  getText,
  getCheckedValues,
} from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import Home, { action } from './home.tsx';

const screen = { default: Home, action };
const formValues = {
  form: 'experience',
  providerName: 'Kwetu Pay',
  rating: '4',
  experience: 'Paid out in a day.',
  issueType: 'none',
};
const createdReply = { id: anId(), status: 'pending', message: 'Thank you.' };

const withoutField = (name: keyof typeof formValues) => ({ ...formValues, [name]: '' });

describe('the form to share an experience', () => {
  it('the experience form asks anyone for a provider, stars, a text and an issue type [HOME-13] [ROLE-14] [DEC-28] [CONST-04]', async () => {
    const form = getPostForm((await openPage(screen, '/')).body);
    expect([...new Set(getFieldNames(form))]).toEqual([
      'form',
      'providerName',
      'rating',
      'experience',
      'issueType',
      'email',
    ]);
    const stars = within(form).getAllByRole<HTMLInputElement>('radio', { checked: false });
    expect(stars.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
    expect(getCheckedValues(form)).toEqual([]);
    expect(getOptions(form, 'issueType').map(([value]) => value)).toEqual(issueTypes);
    expect(issueTypes).toEqual(['none', 'withdrawal', 'fees', 'support', 'scam', 'other']);
  });

  it('the experience form asks for an email address only without scripts [REAL-02]', async () => {
    const form = getPostForm((await openPage(screen, '/')).body);
    const noscriptElement = form.querySelector('noscript')!;
    expect(getFieldNames(noscriptElement)).toEqual(['email']);
    noscriptElement.remove();
    expect(getFieldNames(form)).not.toContain('email');
  });

  it('the experience form sends the experience and redirects to the next step [REAL-02]', async () => {
    const { api, requests } = await startJsonServer({ ...createdReply, mailed: true }, 201);
    const page = await openPage(screen, '/', { api, formFields: { ...formValues, email: 'amina@example.org' } });
    expect([page.status, page.location]).toEqual([303, '/?shared=mailed#share']);
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/experiences']]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      providerName: 'Kwetu Pay',
      rating: 4,
      experience: 'Paid out in a day.',
      issueType: 'none',
      email: 'amina@example.org',
      language: 'en',
    });
  });

  it('the home page says what the next step is [REAL-02]', async () => {
    const mailed = getText((await openPage(screen, '/?shared=mailed')).body);
    expect(mailed).toContain('Experience Submitted Please open the link we have emailed you within 24 hours.');
    const directText = getText((await openPage(screen, '/?shared=yes')).body);
    expect(directText).toContain('Experience Submitted Thank you. It will be visible once verified by the team.');
    expect(getText((await openPage(screen, '/')).body)).not.toContain('Experience Submitted');
  });

  it.each([
    ['providerName', 'Provider name is required'],
    ['rating', 'Please select a rating'],
    ['experience', 'Please describe your experience'],
  ] as const)('without %s the form shows an error and keeps the other values', async (name, sentence) => {
    const page = await openPage(screen, '/', { formFields: withoutField(name) });
    expect(page.status).toBe(400);
    expect(getFieldErrors(page.body)).toEqual([sentence]);
    expect(getLinks(page.body).map(({ href }) => href)).toContain(`#experience-${name}`);
    const formData = Object.fromEntries(new FormData(getPostForm(page.body)));
    if (name !== 'providerName') expect(formData['providerName']).toBe('Kwetu Pay');
    if (name !== 'experience') expect(formData['experience']).toBe('Paid out in a day.');
    if (name !== 'rating') expect(formData['rating']).toBe('4');
  });

  it('the experience form requires an email address from a browser without scripts', async () => {
    const page = await openPage(screen, '/', { formFields: { ...formValues, email: '' } });
    expect(getFieldErrors(page.body)).toEqual(['Please enter a valid email address']);
  });

  it('the experience form offers confirmation by email when no proof of work arrived, also with scripts [REAL-02]', async () => {
    const proofMissingError = { code: 'PROOF_MISSING', message: 'We could not confirm that a person sent this.' };
    const { api } = await startJsonServer(proofMissingError, 400);
    const page = await openPage(screen, '/', { api, formFields: formValues });
    expect(page.status).toBe(400);
    expect(getText(page.body)).toContain('Error We could not confirm that a person sent this.');
    expect(getPostForm(page.body).querySelector('noscript')).toBeNull();
    expect(getFieldNames(getPostForm(page.body))).toContain('email');
  });

  it('the experience form shows its own message when the server sends none [REAL-02]', async () => {
    const { api } = await startJsonServer('', 500);
    const page = await openPage(screen, '/', { api, formFields: { ...formValues, email: 'amina@example.org' } });
    expect(getText(page.body)).toContain('Error Failed to submit experience. Please try again.');
  });

  it('the French form sends the language to the server', async () => {
    setTestLanguage('fr');
    const { api, requests } = await startJsonServer(createdReply, 201);
    const page = await openPage(screen, '/fr', { api, formFields: { ...formValues, email: 'amina@example.org' } });
    expect(page.location).toBe('/fr?shared=yes#share');
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ language: 'fr' });
  });
});
