import { rebuildAnalytics } from '#server/domain/figures/engine/analytics.ts'
import { defineCommand } from '../command.ts'

/** `rebuild-analytics`. */
export const rebuild = defineCommand({
  name: 'rebuild-analytics',
  summary: 'Rebuilds the figures from the responses. They are the same afterwards, and the server can keep running.',
  options: {},
  async run({ deps, note }) {
    const start = deps.clock.now().getTime()
    await rebuildAnalytics(deps)
    note(`Done in ${((deps.clock.now().getTime() - start) / 1000).toFixed(1)} s.\n`)
  },
})
