/** What only an operator does about accounts, on the server itself: `npm run admin -- create|grant|revoke|reset-factor <email>`. */
import { lifetimes } from '@hakiki/contract/limits';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { openServices, operator } from './services.ts';

const USAGE = 'npm run admin -- create|grant|revoke|reset-factor <email>';

const [act = '', email = ''] = process.argv.slice(2);
if (!['create', 'grant', 'revoke', 'reset-factor'].includes(act) || !/^[^\s@]+@[^\s@]+$/.test(email)) {
  console.error(USAGE);
  process.exit(2);
}

const settings = readSettingsOrExit();
const { services, close } = await openServices(settings);
const { administration, factorResets } = services.accounts;

/** The one of customers lets nobody into the console. */
const staffLogin = `${settings.publicUrl}/admin/login`;

const sentences = {
  grant: {
    done: `${email} is an administrator now and has to log in again, at ${staffLogin}.`,
    unchanged: `${email} is one already.`,
  },
  revoke: {
    done: `${email} is neither an administrator nor a moderator any more.`,
    unchanged: `${email} is neither an administrator nor a moderator.`,
  },
};

async function resetFactor(): Promise<boolean> {
  const outcome = await factorResets.ask(email, operator);
  const words = {
    done: `${email} is written to now. ${lifetimes.factorResetHours} hours after the letter has left, the factor, the backup codes and the passkeys go and all sessions end, unless the letter's link stops it.`,
    pending: `A reset for ${email} is under way already.`,
    none: `${email} has no second factor.`,
    unknown: `${email} has no account.`,
  };
  console.log(words[outcome]);
  return outcome === 'done';
}

async function run(): Promise<boolean> {
  if (act === 'reset-factor') return resetFactor();
  if (act === 'create') {
    const link = await administration.create(email, operator);
    console.log(
      link
        ? `Created. With this link, within ${lifetimes.emailTokenHours} hours, a password is chosen:\n${link}\n\nAfterwards they log in at ${staffLogin}, the login of staff.`
        : `${email} has an account; use grant.`,
    );
    return link !== undefined;
  }
  const chosen = act === 'grant' ? 'grant' : 'revoke';
  const outcome = await administration[chosen](email, operator);
  console.log(outcome === 'unknown' ? `${email} has no account.` : sentences[chosen][outcome]);
  return outcome !== 'unknown';
}

try {
  if (!(await run())) process.exitCode = 1;
} finally {
  await close();
}
