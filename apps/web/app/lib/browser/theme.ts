/** The theme follows the system until the person chooses another; a choice equal to the system's is removed. */
export const THEME_KEY = 'theme';

const isSystemDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

export function switchTheme(): void {
  const root = document.documentElement;
  const isDark = root.dataset['theme'] ? root.dataset['theme'] === 'dark' : isSystemDark();
  const chosen = isDark ? 'light' : 'dark';
  root.dataset['theme'] = chosen;
  try {
    if ((chosen === 'dark') === isSystemDark()) localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, chosen);
  } catch {
    // Storage is disabled: the choice lasts for this page.
  }
}
