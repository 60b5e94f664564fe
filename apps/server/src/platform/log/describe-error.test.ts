import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { AppError } from '../app-error.ts';
import { describeError } from './describe-error.ts';

const test = useDatabase();
const secret = 'baobab@example.com';
const catchError = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('It did not fail.'),
    (error: unknown) => error as Error,
  );
const toLogText = (error: unknown) => JSON.stringify(describeError(error));

describe('describing errors for the log', () => {
  it('logs the type, message, stack and cause of an error', () => {
    const error = new Error('the letter got lost', {
      cause: Object.assign(new Error('no answer'), { code: 'ECONNRESET' }),
    });
    expect(describeError(error)).toEqual({
      type: 'Error',
      message: 'the letter got lost',
      stack: expect.stringMatching(/^\s+at .*describe-error\.test/),
      cause: { type: 'Error', message: 'no answer', code: 'ECONNRESET', stack: expect.any(String) },
    });
    expect(describeError(new AppError('UNAVAILABLE'))).toMatchObject({ code: 'UNAVAILABLE' });
    expect(describeError('a word')).toBe('a word');
    expect(describeError(undefined)).toBeUndefined();
  });

  it('follows a long chain of causes only up to a limit', () => {
    const error = new Error('a circle');
    error.cause = error;
    expect(toLogText(error).match(/a circle/g)).toHaveLength(6);
  });

  it('logs the violated constraint, but never the value that violated it', async () => {
    await test.sql('create table people (email text unique, age int, constraint grown_up check (age > 17))');
    const { db } = test.database;
    const add = (email: string, age: number | string) => db.execute(sql`insert into people values (${email}, ${age})`);
    await add(secret, 30);
    const errors = [
      await catchError(add(secret, 40)),
      await catchError(add(secret, 12)),
      await catchError(db.execute(sql`select ${secret}::int`)),
      await catchError(db.execute(sql`select ${secret}::text from nowhere`)),
      await catchError(test.sql('insert into people values ($1, 40)', [secret])),
      await catchError(test.sql('select $1::uuid', [secret])),
    ];
    // The original errors contain the value.
    expect(errors.every((error) => JSON.stringify([error, error.message, error.cause]).includes(secret))).toBe(true);
    for (const error of errors) expect(toLogText(error)).not.toContain('baobab');
    expect(describeError(errors[0])).toMatchObject({
      message: expect.stringMatching(/^Failed query: insert into people/),
      cause: { code: '23505', constraint: 'people_email_key', table: 'people' },
    });
    expect(describeError(errors[1])).toMatchObject({ cause: { code: '23514', constraint: 'grown_up' } });
    expect(describeError(errors[2])).toMatchObject({ cause: { code: '22P02', message: 'A value was refused.' } });
    expect(describeError(errors[3])).toMatchObject({ cause: { message: 'relation "nowhere" does not exist' } });
  });
});
