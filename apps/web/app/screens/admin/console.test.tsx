import { describe, expect, it } from 'vitest';
import { knowing } from '../../../test/answers.ts';
import { elementsOf, render, textOf } from '../../../test/render.tsx';
import { authUser } from '../../lib/auth.ts';
import { ReadStore } from '../../lib/read-store.ts';
import AdminConsole from './console.tsx';

describe('the admin console', () => {
  it('reads Loading... until it is known who looks, without a spinner [DEC-66] [ADMIN-04]', () => {
    const markup = render(<AdminConsole />, { at: '/admin' });
    expect(textOf(markup)).toBe('Loading...');
    expect(markup).not.toContain('animate-');
  });

  it('is titled Admin Portal [DEC-68]', () => {
    const store = new ReadStore(knowing({}).api);
    store.put(authUser.key, { status: 'ready', data: null });
    const markup = render(<AdminConsole />, { at: '/admin', store });
    expect(elementsOf(markup, 'h1')[0]?.text).toBe('Admin Portal');
    expect(textOf(markup)).not.toContain('Loading');
  });
});
