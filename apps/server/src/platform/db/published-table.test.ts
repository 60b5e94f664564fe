import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { publishTable } from './published-table.ts';

const members = pgTable('members', { id: uuid().primaryKey(), passwordHash: text() });

it('another module can read only the published columns of a table', () => {
  const published = publishTable(members, 'id');
  expect(published.id).toBe(members.id);
  // @ts-expect-error The owner does not publish it.
  expect(published.passwordHash).toBe(members.passwordHash);
});
