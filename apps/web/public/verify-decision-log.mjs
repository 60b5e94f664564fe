#!/usr/bin/env node
/**
 * Checks the public decision log of Hakiki from outside. Needs Node.js 18 or later and nothing else: read it before you
 * run it.
 *
 * It downloads the files of the log (or reads them from a folder) and checks
 *   1. that lines are numbered without a gap and that each names the hash of the line before,
 *   2. that the hash of each line is the SHA-256 of its text,
 *   3. that the signature of the newest checkpoint is by a key that you trust (c2sp.org/signed-note, Ed25519),
 *   4. that the Merkle tree over the lines (RFC 6962) has the root that the checkpoint says (c2sp.org/tlog-checkpoint),
 *   5. that every checkpoint you kept earlier is contained in the log of today.
 *
 * The fifth cannot be forged by anyone at Hakiki: keep a checkpoint, and a log that was rewritten since cannot pass.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const USAGE = `node verify-decision-log.mjs <address or folder> [options]

  https://hakiki.example     downloads the log from the site, or
  ./copy                     reads lines-*.jsonl and checkpoint from a folder

  --key <key>                a verifier key that you trust, as /decisions shows it; may be given several times
  --kept <file>              a checkpoint that you kept earlier; may be given several times
  --state <file>             the same, and replaced by the newest checkpoint when everything is right: for a daily run

Ends with 0 when everything is right, and with 1 and one sentence when not.`;

class Fault extends Error {}

// Hashes and the Merkle tree

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafHash = (line) => sha256(Buffer.of(0), line);
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right);

/** The roots of the full subtrees of the lines so far, the largest first. */
class Tree {
  size = 0;
  subtrees = [];

  append(leaf) {
    this.size += 1;
    let added = { lines: 1, hash: leaf };
    while (this.subtrees.at(-1)?.lines === added.lines) {
      const left = this.subtrees.pop();
      added = { lines: left.lines * 2, hash: nodeHash(left.hash, added.hash) };
    }
    this.subtrees.push(added);
  }

  root() {
    return (
      this.subtrees.reduceRight((right, { hash }) => (right ? nodeHash(hash, right) : hash), undefined) ?? sha256()
    );
  }
}

// Signed notes and checkpoints

const decode = (text) => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
};

/** <name>+<key id>+base64(0x01 ‖ public key) */
function parseKey(text) {
  const [name, id, ...rest] = text.split('+');
  const bytes = decode(rest.join('+'));
  if (!name || !bytes || bytes.length !== 33 || bytes[0] !== 1) throw new Fault(`This is no verifier key: ${text}`);
  if (sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') !== id) {
    throw new Fault(`The id of this key does not fit its name and its bytes: ${text}`);
  }
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, id, text, publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/** Throws unless at least one of the keys has signed it. */
function openCheckpoint(note, keys, title) {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n')) throw new Fault(`${title} is no signed note.`);
  const text = note.slice(0, end + 1);
  const signers = [];
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, name, encoded] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = encoded && decode(encoded);
    if (!bytes || bytes.length < 5) throw new Fault(`${title} has a malformed signature line.`);
    const id = bytes.subarray(0, 4).toString('hex');
    const key = keys.find((one) => one.name === name && one.id === id);
    if (!key) continue;
    if (!verify(null, Buffer.from(text), key.publicKey, bytes.subarray(4))) {
      throw new Fault(`${title} has a wrong signature of ${name} with key ${id}.`);
    }
    signers.push(`${name} (key ${id})`);
  }
  if (signers.length === 0) throw new Fault(`${title} is signed by none of the keys that you trust.`);
  const [origin, size, encoded] = text.split('\n');
  const root = decode(encoded ?? '');
  if (!origin || !/^(?:0|[1-9]\d*)$/.test(size ?? '') || root?.length !== 32) throw new Fault(`${title} is malformed.`);
  return { origin, size: Number(size), root, signers, note, title };
}

// Where the log is read from

class NotFound extends Fault {}

async function download(address) {
  const response = await fetch(address).catch((error) => {
    throw new Fault(`${address} cannot be reached (${error.cause?.code ?? error.message}).`);
  });
  if (response.status === 404) throw new NotFound(`${address} does not exist.`);
  if (!response.ok) throw new Fault(`${address} answered ${response.status}.`);
  return response;
}

/** Index of a tile in groups of three digits: 1234067 is x001/x234/067. */
const tileIndex = (index) => {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return groups.join('/');
};

const LINES_PER_FILE = 5000;

function openSite(address) {
  const prefix = `${address.replace(/\/+$/, '')}/decisions`;
  const read = async (path) => (await download(prefix + path)).text();
  const readFileFrom = async (first) => (await read(`/lines-${first}.jsonl`)).split('\n').slice(0, -1);
  /** Lines that are not there are missed when they are counted. */
  const noLines = (error) => {
    if (error instanceof NotFound) return [];
    throw error;
  };

  /** The lines of one entry bundle, each after its length in two bytes. */
  async function readBundle(index, width) {
    const suffix = width === 256 ? '' : `.p/${width}`;
    const bytes = Buffer.from(
      await (await download(`${prefix}/tile/entries/${tileIndex(index)}${suffix}`)).arrayBuffer(),
    );
    const lines = [];
    for (let at = 0; at < bytes.length;) {
      const length = bytes.readUInt16BE(at);
      lines.push(bytes.subarray(at + 2, at + 2 + length).toString());
      at += 2 + length;
    }
    return lines;
  }

  return {
    checkpoint: () => read('/checkpoint'),
    keys: async () => (await (await download(`${address.replace(/\/+$/, '')}/api/decision-log/index`)).json()).keys,
    async *lines(size) {
      let known = 0;
      while (known < size) {
        const lines = (await readFileFrom(known + 1).catch(noLines)).slice(0, size - known);
        yield* lines;
        known += lines.length;
        if (lines.length < LINES_PER_FILE) break;
      }
      // A cache may hold an earlier state of the last file. Entry bundles name their width, so that none can be old.
      while (known < size) {
        const index = Math.floor(known / 256);
        const width = Math.min(256, size - index * 256);
        const lines = (await readBundle(index, width).catch(noLines)).slice(known - index * 256);
        if (lines.length === 0) return;
        yield* lines;
        known += lines.length;
      }
    },
  };
}

