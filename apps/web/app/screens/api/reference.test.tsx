import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiDocs } from '../../../content/api-docs.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { Reference } from './reference.tsx';

const origin = 'https://hakiki.example';
const renderPage = () => renderOnServer(<Reference docs={apiDocs('en', origin)} />, { at: '/api?tab=documentation' });

describe('the documentation tab', () => {
  it('the documentation tab shows each call with its parameters, examples, response and rate limit, without scripts [API-12] [CONST-09]', () => {
    const body = renderPage();
    const calls = within(body).getAllByRole('article');
    expect(calls.map((call) => getText(within(call).getByRole('heading', { level: 4 })))).toEqual([
      'GET /api/v1/providers',
      'GET /api/v1/providers/{id}',
      'GET /api/v1/providers/{id}/compliance',
      'GET /api/v1/providers/{id}/reviews',
      'GET /api/v1/alerts',
      'GET /api/v1/alerts/{id}',
      'POST /api/v1/check',
      'POST /api/v1/reports',
    ]);
    expect(calls.map((call) => /Limit: ([\d,]+) per hour and key/.exec(getText(call))?.[1])).toEqual([
      '1,000',
      '5,000',
      '500',
      '1,000',
      '1,000',
      '5,000',
      '200',
      '100',
    ]);
    expect(getText(calls[7]!)).toContain('Permission: write:reports');
    expect([...calls[7]!.querySelectorAll('summary')].map(getText)).toEqual([
      'Fields of the response',
      'curl',
      'TypeScript',
      'Python',
      'Answer to this example with a test key',
    ]);
    expect(getText(body)).toContain('Authorization: Bearer $HAKIKI_API_KEY');
  });

  it('the documentation tab shows the monthly quota beside the hourly limits [CONST-09] [API-14]', () => {
    const rows = within(renderPage()).getAllByRole('row').map(getText);
    expect(rows).toContain('GET /api/v1/providers/{id}/compliance 500 per hour and key');
    expect(rows.at(-1)).toBe('All calls in a month 50,000');
  });

  it('the documentation tab links to the OpenAPI document and the feed of changes, and the targets of its own links exist', () => {
    const body = renderPage();
    const hrefs = getLinks(body).map(({ href }) => href!);
    expect(hrefs).toEqual(expect.arrayContaining(['/api/v1/openapi.json', '/api/v1/changes.atom']));
    const anchors = hrefs.filter((href) => href.startsWith('#'));
    expect(anchors.length).toBeGreaterThan(20);
    for (const anchor of anchors) expect(body.querySelector(`[id="${anchor.slice(1)}"]`), anchor).not.toBeNull();
  });

  it('the French tab leaves code and server messages in English', () => {
    setTestLanguage('fr');
    const body = renderOnServer(<Reference docs={apiDocs('fr', origin)} />, { at: '/fr/api?tab=documentation' });
    expect(getText(body)).toContain('Autorisation : read:providers');
    expect(getText(body)).toContain('Attendez le nombre de secondes indiqué par Retry-After.');
    expect([...body.querySelectorAll('[lang="en"]')].length).toBeGreaterThan(10);
  });
});
