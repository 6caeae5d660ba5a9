export { DoubtCard } from './doubt-card.tsx'
