import { amfUmoa } from './amf-umoa.ts';
import { bankOfGhana } from './bank-of-ghana.ts';
import { bceao } from './bceao.ts';
import { cbk } from './cbk.ts';
import { cbn } from './cbn.ts';
import { cmaKenya } from './cma-kenya.ts';
import { fic } from './fic.ts';
import { fsca } from './fsca.ts';
import { sarb } from './sarb.ts';
import { secGhana } from './sec-ghana.ts';
import { secNigeriaEnforcement } from './sec-nigeria-enforcement.ts';
import { secNigeriaFintech } from './sec-nigeria-fintech.ts';
import { secNigeria } from './sec-nigeria.ts';
import type { NewsSource } from './source.ts';

export const newsSources: readonly NewsSource[] = [
  cbk,
  cmaKenya,
  fic,
  fsca,
  sarb,
  secNigeria,
  secNigeriaEnforcement,
  secNigeriaFintech,
  cbn,
  secGhana,
  bankOfGhana,
  bceao,
  amfUmoa,
];
