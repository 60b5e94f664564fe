import { expect, it } from 'vitest';
import { writeJsonFeed } from './json-feed.ts';

it('a JSON feed has a list of items, also when it is empty', () => {
  const head = { version: 'https://jsonfeed.org/version/1.1', title: 'Withdrawn' };
  const item = { id: '1', content_text: 'pay.example' };
  expect(JSON.parse(writeJsonFeed({ title: 'Withdrawn', items: [] }))).toEqual({ ...head, items: [] });
  expect(JSON.parse(writeJsonFeed({ title: 'Withdrawn', items: [item] }))).toEqual({ ...head, items: [item] });
});
