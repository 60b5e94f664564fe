import { defaultLanguage, getLanguageSettings } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { currentLanguage } from '../../lib/language/language.ts';

/** Pages for experts and staff: in a partial language their texts are English, which is announced and read as such. */
export const Untranslated = ({ children }: { children: ReactNode }) =>
  getLanguageSettings(currentLanguage()).isPartial ? (
    <div lang={defaultLanguage} dir={getLanguageSettings(defaultLanguage).direction} className="contents">
      {children}
    </div>
  ) : (
    children
  );
