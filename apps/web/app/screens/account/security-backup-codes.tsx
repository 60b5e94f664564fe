import { CopyButton } from '../../components/copy-button.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { downloadTextFile } from '../../lib/browser/download-text-file.ts';
import { m } from '../../paraglide/messages.js';
import { FocusedStep } from './account-section.tsx';

/** Shows the codes once: the server stores only their hashes. */
export function BackupCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = [m.backup_file(), '', ...codes, ''].join('\n');
  return (
    <FocusedStep title={m.backup_heading()}>
      <p>{m.backup_text()}</p>
      <ul className="grid grid-cols-2 @max-[18rem]/page:grid-cols-1 gap-2 rounded-control border border-line-strong bg-paper p-4 font-mono text-lg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} what={m.backup_heading()} />
        <button
          type="button"
          onClick={() => downloadTextFile('hakiki-backup-codes.txt', text)}
          className={buttonClass('secondary')}
        >
          {m.backup_download()}
        </button>
        <button type="button" onClick={() => printText(text)} className={buttonClass('secondary')}>
          {m.backup_print()}
        </button>
      </div>
      <div>
        <button type="button" onClick={onSaved} className={buttonClass('primary')}>
          {m.backup_saved()}
        </button>
      </div>
    </FocusedStep>
  );
}

/** Prints the codes without the page around them. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.className = 'sr-only';
  frame.addEventListener('load', () => {
    const frameDocument = frame.contentDocument;
    const preElement = frameDocument?.createElement('pre');
    if (!frameDocument || !preElement) return;
    preElement.textContent = text;
    frameDocument.body.replaceChildren(preElement);
    frame.contentWindow?.print();
    frame.remove();
  });
  document.body.append(frame);
}
