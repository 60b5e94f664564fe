import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { PostForm } from '../../components/forms/form.tsx';
import { LossFields } from './loss-fields.tsx';

const renderFields = (typed?: Record<string, string>) =>
  renderInBrowser(
    <PostForm
      state={{
        name: 'scam',
        refusal: undefined,
        isSending: false,
        typed,
        onSubmit: () => undefined,
        send: () => undefined,
      }}
    >
      <LossFields>{null}</LossFields>
    </PostForm>,
  );
const getRadio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
const getChosen = () => screen.queryAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

describe('the loss and its severity', () => {
  it('amounts in the money of the ticked country stand beside the guidance, with the day of the rate [DEC-98]', async () => {
    const page = renderFields();
    expect(getText(page)).not.toContain('₦1,400,000 · ');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Nigeria' }));
    const hintOf = (name: string) => getText(getRadio(name).closest('label')!);
    expect(hintOf('Low')).toBe('Low Loss under $1,000 · under about ₦1,400,000');
    expect(hintOf('Medium')).toBe('Medium Loss of $1,000-$10,000 · about ₦1,400,000 to ₦14,000,000');
    expect(hintOf('High')).toBe('High Loss over $10,000 or multiple people · over about ₦14,000,000');
    expect(hintOf('Critical')).toBe('Critical A widespread scam with many victims');
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('nigeria');
  });

  it('an amount proposes the severity, and follows the chosen money [DEC-98]', async () => {
    renderFields();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Nigeria' }));
    await userEvent.type(screen.getByRole('textbox'), '450000');
    expect(getChosen()).toBe('Low');
    expect(getText(screen.getByRole('status'))).toBe(
      'For ₦450,000 (about $330) we chose Low. Change it if more people lost money.',
    );
    await userEvent.selectOptions(screen.getByRole('combobox'), 'dollars');
    expect(getChosen()).toBe('High');
  });

  it('a severity that the person chose stays, and the amount only comments on it [DEC-98]', async () => {
    renderFields();
    await userEvent.click(getRadio('Critical'));
    await userEvent.type(screen.getByRole('textbox'), 'R5 000');
    expect(getChosen()).toBe('Critical');
    expect(getText(screen.getByRole('status'))).toBe('By the amount alone, R5,000 (about $300), it would be Low.');
  });

  it('a restored draft keeps its money and severity [DEC-98]', async () => {
    renderFields({ severity: 'High', amountMoney: 'senegal', amountLost: '' });
    await userEvent.type(screen.getByRole('textbox'), '100000');
    expect(getChosen()).toBe('High');
    expect(getText(screen.getByRole('status'))).toContain('100,000 FCFA');
  });

  it('is in French with FCFA after the amount [DEC-98]', async () => {
    setTestLanguage('fr');
    renderFields();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sénégal' }));
    expect(getText(screen.queryAllByRole('radio')[0]!.closest('label')!)).toContain('moins de 580 000 FCFA environ');
  });
});
