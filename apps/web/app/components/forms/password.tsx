import { m } from '../../paraglide/messages.js';
import { useField, type Named } from './form.tsx';
import { PasswordField, type PasswordFieldProps } from '../ui/password-field.tsx';

export function FormPassword({ name, ...props }: Omit<Named<PasswordFieldProps>, 'showWord' | 'showLabel'>) {
  const { typed: _, ...field } = useField(name);
  return <PasswordField required {...props} {...field} showWord={m.form_show()} showLabel={m.form_show_password()} />;
}
