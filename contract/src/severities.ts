/** How serious a message to everybody is; its colours and its icon follow from it. */
export const severities = ['info', 'warning', 'critical'] as const
