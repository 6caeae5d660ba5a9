import { listImportSets } from '#server/domain/imports/import-sets.ts'
import { removeImportSet } from '#server/features/imports/sets/undo.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'

/** Timeout for the figures to follow, in ms. */
const figuresWithin = 120_000

/** `import:undo [NUMBER]`. */
export const importUndo = defineCommand({
  name: 'import:undo',
  summary: 'Lists the imports of a survey, or undoes one: the survey is then as if it had never been.',
  positionals: ['[NUMBER]'],
  options: surveyOptions,
  async run({ deps, values, positionals, print, note }) {
    const { ctx, survey, surveyId, universe } = await surveyContext(deps, 'import:undo', values)
    const [number] = positionals
    if (number === undefined) return print(describe(await listImportSets(deps.db, surveyId)))
    if (!/^\d{1,9}$/.test(number)) throw new CommandError(`"${number}" is not the number of an import.`)
    const { removed, restored, surveyRemoved, xid } = await removeImportSet(ctx, survey, Number(number))
    const also = surveyRemoved ? ` The survey "${survey}" of "${universe}" was made by it and is removed.` : ''
    print(`Undone: ${removed} responses removed, ${restored} as they were before.${also}\n`)
    const counted = await deps.analytics.feed.waitFor(xid, figuresWithin)
    note(counted ? 'The figures follow it.\n' : 'The figures follow in a moment.\n')
  },
})

function describe(sets: Awaited<ReturnType<typeof listImportSets>>): string {
  if (sets.length === 0) return 'Nothing was imported.\n'
  const lines = sets.map(({ id, created, user, filename, ninterviews, locked }) => {
    const moment = created.toISOString().slice(0, 16).replace('T', ' ')
    const lock = locked ? `\n    ${String(locked)}` : ''
    return `${String(id).padStart(5)}  ${moment}  ${filename}  ${ninterviews} responses  by ${user}${lock}`
  })
  return `${lines.join('\n')}\n`
}
