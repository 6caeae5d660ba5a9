import { onDemand } from '#web/lib/on-demand.tsx'

export { noticeStore } from './notice-store.ts'

/** Loads what follows the user's notices. */
export const loadWatch = () => import('./watch-notices.ts')

/** The list of the user's notices. */
export const NoticePanel = onDemand(async () => (await import('./notice-panel.tsx')).NoticePanel)

/** What the user wants to be told of, and how. */
export const NoticeChoices = onDemand(async () => (await import('./notice-choices.tsx')).NoticeChoices)