function openFolder(folder) {
  const files = readdirSync(folder)
    .flatMap((name) => {
      const [, first] = /^lines-(\d+)\.jsonl$/.exec(name) ?? [];
      return first ? [{ name, first: Number(first) }] : [];
    })
    .sort((one, other) => one.first - other.first);
  return {
    checkpoint: async () => readFileSync(join(folder, 'checkpoint'), 'utf8'),
    keys: async () => [],
    async *lines() {
      for (const { name } of files) yield* readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
    },
  };
}

// The check itself

/** Throws unless the line is the successor of the one before; returns its hash. */
function checkLine(text, number, previous) {
  const cut = text.lastIndexOf(',"hash":"');
  let line;
  try {
    line = JSON.parse(text);
  } catch {
    throw new Fault(`Line ${number} cannot be read.`);
  }
  if (line.number !== number) throw new Fault(`Line ${number} is missing: line ${line.number} stands in its place.`);
  if (line.previous !== previous) throw new Fault(`Line ${number} does not follow the line before it.`);
  const hash = sha256(`${text.slice(0, cut)}}`).toString('hex');
  if (cut === -1 || text.slice(cut) !== `,"hash":"${hash}"}`) {
    throw new Fault(`Line ${number} was changed: its hash does not fit its text.`);
  }
  return hash;
}

const assertFits = ({ size, root, title }, tree) => {
  if (!tree.root().equals(root)) {
    throw new Fault(`${title} does not fit: one of the first ${size} lines was changed after it was signed.`);
  }
};

async function check({ place, keys: given, kept, state, say }) {
  const source = /^https?:\/\//.test(place) ? openSite(place) : openFolder(place);
  let keys = given.map(parseKey);
  if (keys.length === 0) {
    keys = (await source.keys()).map(({ key }) => parseKey(key));
    if (keys.length === 0) throw new Fault('No key to check the signature with: give --key.');
    say('WARNING: no --key was given. The key below comes from the site itself; compare it with one from elsewhere.');
    for (const { text } of keys) say(`  ${text}`);
  }
  const newest = openCheckpoint(await source.checkpoint(), keys, 'The newest checkpoint');
  const stateFiles = state && existsSync(state) ? [state] : [];
  const earlier = [...kept, ...stateFiles].map((file) =>
    openCheckpoint(readFileSync(file, 'utf8'), keys, `The checkpoint kept in ${file}`),
  );
  say(`Checkpoint of ${newest.origin}: ${newest.size} lines, signed by ${newest.signers.join(' and ')}.`);
  for (const { origin, size, title } of earlier) {
    if (origin !== newest.origin) throw new Fault(`${title} is of another log, ${origin}.`);
    if (size > newest.size) {
      throw new Fault(`${title} has ${size} lines, but the log now has ${newest.size}: its end was cut off.`);
    }
  }

  const tree = new Tree();
  const checkHeads = () => {
    for (const head of [...earlier, newest]) if (head.size === tree.size) assertFits(head, tree);
  };
  checkHeads();
  let previous = '0'.repeat(64);
  let beyond = 0;
  for await (const text of source.lines(newest.size)) {
    previous = checkLine(text, tree.size + beyond + 1, previous);
    // Lines that were entered after the checkpoint are part of the chain, and signed with the next one.
    if (tree.size === newest.size) {
      beyond += 1;
      continue;
    }
    tree.append(leafHash(text));
    checkHeads();
  }
  if (tree.size < newest.size) {
    throw new Fault(`The checkpoint says ${newest.size} lines, but there are ${tree.size}: the end is missing.`);
  }
  say(`Lines 1 to ${newest.size + beyond} form one chain; the last hash is ${previous}.`);
  say(`The tree over the first ${newest.size} has the signed root ${newest.root.toString('base64')}.`);
  if (beyond > 0) say(`${beyond} later lines are not signed yet.`);
  for (const { title, size } of earlier) say(`${title} (${size} lines) is contained in the log.`);
  if (earlier.length === 0)
    say('No earlier checkpoint was given: keep this one, and give it with --kept the next time.');
  if (state) writeFileSync(state, newest.note);
}

function readArguments(words) {
  const read = { place: '', keys: [], kept: [], state: undefined };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word.startsWith('--')) {
      if (read.place) return undefined;
      read.place = word;
      continue;
    }
    const value = words[(at += 1)];
    if (value === undefined) return undefined;
    if (word === '--key') read.keys.push(value);
    else if (word === '--kept') read.kept.push(value);
    else if (word === '--state') read.state = value;
    else return undefined;
  }
  return read.place ? read : undefined;
}

const read = readArguments(process.argv.slice(2));
if (read) {
  try {
    await check({ ...read, say: (line) => console.log(line) });
    console.log('The log is intact.');
  } catch (error) {
    if (!(error instanceof Fault) && error?.code !== 'ENOENT') throw error;
    console.error(`FAULT: ${error.message}`);
    process.exitCode = 1;
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
