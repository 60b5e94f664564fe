/** Detects leaks in responses: planted words that the caller must not see, and internal details of the software. */
import { randomUUID } from 'node:crypto';
import {
  contactDataShownInConsole,
  createCanaries,
  findCanaries,
  listEncodings,
} from '../apps/server/test/support/canaries.ts';
import { makeSalesMessage, makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import { newIssueReport, newProviderSubmission, newScamReport } from '../apps/server/test/support/reporter.ts';
import type { TestStack } from './test-stack.ts';
import { toProductionCookie } from './callers.ts';
import type { HttpResponse } from './http-client.ts';

const internalDetails: Record<string, RegExp> = {
  'the stack of an error': /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)|\n\s+at \S+:\d+:\d+/,
  'words of PostgreSQL':
    /syntax error at or near|violates [\w-]+ constraint|invalid input syntax|duplicate key value|relation "\w+"|column "\w+"|canceling statement/,
  'the name of a secret column': /password_hash|token_hash|receipt_hash|sealed_(?:contact|details|secret|reply)/,
  'something that looks like a hash or sealed bytes': /\$argon2|"type":"Buffer"/,
  'a path of the machine': /apps\/server\/src|node_modules\/|\/hakiki-chaos-/,
};

export interface LeakDetector {
  /** Leaked fields of the response; usually none. */
  findIn: (who: string, name: string, answer: HttpResponse) => string[];
}

/**
 * Stores canary words in an account that no caller uses, and in a report of each kind; a response with one of them is a
 * leak.
 */
export async function plantCanaries({ client, database }: TestStack): Promise<LeakDetector> {
  const { words, createCanary, createPhoneCanary } = createCanaries();
  const mail = (word: string) => `${word}@example.com`;
  const owner = await makeUser(database.db, {
    email: createCanary('email of an account', mail),
    lastName: createCanary('name of an account'),
    cellphoneNumber: createPhoneCanary('telephone of an account'),
    passwordHash: createCanary('hash of a password'),
    // Lists start with the newest, and all other accounts come later.
    createdAt: new Date(Date.now() + 86_400_000),
  });
  const { token, cookie } = await makeSession(database.db, { userId: owner.id });
  words['token of a session'] = token;
  await makeSalesMessage(database.db, {
    name: createCanary('a sales message: name'),
    email: createCanary('a sales message: email', mail),
    phone: createPhoneCanary('a sales message: phone'),
  });
  const contact = (of: string) => ({
    contactEmail: createCanary(`${of}: contactEmail`, mail),
    contactPhone: createPhoneCanary(`${of}: contactPhone`),
  });
  const filed: [string, object][] = [
    ['/api/fraud-alerts', newScamReport(contact('a scam report'))],
    ['/api/reports', newIssueReport({ email: createCanary('an issue report: email', mail) })],
    [
      '/api/providers',
      newProviderSubmission({
        ...contact('a proposal'),
        submitterName: createCanary('a proposal: submitterName'),
        submitterEmail: createCanary('a proposal: submitterEmail', mail),
      }),
    ],
  ];
  for (const [path, body] of filed) {
    const { status, text } = await client.send({
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        cookie: toProductionCookie(cookie),
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    if (status !== 201) throw new Error(`${path} responded ${status}: ${text}`);
    const { receipt } = JSON.parse(text) as { receipt: { code: string } };
    words[`${path}: code of the receipt`] = receipt.code;
  }
  const anyWord = new RegExp(
    Object.values(words)
      .flatMap(listEncodings)
      .map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`))
      .join('|'),
  );
  /** A call that changes the plan or the role of an account returns that account. */
  const known = (name: string): RegExp | undefined =>
    contactDataShownInConsole[name.startsWith('PUT /api/admin/users/') ? 'GET /api/admin/users' : name];
  const mayTell = (who: string, name: string, field: string) =>
    (who === 'admin' || who.startsWith('admin who')) &&
    (known(name)?.test(field) ??
      (name.startsWith('GET /admin') && Object.values(contactDataShownInConsole).some((one) => one.test(field))));
  return {
    findIn: (who, name, { text, headers }) => {
      const whole = `${text}\n${JSON.stringify(headers)}`;
      const planted = anyWord.test(whole)
        ? findCanaries(whole, words).filter((field) => !mayTell(who, name, field))
        : [];
      const own = Object.entries(internalDetails).flatMap(([what, pattern]) => (pattern.test(whole) ? [what] : []));
      return [...planted, ...own];
    },
  };
}
