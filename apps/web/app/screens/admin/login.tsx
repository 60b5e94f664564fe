export { default, loader, meta } from './console.tsx';
