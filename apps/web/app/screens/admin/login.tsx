export { default, meta } from './console.tsx';
