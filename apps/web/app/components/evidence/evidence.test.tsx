import { evidenceLimits } from '@hakiki/contract/limits';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderOnServer, renderInBrowser } from '../../../test/render.tsx';
import { EvidenceFileInput } from './file-input.tsx';
import { EvidencePicker } from './picker.tsx';
import { EvidenceProgress } from './progress.tsx';

const files = [
  new File([new Uint8Array(2048)], 'chat.jpg', { type: 'image/jpeg' }),
  new File(['%PDF'], 'contract.pdf', { type: 'application/pdf' }),
];
const noop = () => undefined;

describe('choosing files for a report', () => {
  it('shows which files can be sent, how many, and who sees them', () => {
    const page = renderInBrowser(<EvidenceFileInput files={[]} onChange={noop} />);
    const input = page.querySelector('input')!;
    expect(input.accept).toContain('application/pdf');
    expect(input.multiple).toBe(true);
    expect(getText(page)).toContain(`At most ${evidenceLimits.files} files of 10 MB each.`);
    expect(getText(page)).toContain('Only you and our team can see them.');
    expect([...input.labels!].map(getText)).toEqual(['Files that support your report', 'Choose files']);
  });

  it('lists the chosen files, each with its size and a button to remove it', async () => {
    const onChange = vi.fn();
    const page = renderInBrowser(<EvidenceFileInput files={files} onChange={onChange} />);
    expect(getText(page)).toContain('chat.jpg 2 kB');
    expect(within(page).queryAllByRole('button').map(getText)).toEqual(['Remove chat.jpg', 'Remove contract.pdf']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove chat.jpg' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(files.slice(1));
  });

  it('shows a note beside a single file', () => {
    const noteOn = (file: File) => file.name === 'chat.jpg' && <b>Not sent</b>;
    const page = renderInBrowser(<EvidenceFileInput files={files} onChange={noop} renderNote={noteOn} />);
    expect(getText(page)).toContain('chat.jpg 2 kB Not sent');
    expect(page.querySelectorAll('b')).toHaveLength(1);
  });

  it('renders only a placeholder on the server, because it needs scripts', () => {
    const page = renderOnServer(<EvidencePicker files={[]} onChange={noop} />);
    expect(page.querySelector('.needs-scripts')).not.toBeNull();
    expect(page.querySelector('input')).toBeNull();
  });
});

describe('the progress of an upload', () => {
  it('shows a bar and a percentage', () => {
    const page = renderInBrowser(<EvidenceProgress done={512} total={1024} />);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');

    expect(getText(page)).toBe('50% sent');
  });

  it('shows 0 % before it has started', () => {
    setTestLanguage('fr');
    expect(getText(renderInBrowser(<EvidenceProgress done={0} total={0} />))).toBe('0 % envoyés');
  });
});
