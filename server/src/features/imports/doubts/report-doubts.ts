import { isDeepStrictEqual } from 'node:util'
import type { DoubtKind } from '@gensvar/contract/doubts'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { ImportRefusal } from '../import-words.ts'
import type { DecidedImport } from './decide-import.ts'
import { chosenFor } from './decided-plan.ts'
import type { Decider } from './decider.ts'
import { choicesOf, doubtId } from './doubt.ts'
import type { Choice, Doubt } from './doubt.ts'
import { choiceLabel } from './doubt-words.ts'
import { readDoubts } from './store.ts'
import type { StoredDoubt } from './store.ts'

/** What an import was not sure of. */
export interface ImportDoubt {
  id: string
  kind: DoubtKind
  words: Words
  chosen: string
  /** The other choices, with what they do. */
  others: { name: string; label: Words }[]
  /** Whether somebody decided it: with this import or before. */
  isDecided: boolean
}

/** The doubts of a file for the report of its import. */
export function reportDoubts(
  { found, after, decidedNow }: DecidedImport,
  stored: readonly StoredDoubt[],
): ImportDoubt[] {
  return found.map(({ doubt, words }) => {
    const id = doubtId(doubt)
    const chosen = chosenFor(doubt, after)
    const others = choicesOf[doubt.kind].filter((choice) => choice !== chosen)
    const before = stored.find((one) => doubtId(one.doubt) === id)
    return {
      id,
      kind: doubt.kind,
      words,
      chosen,
      others: others.map((choice) => ({ name: choice, label: choiceLabel(choice) })),
      isDecided: decidedNow.has(id) || (before?.decided ?? null) !== null,
    }
  })
}

/** The doubts of an import as they are stored; `decider` is who imports. */
export function decidedRows(
  { doubts, after, decidedNow }: DecidedImport,
  decider: Decider,
): { doubt: Doubt; chosen: Choice; decider: Decider | null }[] {
  return doubts.map((doubt) => ({
    doubt,
    chosen: chosenFor(doubt, after),
    decider: decidedNow.has(doubtId(doubt)) ? decider : null,
  }))
}

/** Rejects an import if something was decided while its file was read; called with the survey locked. */
export async function demandSameDoubts(
  db: Kysely<Database>,
  surveyId: number,
  before: readonly StoredDoubt[],
): Promise<void> {
  if (isDeepStrictEqual(await readDoubts(db, surveyId), before)) return
  throw new ImportRefusal(
    'conflict',
    say`Something about the survey was decided meanwhile. Start the import again.`,
    [],
  )
}
