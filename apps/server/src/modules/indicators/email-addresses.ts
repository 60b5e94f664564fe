/** Email addresses of scammers, in one spelling. */
import { listOwnedHosts, parseHost, parseSuffix } from '../../platform/web-address/web-address.ts';
import { commonHosts, freeMailHosts } from './common-hosts.ts';

/** In a link, the part before the @ is a trick: the host stands behind it. */
const EMAIL = /(?<![\w.+%@/-])([\w.+%-]{1,64})@([a-z\d.-]{3,253})/gi;

export const findEmailAddresses = (text: string): string[] =>
  [...text.matchAll(EMAIL)].flatMap(([, name = '', writtenHost = '']) => {
    const host = parseHost(writtenHost.replace(/[.-]+$/, ''));
    return host && /\w/.test(name) && isOfSomebody(host) ? [formatEmail(name.toLowerCase(), host)] : [];
  });

/** Anybody can have an address at a free mail service; one at another common service is an employee of it. */
const isOfSomebody = (host: string): boolean =>
  freeMailHosts.has(host) ||
  (parseSuffix(host).domain !== undefined && !listOwnedHosts(host).some((owned) => commonHosts.has(owned)));

/** Gmail ignores dots and whatever follows a plus. */
const formatEmail = (name: string, host: string): string =>
  host === 'gmail.com' || host === 'googlemail.com'
    ? `${name.replace(/\+.*/, '').replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`;
