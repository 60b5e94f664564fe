export { about } from './about.ts';
export { help } from './help.ts';
export { privacy } from './privacy.ts';
export { safety } from './safety.ts';
export { terms } from './terms.ts';
