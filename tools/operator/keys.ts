/**
 * Rotates APP_SECRET without losing the data encrypted with it (docs/runbooks/leaked-secret.md): `npm run keys --
 * status`.
 */
import { randomBytes } from 'node:crypto';
import type { KeyRotationPart } from '../../apps/server/src/secret-rotation.ts';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { openServices, operator } from './services.ts';

const USAGE = `npm run keys -- status            what is under which secret, and what to do next
npm run keys -- rotate            the next step of a change, in words
npm run keys -- rotate --finish   the last step: as renew, and what to do then
npm run keys -- renew             writes under the present secret what needs the one from before
npm run keys -- retire            says whether the one from before can go, and what has to be kept of it`;

const act = process.argv.slice(2).join(' ');
const acts = ['status', 'rotate', 'rotate --finish', 'renew', 'retire'];
if (!acts.includes(act)) {
  console.error(USAGE);
  process.exit(2);
}

// Reads and writes the same data as the web processes, files included.
const settings = readSettingsOrExit('web');
const { services, close } = await openServices(settings);
const { keys } = services;

const rotationTexts: Record<KeyRotationPart['ends'], string> = {
  renewed: 'npm run keys -- renew encrypts them again',
  expires: 'they end by themselves within a day',
  kept: 'nobody can create them again: their key is kept in APP_KEYS_KEPT',
};

function printParts(parts: readonly KeyRotationPart[]): void {
  for (const { what, ends, left, renewed, lost } of parts) {
    const details = [
      renewed > 0 && `${renewed} written again`,
      left > 0
        ? `${left} under another secret: ${rotationTexts[ends]}`
        : renewed === 0 && 'all under the present secret',
      lost > 0 && `${lost} can be read with none of the secrets`,
    ];
    console.log(`  ${what}: ${details.filter(Boolean).join('; ')}`);
  }
}

const isLeft = (parts: readonly KeyRotationPart[]) => parts.some(({ ends, left }) => ends !== 'kept' && left > 0);

const formatPrepareSteps =
  () => `1. Put this line into the settings of every process, web and worker, and restart them all, one after the other:

APP_SECRET_NEXT=${randomBytes(32).toString('hex')}

   Where AUDIT_SECRET is not set, the worker and audit:verify need it from now on: the value that APP_SECRET has now, in .env.worker.
2. When all of them run with it: npm run keys -- rotate`;

const exchangeSteps = `1. Every process must run with APP_SECRET_NEXT by now. Then change the settings of every process and restart them, one after the other:

APP_SECRET_BEFORE: the value of APP_SECRET
APP_SECRET:        the value of APP_SECRET_NEXT
APP_SECRET_NEXT:   remove it

2. When all of them run with it: npm run keys -- rotate --finish`;

const nextSteps = {
  settled: 'No change is under way. npm run keys -- rotate begins one.',
  prepared: 'A change is prepared. npm run keys -- rotate says how it goes on.',
  overlapping:
    'A change is under way: both secrets are read, the new one writes. npm run keys -- rotate --finish goes on.',
};

async function printStatus(): Promise<boolean> {
  console.log(`The present secret is ${keys.id}.`);
  if (keys.stage === 'overlapping') printParts(await keys.inspect());
  console.log(nextSteps[keys.stage]);
  return true;
}

async function renew(): Promise<boolean> {
  const parts = await keys.renew(operator);
  printParts(parts);
  console.log(
    isLeft(parts)
      ? 'Some still need the secret from before. Run npm run keys -- renew again later, at the latest in a day.'
      : 'Nothing else needs the secret from before. When every process has run with the new one for a minute: npm run keys -- retire',
  );
  return true;
}

async function retire(): Promise<boolean> {
  const { parts, isFree, kept } = await keys.retire(operator);
  printParts(parts);
  if (!isFree) {
    console.log('APP_SECRET_BEFORE is still needed and must stay. Run npm run keys -- retire again later.');
    return false;
  }
  const keep = kept ? `\n\nAPP_KEYS_KEPT=${kept}\n\nand remove` : ' by removing';
  console.log(
    `The secret from before can go. Change the settings of every process${keep} APP_SECRET_BEFORE. Then restart them all.`,
  );
  return true;
}

async function run(): Promise<boolean> {
  if (act === 'status') return printStatus();
  if (act === 'rotate') {
    console.log(
      { settled: formatPrepareSteps(), prepared: exchangeSteps, overlapping: nextSteps.overlapping }[keys.stage],
    );
    return keys.stage !== 'overlapping';
  }
  if (keys.stage !== 'overlapping') {
    console.log(`There is no APP_SECRET_BEFORE. ${nextSteps[keys.stage]}`);
    return false;
  }
  return act === 'retire' ? retire() : renew();
}

const isPermissionDenied = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === '42501' || isPermissionDenied(error.cause));

try {
  if (!(await run())) process.exitCode = 1;
} catch (error) {
  if (!isPermissionDenied(error)) throw error;
  console.error(
    'DATABASE_URL is of a role that may not change what others sealed: give the one that npm run migrate has. What was done so far stays.',
  );
  process.exitCode = 1;
} finally {
  await close();
}
