export { EffectsSection } from './effects-section.tsx'
export { PlaceField } from './place-field.tsx'
