/** Manages staff accounts on the server itself: `npm run admin -- create|grant|revoke|reset-factor <email>`. */
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

/** The customers' login does not open the console. */
const staffLogin = `${settings.publicUrl}/admin/login`;

const messages = {
  grant: {
    done: `${email} is an administrator now. Password, authenticator app, backup codes, passkeys and sessions are gone. An email with a link that works for ${lifetimes.emailTokenHours} hours is on its way to them: they choose a new password with it, log in at ${staffLogin} and set up a second factor.`,
    unchanged: `${email} is one already.`,
    unverified: `${email} has not been verified, so somebody else may have signed up with it. Nothing was changed. Ask the owner of the address to choose a new password at ${settings.publicUrl}/forgot-password, which proves the address. Then run this again.`,
  },
  revoke: {
    done: `${email} is neither an administrator nor a moderator any more.`,
    unchanged: `${email} is neither an administrator nor a moderator.`,
  },
};

async function resetFactor(): Promise<boolean> {
  const outcome = await factorResets.request(email, operator);
  const resultMessages = {
    done: `An email to ${email} is on its way. ${lifetimes.factorResetHours} hours after that email was sent, the factor, the backup codes and the passkeys are removed and all sessions end, unless the owner stops it with the link in the email.`,
    pending: `A reset for ${email} is already in progress.`,
    none: `${email} has no second factor.`,
    unknown: `${email} has no account.`,
  };
  console.log(resultMessages[outcome]);
  return outcome === 'done';
}

async function run(): Promise<boolean> {
  if (act === 'reset-factor') return resetFactor();
  if (act === 'create') {
    const link = await administration.create(email, operator);
    console.log(
      link
        ? `Created. Choose a password within ${lifetimes.emailTokenHours} hours with this link:\n${link}\n\nThen log in at ${staffLogin}, the staff login.`
        : `${email} already has an account; use grant.`,
    );
    return link !== undefined;
  }
  const unknown = `${email} has no account.`;
  if (act === 'grant') {
    const outcome = await administration.grant(email, operator);
    console.log({ ...messages.grant, unknown }[outcome]);
    return outcome === 'done' || outcome === 'unchanged';
  }
  const outcome = await administration.revoke(email, operator);
  console.log({ ...messages.revoke, unknown }[outcome]);
  return outcome !== 'unknown';
}

try {
  if (!(await run())) process.exitCode = 1;
} finally {
  await close();
}
