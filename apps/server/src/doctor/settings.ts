/** Checks the settings of server and worker, and whether the two match. */
import { stat } from 'node:fs/promises';
import { type Environment, environmentFile, readEnvironment } from '../platform/config/environment.ts';
import { type Entry, readSettings, type Settings, SettingsError } from '../platform/config/settings.ts';
import { type Finding, found } from './finding.ts';

interface Both {
  web: Settings;
  worker: Settings;
}

export interface Read {
  findings: Finding[];
  /** Only if both can be read: the other checks need them. */
  settings: Both | undefined;
}

const files = { web: '.env', worker: '.env.worker' } as const;

export function examineSettings(own?: Environment): Read {
  const findings: Finding[] = [];
  const readOne = (entry: keyof Both): Settings | undefined => {
    try {
      return readSettings(readEnvironment(entry, own), entry);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      findings.push(...error.faults.flatMap((fault) => faultOf(fault, entry)));
      return undefined;
    }
  };
  const [web, worker] = [readOne('web'), readOne('worker')];
  if (!web || !worker) return { findings: onceEach(findings), settings: undefined };
  return { findings: differencesOf({ web, worker }), settings: { web, worker } };
}

const faultOf = (fault: string, entry: Entry & keyof typeof files): Finding[] =>
  found(
    `${fault} (${entry === 'web' ? 'server' : 'worker'})`,
    `Set it in ${files[entry]} or in the environment of the process; .env.example explains each.`,
  );

/** The worker also reads the server's file, so one mistake is found twice. */
function onceEach(findings: Finding[]): Finding[] {
  const plain = ({ what }: Finding) => what.replace(/ \((?:server|worker)\)$/, '');
  return findings.filter((one, at) => findings.findIndex((other) => plain(other) === plain(one)) === at);
}

function differencesOf({ web, worker }: Both): Finding[] {
  const differ = <Value>(read: (settings: Settings) => Value) =>
    JSON.stringify(read(web)) !== JSON.stringify(read(worker));
  return [
    ...(differ((settings) => settings.appSecret)
      ? found(
          'Server and worker have different values of APP_SECRET: what one seals the other cannot read',
          'Remove APP_SECRET from .env.worker, so that both read it from .env.',
        )
      : []),
    ...(differ((settings) => settings.evidence)
      ? found(
          'Server and worker keep evidence in different places: moderators would find none',
          'Give EVIDENCE_FOLDER or S3_BUCKET the same value for both, best in .env alone.',
        )
      : []),
    ...(differ((settings) => settings.publicUrl)
      ? found(
          'Server and worker have different values of PUBLIC_URL: links in letters lead nowhere',
          'Remove PUBLIC_URL from .env.worker.',
        )
      : []),
    ...(worker.logSigning.keys.length === 0
      ? found(
          'The public log of decisions is not signed: nobody outside can prove that it was not rewritten',
          'Run `hakiki log-key` and put LOG_SIGNING_KEYS into .env.worker (docs/runbooks/log-key.md).',
        )
      : []),
    ...(web.isProduction && web.databaseUrl === worker.databaseUrl
      ? found(
          'Server and worker enter the database as the same role: whoever takes the server over can read how to reach reporters',
          'Make a role for the worker and put its DATABASE_URL into .env.worker (docs/runbooks/roles.md).',
        )
      : []),
  ];
}

/** These files contain the secrets that open everything else. */
export async function examineFiles(own?: Environment): Promise<Finding[]> {
  const file = environmentFile(own);
  const findings = [file, `${file}.worker`].map(async (path) => {
    const mode = await stat(path).then(
      (found) => found.mode,
      () => 0,
    );
    return mode & 0o007 ? found(`${path} can be read by every user of this machine`, `chmod o-rwx ${path}`) : [];
  });
  return (await Promise.all(findings)).flat();
}
