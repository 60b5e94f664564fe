import { m } from '../../paraglide/messages.js';
import { useField, type NamedFieldProps } from './form.tsx';
import { useState } from 'react';
import { controlClass, toControlProps, FieldFrame, type TextFieldProps } from '../ui/field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type'> & { showText: string; showLabel: string };

/** A password that can be shown while typing. Never prefilled. */
function PasswordField({ id, label, hint, error, showText, showLabel, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const frameProps = { id, label, hint, error };
  return (
    <FieldFrame {...frameProps}>
      <div className="flex gap-2">
        <input
          {...input}
          {...toControlProps(frameProps)}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={controlClass(error)}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={showLabel}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className={`needs-scripts min-h-11 shrink-0 rounded-control border border-line-strong px-3 text-sm font-semibold ${
            isShown ? 'bg-brand text-on-brand' : 'bg-surface hover:bg-brand-soft'
          }`}
        >
          {showText}
        </button>
      </div>
    </FieldFrame>
  );
}

export function FormPassword({ name, ...props }: Omit<NamedFieldProps<PasswordFieldProps>, 'showText' | 'showLabel'>) {
  const { typed: _, ...field } = useField(name);
  return <PasswordField required {...props} {...field} showText={m.form_show()} showLabel={m.form_show_password()} />;
}
