import { issueTypes } from '../../lib/providers/review-words.ts';
import { describe, expect, it } from 'vitest';
import { answeringJson } from '../../../test/answers.ts';
import { anId } from '../../../test/makers.ts';
import { openPage } from '../../../test/page.tsx';
import { attributeOf, elementsOf, speaking, textOf, valuesOf } from '../../../test/render.tsx';
import Home, { action } from './home.tsx';

const screen = { default: Home, action };
const written = {
  form: 'experience',
  providerName: 'Kwetu Pay',
  rating: '4',
  experience: 'Paid out in a day.',
  issueType: 'none',
};
const created = { id: anId(), status: 'pending', message: 'Thank you.' };

const formOf = (markup: string): string => /<form[^>]*method="post".*?<\/form>/s.exec(markup)?.[0] ?? '';
const errorsOf = (markup: string): string[] =>
  elementsOf(formOf(markup), 'p').flatMap(({ tag, text }) => (/id="[^"]+-error"/.test(tag) ? [text] : []));
const without = (name: keyof typeof written) => ({ ...written, [name]: '' });

describe('the form to share an experience', () => {
  it('asks for a provider, stars, words and a type of issue, and is open to anyone [HOME-13] [ROLE-14] [DEC-28] [CONST-04]', async () => {
    const form = formOf((await openPage(screen, '/')).markup);
    expect([...new Set(valuesOf(form, 'name'))]).toEqual([
      'form',
      'providerName',
      'rating',
      'experience',
      'issueType',
      'email',
    ]);
    const stars = [...form.matchAll(/<input type="radio"[^>]*>/g)].map(([tag]) => attributeOf(tag, 'value'));
    expect(stars).toEqual(['1', '2', '3', '4', '5']);
    expect(form).not.toContain('checked=""');
    expect(elementsOf(form, 'option').map(({ tag }) => attributeOf(tag, 'value'))).toEqual(issueTypes);
    expect(issueTypes).toEqual(['none', 'withdrawal', 'fees', 'support', 'scam', 'other']);
  });

  it('asks for an address only where no scripts run [REAL-02]', async () => {
    const form = formOf((await openPage(screen, '/')).markup);
    const [hidden = ''] = /<noscript>.*?<\/noscript>/s.exec(form) ?? [];
    expect(valuesOf(hidden, 'name')).toEqual(['email']);
    expect(valuesOf(form.replace(hidden, ''), 'name')).not.toContain('email');
  });

  it('sends what was written and leads to where the next step is told [REAL-02]', async () => {
    const { api, asked } = await answeringJson({ ...created, mailed: true }, 201);
    const page = await openPage(screen, '/', { api, posts: { ...written, email: 'amina@example.org' } });
    expect([page.status, page.location]).toEqual([303, '/?shared=mailed#share']);
    expect(asked.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/experiences']]);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      providerName: 'Kwetu Pay',
      rating: 4,
      experience: 'Paid out in a day.',
      issueType: 'none',
      email: 'amina@example.org',
      language: 'en',
    });
  });

  it('tells the next step after it was sent [REAL-02]', async () => {
    const told = async (address: string) =>
      elementsOf((await openPage(screen, address)).markup, 'div').find(({ tag }) => tag.includes('role="status"'));
    const mailed = textOf((await openPage(screen, '/?shared=mailed')).markup);
    expect(mailed).toContain('Experience Submitted Please open the link we have mailed you within 24 hours.');
    const direct = textOf((await openPage(screen, '/?shared=yes')).markup);
    expect(direct).toContain('Experience Submitted Thank you. It will be visible once verified by the team.');
    expect(await told('/')).toBeUndefined();
  });

  it.each([
    ['providerName', 'Provider name is required'],
    ['rating', 'Please select a rating'],
    ['experience', 'Please describe your experience'],
  ] as const)('without %s it comes back with the rest as it was', async (name, sentence) => {
    const page = await openPage(screen, '/', { posts: without(name) });
    expect(page.status).toBe(400);
    expect(errorsOf(page.markup)).toEqual([sentence]);
    expect(page.markup).toContain(`href="#experience-${name}"`);
    const form = formOf(page.markup);
    if (name !== 'providerName') expect(valuesOf(form, 'value')).toContain('Kwetu Pay');
    if (name !== 'experience') expect(form).toMatch(/<textarea[^>]*>Paid out in a day\.<\/textarea>/);
    if (name !== 'rating') expect(form).toMatch(/<input[^>]*type="radio"[^>]*checked=""[^>]*value="4"/);
  });

  it('wants an address from a browser without scripts', async () => {
    const page = await openPage(screen, '/', { posts: { ...written, email: '' } });
    expect(errorsOf(page.markup)).toEqual(['Please enter a valid email address']);
  });

  it('offers the way by mail when no proof of work arrived, also where scripts run [REAL-02]', async () => {
    const refused = { code: 'PROOF_MISSING', message: 'We could not confirm that a person sent this.' };
    const { api } = await answeringJson(refused, 400);
    const page = await openPage(screen, '/', { api, posts: written });
    expect(page.status).toBe(400);
    expect(textOf(page.markup)).toContain('Error We could not confirm that a person sent this.');
    expect(formOf(page.markup)).not.toContain('<noscript>');
    expect(valuesOf(formOf(page.markup), 'name')).toContain('email');
  });

  it('says what failed in its own words where the server has none [REAL-02]', async () => {
    const { api } = await answeringJson('', 500);
    const page = await openPage(screen, '/', { api, posts: { ...written, email: 'amina@example.org' } });
    expect(textOf(page.markup)).toContain('Error Failed to submit experience. Please try again.');
  });

  it('speaks French and tells the server so', async () => {
    speaking('fr');
    const { api, asked } = await answeringJson(created, 201);
    const page = await openPage(screen, '/fr', { api, posts: { ...written, email: 'amina@example.org' } });
    expect(page.location).toBe('/fr?shared=yes#share');
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ language: 'fr' });
  });
});
