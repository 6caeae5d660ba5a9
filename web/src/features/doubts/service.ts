export { AlikeDecisions } from './alike-decisions.tsx'
export { DoubtCard } from './doubt-card.tsx'
