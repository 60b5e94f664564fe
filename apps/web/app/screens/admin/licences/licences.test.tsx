import { AdminRegister, LicenceProposal } from '@hakiki/contract/licences-admin';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anId } from '../../../../test/factories.ts';
import { createFakeApi } from '../../../../test/fake-api.ts';
import { renderInBrowser } from '../../../../test/render.tsx';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { Desk } from './licences.tsx';

const register = AdminRegister.parse({
  id: anId(1),
  country: 'kenya',
  authority: 'Demo Authority',
  name: 'Demo register',
  url: 'https://authority.example/register',
  asOf: '2026-11-01',
  checkedOn: '2026-11-10',
  fileUrl: null,
  format: 'csv',
  fault: null,
  lastReadAt: null,
  fileHash: 'a'.repeat(64),
});
const proposal = LicenceProposal.parse({
  id: anId(2),
  kind: 'file',
  country: 'kenya',
  title: 'Demo register',
  proposedBy: 'moderator@hakiki.example',
  isOwn: false,
  createdAt: '2026-11-12T08:00:00Z',
  seen: 'c'.repeat(64),
  fileHash: 'b'.repeat(64),
  unchanged: 3,
  differences: [],
  fields: [],
});

describe('the registers in the console', () => {
  it('link the archived file of a register and of a proposal by its hash [LIC-06]', async () => {
    const desk = { registers: [register], proposals: [proposal], unmatched: [], claims: [] };
    renderInBrowser(<Desk />, {
      at: '/admin/licences',
      store: new QueryStore(createFakeApi({ '/api/admin/licences': desk }).api),
    });
    const links = await screen.findAllByRole('link', { name: /^Archived file/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.title])).toEqual(
      [proposal.fileHash!, register.fileHash!].map((hash) => [
        `Archived file ${hash.slice(0, 16)}…`,
        `/api/admin/licences/files/${hash}`,
        hash,
      ]),
    );
  });
});
