import { onDemand, whenOpened } from '#web/lib/on-demand.tsx'

/** The weights of a survey's answers in a section of root's page of a survey. */
export const WeightsSection = onDemand(async () => (await import('./weights-section.tsx')).WeightsSection)

/** The same in a dialog, which opens from a page whose figures are weighted. */
export const WeightsDialog = whenOpened(() => import('./weights-dialog.tsx').then((file) => file.WeightsDialog))
