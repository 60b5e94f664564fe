/** Checks the settings of server and worker, and whether the two match. */
import { stat } from 'node:fs/promises';
import { type Environment, environmentFile, readEnvironment } from '../platform/config/environment.ts';
import { type EntryPoint, readSettings, type Settings, SettingsError } from '../platform/config/settings.ts';
import { type Finding, createFinding } from './finding.ts';

interface SettingsPair {
  web: Settings;
  worker: Settings;
}

export interface SettingsResult {
  findings: Finding[];
  /** Only if both can be read: the other checks need them. */
  settings: SettingsPair | undefined;
}

const files = { web: '.env', worker: '.env.worker' } as const;

export function checkSettings(processEnvironment?: Environment): SettingsResult {
  const findings: Finding[] = [];
  const readFor = (entryPoint: keyof SettingsPair): Settings | undefined => {
    try {
      return readSettings(readEnvironment(entryPoint, processEnvironment), entryPoint);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      findings.push(...error.problems.flatMap((problem) => toFindings(problem, entryPoint)));
      return undefined;
    }
  };
  const [web, worker] = [readFor('web'), readFor('worker')];
  if (!web || !worker) return { findings: withoutDuplicates(findings), settings: undefined };
  return { findings: compareSettings({ web, worker }), settings: { web, worker } };
}

const toFindings = (problem: string, entryPoint: EntryPoint & keyof typeof files): Finding[] =>
  createFinding(
    `${problem} (${entryPoint === 'web' ? 'server' : 'worker'})`,
    `Set it in ${files[entryPoint]} or in the environment of the process; .env.example explains each setting.`,
  );

/** The worker also reads the server's file, so one mistake is found twice. */
function withoutDuplicates(findings: Finding[]): Finding[] {
  const withoutProcess = ({ what }: Finding) => what.replace(/ \((?:server|worker)\)$/, '');
  return findings.filter(
    (one, index) => findings.findIndex((other) => withoutProcess(other) === withoutProcess(one)) === index,
  );
}

function compareSettings({ web, worker }: SettingsPair): Finding[] {
  const differ = <Value>(read: (settings: Settings) => Value) =>
    JSON.stringify(read(web)) !== JSON.stringify(read(worker));
  return [
    ...(differ((settings) => settings.appSecret)
      ? createFinding(
          'Server and worker have different values of APP_SECRET: they cannot decrypt each other’s data',
          'Remove APP_SECRET from .env.worker, so that both read it from .env.',
        )
      : []),
    ...(differ((settings) => settings.indicatorKeys)
      ? createFinding(
          'Server and worker have different values of INDICATOR_KEYS: private checks of numbers fail, and reports of the same number are not grouped',
          'Remove INDICATOR_KEYS from .env.worker, so that both read it from .env.',
        )
      : []),
    ...(web.isProduction && web.indicatorKeys.length === 0
      ? createFinding(
          'The keys of reported phone numbers are derived from APP_SECRET: they cannot be replaced after a leak',
          'Run `hakiki indicator-key` and put INDICATOR_KEYS into .env (docs/runbooks/open-data.md).',
        )
      : []),
    ...(differ((settings) => settings.evidence)
      ? createFinding(
          'Server and worker store evidence in different places: moderators cannot open any',
          'Set EVIDENCE_FOLDER or S3_BUCKET to the same value for both, preferably only in .env.',
        )
      : []),
    ...(differ((settings) => settings.isDemo)
      ? createFinding('DEMO is set for one of server and worker only', 'Set DEMO=on only in .env, which both read.')
      : []),
    ...(differ((settings) => settings.publicUrl)
      ? createFinding(
          'Server and worker have different values of PUBLIC_URL: links in emails do not work',
          'Remove PUBLIC_URL from .env.worker.',
        )
      : []),
    ...(worker.logSigning.keys.length === 0
      ? createFinding(
          'The public decision log is not signed: outsiders cannot prove that it was not rewritten',
          'Run `hakiki log-key` and put LOG_SIGNING_KEYS into .env.worker (docs/runbooks/log-key.md).',
        )
      : []),
    ...(web.isProduction && web.databaseUrl === worker.databaseUrl
      ? createFinding(
          'Server and worker connect to the database with the same role: a compromised server could read what only the worker may read',
          'Create a role for the worker and put its DATABASE_URL into .env.worker (docs/runbooks/roles.md).',
        )
      : []),
  ];
}

/** These files contain the secrets that open everything else. */
export async function checkFiles(processEnvironment?: Environment): Promise<Finding[]> {
  const file = environmentFile(processEnvironment);
  const findings = [file, `${file}.worker`].map(async (path) => {
    const mode = await stat(path).then(
      (found) => found.mode,
      () => 0,
    );
    return mode & 0o007
      ? createFinding(`${path} can be read by every user of this machine`, `chmod o-rwx ${path}`)
      : [];
  });
  return (await Promise.all(findings)).flat();
}
