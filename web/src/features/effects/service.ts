export { EffectsSection } from './effects-section.tsx'
