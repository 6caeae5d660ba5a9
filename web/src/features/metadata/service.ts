import { onDemand } from '#web/lib/on-demand.tsx'

/** A survey's metadata: search, and forms of question groups, questions and choices. */
export const MetadataSection = onDemand(async () => (await import('./metadata-section.tsx')).MetadataSection)
