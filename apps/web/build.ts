/**
 * Builds the site: the client once per language, so that a visitor downloads only texts in their language, and the
 * server once with all of them. Files that the languages share are stored once; each language has its own manifest.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLanguage, languages } from '@hakiki/contract/site';
import { build } from 'vite';
import { compileForBuild } from './compile-texts.ts';
import { keepRoutesOf, type RouteManifest } from './language-routes.ts';
import { compress } from './precompress.ts';

const webFolder = import.meta.dirname;
const buildFolder = path.join(webFolder, 'build');

async function buildLanguage(language: string): Promise<unknown> {
  const directory = language === defaultLanguage ? 'build' : `build/${language}`;
  execFileSync('react-router', ['build'], {
    cwd: webFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SITE_LANGUAGE: language, SITE_BUILD_DIRECTORY: directory },
  });
  const assets = path.join(webFolder, directory, 'client/assets');
  const manifest = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name));
  if (!manifest) throw new Error(`The build for '${language}' has no manifest.`);
  const [, json] =
    /^window\.__reactRouterManifest\s*=\s*(\{.*\});?\s*$/s.exec(readFileSync(path.join(assets, manifest), 'utf8')) ??
    [];
  if (!json) throw new Error(`The manifest for '${language}' has an unknown form.`);
  const parsed = JSON.parse(json) as RouteManifest;
  const ownRoutes = JSON.stringify(keepRoutesOf(language, parsed));
  writeFileSync(path.join(assets, manifest), `window.__reactRouterManifest=${ownRoutes};`);
  // The manifest is written after the precompression.
  await compress(path.join(assets, manifest));
  if (directory !== 'build') {
    cpSync(assets, path.join(buildFolder, 'client/assets'), { recursive: true });
    rmSync(path.join(webFolder, directory), { recursive: true });
  }
  return parsed;
}

/** Contains a hash of the build, so that each build has its own worker and two builds are never mixed. */
async function buildServiceWorker(): Promise<void> {
  const hash = createHash('sha256');
  for (const folder of ['client', 'server']) {
    const names = readdirSync(path.join(buildFolder, folder), { recursive: true, encoding: 'utf8' }).toSorted();
    for (const name of names.filter((fileName) => fileName.endsWith('.js'))) {
      hash.update(name).update(readFileSync(path.join(buildFolder, folder, name)));
    }
  }
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify(hash.digest('hex').slice(0, 12)) },
    build: {
      outDir: path.join(buildFolder, 'client'),
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: path.join(webFolder, 'service-worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
  await compress(path.join(buildFolder, 'client/service-worker.js'));
}

rmSync(buildFolder, { recursive: true, force: true });
await compileForBuild();
execFileSync(process.execPath, ['draft-files.ts'], { cwd: webFolder, stdio: ['ignore', 'ignore', 'inherit'] });
const manifests: Record<string, unknown> = {};
for (const language of languages) manifests[language] = await buildLanguage(language);
writeFileSync(path.join(buildFolder, 'server/manifests.json'), JSON.stringify(manifests));
await buildServiceWorker();
process.stdout.write(`Built the site in ${languages.join(', ')}.\n`);
