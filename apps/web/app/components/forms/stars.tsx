import { m } from '../../paraglide/messages.js';
import { useField, type Named } from './form.tsx';
import { StarsField, type StarsFieldProps } from '../ui/stars-field.tsx';

const starWords = () => [m.form_stars_1(), m.form_stars_2(), m.form_stars_3(), m.form_stars_4(), m.form_stars_5()];

export function FormStars({ name, ...props }: Omit<Named<StarsFieldProps>, 'words' | 'defaultValue'>) {
  const { typed, ...field } = useField(name);
  return <StarsField {...props} {...field} key={typed} words={starWords()} defaultValue={typed} />;
}
