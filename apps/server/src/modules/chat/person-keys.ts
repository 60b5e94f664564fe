/**
 * Pseudonyms and keys of people. A pseudonym is a keyed hash, so that a copy of the table names nobody; the content is
 * encrypted with a random key of the person, so that it is lost with their row.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { ChatChannel } from '@hakiki/contract/chat-values';
import { type AppSecret, deriveKeys } from '../../platform/app-secret.ts';
import { createByteBox, createRotatingBox } from '../../platform/sealing/secret-box.ts';

const KEY_BYTES = 32;

const toBytes = (content: unknown): Buffer => Buffer.from(JSON.stringify(content));
const fromBytes = <Content>(bytes: Buffer): Content => JSON.parse(bytes.toString('utf8')) as Content;

export type PersonKeys = ReturnType<typeof createPersonKeys>;

export function createPersonKeys(appSecret: AppSecret) {
  const { all } = deriveKeys(appSecret, 'chat-pseudonym');
  const keyBox = createRotatingBox(appSecret, 'chat-person-key');
  const answerBox = createRotatingBox(appSecret, 'chat-answer');
  const settingsBox = createRotatingBox(appSecret, 'chat-connection');
  const hash = (...parts: readonly string[]): [Buffer, ...Buffer[]] =>
    all.map(({ key }) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()) as [Buffer, ...Buffer[]];

  return {
    keyBox,
    settingsBox,

    /** Under each known secret, the one to write first. */
    toPseudonyms: (channel: ChatChannel, account: string) => hash('person', channel, account),
    toMarks: (channel: ChatChannel, messageId: string) => hash('message', channel, messageId),

    newKey: (personId: string): Buffer => keyBox.seal(randomBytes(KEY_BYTES), personId),

    /** Content under the key of a person, bound to its row. */
    seal: (person: { id: string; sealedKey: Buffer }, rowId: string, content: unknown): Buffer =>
      createByteBox(keyBox.open(person.sealedKey, person.id)).seal(toBytes(content), rowId),
    open: <Content>(person: { id: string; sealedKey: Buffer }, rowId: string, sealed: Buffer): Content =>
      fromBytes(createByteBox(keyBox.open(person.sealedKey, person.id)).open(sealed, rowId)),

    /** An answer can be sent after the person has deleted their row. */
    sealAnswer: (questionId: string, content: unknown): Buffer => answerBox.seal(toBytes(content), questionId),
    openAnswer: <Content>(questionId: string, sealed: Buffer): Content => fromBytes(answerBox.open(sealed, questionId)),

    sealSettings: (connectionId: string, content: unknown): Buffer => settingsBox.seal(toBytes(content), connectionId),
    openSettings: <Content>(connectionId: string, sealed: Buffer): Content =>
      fromBytes(settingsBox.open(sealed, connectionId)),
  };
}
