/** The page that a browser without a connection shows. */
import { expect, it } from 'vitest';
import { getLinks } from '../../../test/dom-queries.ts';
import { renderOnServer } from '../../../test/render.tsx';
import Offline from './offline.tsx';

it('leads those who lost money to the steps, not to the buttons of countries that lead back to it, also before its scripts run [WARN-14] [HOUR-04]', () => {
  expect(getLinks(renderOnServer(<Offline />, { at: '/offline' }))[0]).toEqual({
    text: 'I lost money: the steps for every country',
    href: '/first-hour#now',
  });
});
