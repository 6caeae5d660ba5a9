import { onDemand } from '#web/lib/on-demand.tsx'

/** The filter sidebar for other features, loaded when it is first drawn. */
export const LaterFilterSidebar = onDemand(async () => (await import('./filter-sidebar.tsx')).FilterSidebar)
