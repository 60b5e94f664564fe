import { evidenceLimits } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { attributeOf, elementsOf, render, speaking, textOf, valuesOf } from '../../../test/render.tsx';
import { EvidenceChoice } from './choice.tsx';
import { EvidencePicker } from './picker.tsx';
import { EvidenceProgress } from './progress.tsx';

const files = [
  new File([new Uint8Array(2048)], 'chat.jpg', { type: 'image/jpeg' }),
  new File(['%PDF'], 'contract.pdf', { type: 'application/pdf' }),
];
const nothing = () => undefined;

describe('choosing files for a report', () => {
  it('says what can be sent, how much, and who sees it', () => {
    const markup = render(<EvidenceChoice files={[]} onChange={nothing} />);
    const input = /<input[^>]*>/.exec(markup)?.[0] ?? '';
    expect(attributeOf(input, 'accept')).toContain('application/pdf');
    expect(input).toContain('multiple=""');
    expect(textOf(markup)).toContain(`At most ${evidenceLimits.files} files of 10 MB each.`);
    expect(textOf(markup)).toContain('Only you and our team can see them.');
    expect(valuesOf(markup, 'for')).toEqual([attributeOf(input, 'id')]);
  });

  it('lists what was chosen, each with its size and a way to remove it', () => {
    const markup = render(<EvidenceChoice files={files} onChange={nothing} />);
    expect(textOf(markup)).toContain('chat.jpg 2 kB');
    expect(elementsOf(markup, 'button').map(({ text }) => text)).toEqual(['Remove chat.jpg', 'Remove contract.pdf']);
  });

  it('says what became of a single file', () => {
    const noteOn = (file: File) => file.name === 'chat.jpg' && <b>Not sent</b>;
    const markup = render(<EvidenceChoice files={files} onChange={nothing} noteOn={noteOn} />);
    expect(textOf(markup)).toContain('chat.jpg 2 kB Not sent');
    expect(elementsOf(markup, 'b')).toHaveLength(1);
  });

  it('is for browsers with scripts: the server sends only its place', () => {
    const markup = render(<EvidencePicker files={[]} onChange={nothing} />);
    expect(markup).toContain('needs-scripts');
    expect(markup).not.toContain('<input');
  });
});

describe('the progress of an upload', () => {
  it('is a bar and a number', () => {
    const markup = render(<EvidenceProgress done={512} total={1024} />);
    expect(markup).toContain('role="progressbar"');
    expect(valuesOf(markup, 'aria-valuenow')).toEqual(['50']);
    expect(textOf(markup)).toBe('Sending files: 50%');
  });

  it('stands at nothing before it has begun', () => {
    speaking('fr');
    expect(textOf(render(<EvidenceProgress done={0} total={0} />))).toBe('Envoi des fichiers : 0 %');
  });
});
