import type { TouchedKind } from '@gensvar/contract/metadata'
import type { Kysely } from 'kysely'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Rename } from './rename.ts'

/** What a rename is made in: the survey as it is before, in the transaction or outside of one. */
export interface RenameAt {
  db: Kysely<Database>
  model: SurveyModel
  /** The survey's configuration; null without one. */
  configuration: string | null
}

/** A kind of place where names of questions and choices are stored. */
export interface Place {
  kind: TouchedKind
  /** How many of them have the name. */
  count(at: RenameAt, rename: Rename): Promise<number>
  /** Changes all of them. Runs in the transaction of the rename, with the survey locked. */
  apply(at: RenameAt, rename: Rename): Promise<void>
}

/** A place whose rows are read, changed in memory and written back. */
export function rowsPlace<Row extends object>(
  kind: TouchedKind,
  parts: {
    read: (at: RenameAt) => Promise<Row[]>
    /** The row with the other name; the same object where it does not have it. */
    renamed: (row: Row, rename: Rename) => Row
    save: (at: RenameAt, row: Row) => Promise<void>
  },
): Place {
  const changed = async (at: RenameAt, rename: Rename): Promise<Row[]> =>
    (await parts.read(at)).flatMap((row) => {
      const after = parts.renamed(row, rename)
      return after === row ? [] : [after]
    })
  return {
    kind,
    count: async (at, rename) => (await changed(at, rename)).length,
    async apply(at, rename) {
      for (const row of await changed(at, rename)) await parts.save(at, row)
    },
  }
}
