import { bceao } from './bceao.ts';
import { cbk } from './cbk.ts';
import { cbn } from './cbn.ts';
import { fic } from './fic.ts';
import { sarb } from './sarb.ts';
import { secNigeria } from './sec-nigeria.ts';
import type { NewsSource } from './source.ts';

export const newsSources: readonly NewsSource[] = [cbk, fic, sarb, secNigeria, cbn, bceao];
