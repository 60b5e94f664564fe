/**
 * Rotates APP_SECRET without losing the data encrypted with it (docs/runbooks/leaked-secret.md): `npm run keys --
 * status`.
 */
import { randomBytes } from 'node:crypto';
import type { KeyRotationPart } from '../../apps/server/src/secret-rotation.ts';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { openServices, operator } from './services.ts';

const USAGE = `npm run keys -- status            shows which data depends on which secret, and the next step
npm run keys -- rotate            explains the next step of a rotation
npm run keys -- rotate --finish   the last step: the same as renew, and what to do afterwards
npm run keys -- renew             re-encrypts under the current secret what depends on the previous one
npm run keys -- retire            says whether the previous secret can be removed, and which keys must be kept`;

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
  renewed: 'npm run keys -- renew re-encrypts them',
  expires: 'they expire within a day',
  kept: 'they cannot be re-created: their key is kept in APP_KEYS_KEPT',
};

function printParts(parts: readonly KeyRotationPart[]): void {
  for (const { what, ends, left, renewed, lost } of parts) {
    const details = [
      renewed > 0 && `${renewed} re-encrypted`,
      left > 0
        ? `${left} under another secret: ${rotationTexts[ends]}`
        : renewed === 0 && 'all under the current secret',
      lost > 0 && `${lost} cannot be read with any of the secrets`,
    ];
    console.log(`  ${what}: ${details.filter(Boolean).join('; ')}`);
  }
}

const isLeft = (parts: readonly KeyRotationPart[]) => parts.some(({ ends, left }) => ends !== 'kept' && left > 0);

const formatPrepareSteps =
  () => `1. Add this line to the settings of every process, web and worker, and restart them one after the other:

APP_SECRET_NEXT=${randomBytes(32).toString('hex')}

   Where AUDIT_SECRET is not set, the worker and audit:verify need it from now on: the value that APP_SECRET has now, in .env.worker.
2. When all of them run with it: npm run keys -- rotate`;

const exchangeSteps = `1. Every process must run with APP_SECRET_NEXT by now. Then change the settings of every process and restart them, one after the other:

APP_SECRET_BEFORE: the value of APP_SECRET
APP_SECRET:        the value of APP_SECRET_NEXT
APP_SECRET_NEXT:   remove it

2. When all of them run with it: npm run keys -- rotate --finish`;

const nextSteps = {
  settled: 'No rotation is in progress. npm run keys -- rotate starts one.',
  prepared: 'A rotation is prepared. npm run keys -- rotate explains the next step.',
  overlapping:
    'A rotation is in progress: both secrets are accepted, the new one is used for writing. Next: npm run keys -- rotate --finish.',
};

async function printStatus(): Promise<boolean> {
  console.log(`The current secret is ${keys.id}.`);
  if (keys.stage === 'overlapping') printParts(await keys.inspect());
  console.log(nextSteps[keys.stage]);
  return true;
}

async function renew(): Promise<boolean> {
  const parts = await keys.renew(operator);
  printParts(parts);
  console.log(
    isLeft(parts)
      ? 'Some data still needs the previous secret. Run npm run keys -- renew again within a day.'
      : 'Nothing else needs the previous secret. When every process has run with the new one for a minute: npm run keys -- retire',
  );
  return true;
}

async function retire(): Promise<boolean> {
  const { parts, isFree, kept } = await keys.retire(operator);
  printParts(parts);
  if (!isFree) {
    console.log('APP_SECRET_BEFORE is still needed. Run npm run keys -- retire again later.');
    return false;
  }
  const keep = kept ? `\n\nAPP_KEYS_KEPT=${kept}\n\nand remove` : ' by removing';
  console.log(
    `The previous secret can be removed. Change the settings of every process${keep} APP_SECRET_BEFORE. Then restart them all.`,
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
    'The role of DATABASE_URL may not change all encrypted rows: use the DATABASE_URL of npm run migrate. The changes made so far are kept.',
  );
  process.exitCode = 1;
} finally {
  await close();
}
