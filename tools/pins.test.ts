/** Checks that images and actions are pinned by digest or commit: the owner of a tag can replace what it names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);
const files = ['ops/container/Dockerfile', 'ops/container/compose.yaml', ...workflows];

/**
 * Named by tag until their digests are looked up. Do not add rows: pin the digest or the commit instead, with the
 * version beside it as a comment, and delete a row when it is pinned.
 */
const allowedTags = [
  '.github/workflows/check.yml: node:24-bookworm',
  '.github/workflows/check.yml: actions/checkout@v4',
];

const sources = /^\s*(?:- )?(?:ARG \w+_IMAGE=|FROM (?!\$)|image: |container: |uses: )(?<name>\S+)/gm;
/** Compose writes a default as `${NAME:-default}`. */
const resolveDefault = (name: string) => /^\$\{\w+:-(.+)\}$/.exec(name)?.[1] ?? name;
const isPinned = (name: string) => /@(?:sha256:[\da-f]{64}|[\da-f]{40})$/.test(name);
/** Built from this repository. */
const isOwn = (name: string) => name === 'hakiki' || name.startsWith('./');

it('pins each image and action, except those whose digest is still to be looked up', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(sources)]
      .map(({ groups }) => resolveDefault(groups!['name']!))
      .filter((name) => !isPinned(name) && !isOwn(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual(allowedTags);
});
