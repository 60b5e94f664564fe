/**
 * Looks up a phone number, till, paybill, account or email address without sending it (RFC 9497). The number is blinded
 * with a random factor; the server evaluates what it cannot read; without the factor, the result is the tag that the
 * published files contain. One of 256 files is then read, which more than a hundred thousand numbers share.
 */
import { ristretto255_oprf } from '@noble/curves/ed25519.js';
import { type IndicatorKind, indicatorKinds } from '@hakiki/contract/indicator-values';
import { type LocalValue, readHiddenLocally } from '@hakiki/contract/local-readings';
import {
  BLIND_PREFIX_BYTES,
  blindRangesPath,
  RANGE_SLOT_BYTES,
  RANGE_SUFFIX_BYTES,
} from '@hakiki/contract/open-data-values';
import { BLIND_TAG_BYTES, toHashedText } from '@hakiki/contract/private-check-values';
import { type Api, browserApi } from '../api/api.ts';
import { defineMutation } from '../api/mutations.ts';
import type { Question } from './question.ts';

export interface PrivateAnswer {
  /** What the input may be; empty if it is not a single number or email address. */
  values: LocalValue[];
  found: LocalValue | undefined;
}

const evaluateBlind = defineMutation('POST', '/api/check/blind');
const { oprf } = ristretto255_oprf;

export async function checkPrivately({ input, country }: Question, api: Api = browserApi): Promise<PrivateAnswer> {
  const values = readHiddenLocally(input, country);
  for (const value of values) {
    for (const tag of await computeTags(value, api)) {
      if (await isListed(tag, value.kind, api)) return { values, found: value };
    }
  }
  return { values, found: undefined };
}

async function computeTags(value: LocalValue, api: Api): Promise<Uint8Array[]> {
  const bytes = new TextEncoder().encode(toHashedText(value));
  const { blind, blinded } = oprf.blind(bytes);
  const { evaluations } = await evaluateBlind.send(api, { body: { element: toHex(blinded) } });
  return evaluations.map((evaluation) => oprf.finalize(bytes, blind, fromHex(evaluation)).slice(0, BLIND_TAG_BYTES));
}

async function isListed(tag: Uint8Array, kind: IndicatorKind, api: Api): Promise<boolean> {
  const response = await api(`${blindRangesPath}/${toHex(tag.slice(0, BLIND_PREFIX_BYTES))}`);
  if (!response.ok) throw new Error(`No range file: ${response.status}`);
  const file = new Uint8Array(await response.arrayBuffer());
  const suffix = tag.slice(BLIND_PREFIX_BYTES, BLIND_PREFIX_BYTES + RANGE_SUFFIX_BYTES);
  for (let at = 0; at < file.length; at += RANGE_SLOT_BYTES) {
    const isSame = suffix.every((byte, place) => byte === file[at + place]);
    if (isSame && indicatorKinds[file[at + RANGE_SUFFIX_BYTES]!] === kind) return true;
  }
  return false;
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
