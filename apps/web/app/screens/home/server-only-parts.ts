/** The static parts of the home page; see server-only.tsx. */
export { Features } from './features.tsx';
export { Hero } from './hero.tsx';
export { RegisterIntro as Register } from './register.tsx';
export { Regulators } from './regulators.tsx';
export { ReportList } from './report-list.tsx';
export { RiskExample } from './risk-example.tsx';
export { SignUpCards } from './sign-up-cards.tsx';
export { WarningsMap } from './warnings-map.tsx';
