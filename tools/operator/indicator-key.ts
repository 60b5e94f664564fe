/**
 * Prints INDICATOR_KEYS, the keys of phone numbers and other guessable kinds, with a new key in front
 * (docs/runbooks/open-data.md). Nothing is stored.
 */
import { deriveFirstKey } from '../../apps/server/src/platform/app-secret.ts';
import { createIndicatorKey, formatIndicatorKey } from '../../apps/server/src/platform/config/indicator-keys.ts';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { MAX_BLIND_KEYS } from '@hakiki/contract/private-check-values';

const { appSecret, indicatorKeys } = readSettingsOrExit('web');
const isSet = indicatorKeys.length > 0;
// The first key of an older installation came from APP_SECRET; its numbers stay under it.
const first = isSet ? indicatorKeys.at(-1)! : deriveFirstKey(appSecret, 'indicator-phone');
const between = indicatorKeys.slice(0, -1).slice(0, MAX_BLIND_KEYS - 2);
const keys = [createIndicatorKey(), ...between, first].map(formatIndicatorKey);
console.log(`INDICATOR_KEYS=${keys.join(',')}

Put this line into the settings of every process, web and worker (.env), lock a copy away, and restart them all.
The first key is new and is used from now on. The last one must never be removed: reported numbers are compared under it.
With these keys, anyone can try out all phone numbers against the published files and a copy of the database.
`);
