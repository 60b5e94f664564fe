/** What only an operator does, from the server's own command line: no call of the API makes an administrator. */
import type { Language } from '@hakiki/contract/site';
import type { Database } from '../../platform/db/database.ts';
import type { AuditService } from '../audit/service.ts';
import { linkTo } from './letters.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { Passwords } from './passwords.ts';
import type { LayDown } from './roles.ts';
import * as store from './store.ts';

/** Where TEST_ADMINISTRATOR is on, one administrator exists whose password everybody may know; the admin login shows it. */
export const testAdmin = { email: 'admin@hakiki.example', password: 'verify-before-trust' } as const;

interface Needs {
  database: Database;
  audit: AuditService;
  links: MailedLinks;
  passwords: Passwords;
  publicUrl: string;
  layDown: LayDown;
}

export function createAdministration({ database, audit, links, passwords, publicUrl, layDown }: Needs) {
  async function setAdmin(
    email: string,
    isAdmin: boolean,
    operator: string,
  ): Promise<'done' | 'unchanged' | 'unknown'> {
    return database.transaction(async (tx) => {
      const user = await store.findUserByEmail(tx, email.toLowerCase());
      if (!user) return 'unknown';
      if (user.isAdmin === isAdmin) return 'unchanged';
      // Who is an administrator needs no other role, and whoever stops being one keeps none.
      await store.setRoles(tx, user.id, { isAdmin, isModerator: false });
      // What a session may do has changed, so every session ends and is opened anew.
      await store.deleteSessions(tx, user.id);
      if (!isAdmin) await layDown(tx, user.id);
      await audit.record(tx, {
        actor: { kind: 'operator', name: operator },
        action: isAdmin ? 'account.role-granted' : 'account.role-revoked',
        subject: user.id,
        detail: { role: 'admin' },
      });
      return 'done';
    });
  }

  return {
    grant: (email: string, operator: string) => setAdmin(email, true, operator),
    revoke: (email: string, operator: string) => setAdmin(email, false, operator),

    /** A verified account without a password, and the link with which its owner chooses one. */
    async create(email: string, operator: string, language: Language = 'en'): Promise<string | undefined> {
      return database.transaction(async (tx) => {
        const values = { email: email.toLowerCase(), isAdmin: true, emailVerifiedAt: new Date(), language };
        const user = await store.insertUser(tx, values);
        if (!user) return undefined;
        await audit.record(tx, {
          actor: { kind: 'operator', name: operator },
          action: 'account.role-granted',
          subject: user.id,
          detail: { role: 'admin', isNew: true },
        });
        const token = await links.make(tx, user.id, 'reset-password');
        return linkTo(publicUrl, language, 'reset-password', token);
      });
    },

    /** Present where it was asked for, otherwise absent, whatever the database was copied from. */
    async keepTestAdmin(isWanted: boolean): Promise<void> {
      const existing = await store.findUserByEmail(database.db, testAdmin.email);
      if (!isWanted) {
        if (existing) await store.deleteUser(database.db, existing.id);
        return;
      }
      if (existing) return;
      const passwordHash = await passwords.hash(testAdmin.password);
      await store.insertUser(database.db, {
        email: testAdmin.email,
        firstName: 'Test',
        lastName: 'Admin',
        passwordHash,
        isAdmin: true,
        emailVerifiedAt: new Date(),
      });
    },
  };
}
