/** Constants shared by browser and server for checks that do not reveal the input; without schemas. */
import type { IndicatorKind } from './indicator-values.ts';

/** The text that browser and server hash. */
export const toHashedText = ({ kind, value }: { kind: IndicatorKind; value: string }): string => `${kind}:${value}`;

/** A point of ristretto255 (RFC 9496), all that a blind check sends or receives. */
export const BLIND_ELEMENT_BYTES = 32;
/** The newest key, and older ones that a rotation has not replaced everywhere yet. */
export const MAX_BLIND_KEYS = 3;
/** Of the output of the oblivious function (RFC 9497). */
export const BLIND_TAG_BYTES = 16;
