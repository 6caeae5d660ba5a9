import type { Deps } from '#server/domain/context.ts'
import { insertUnits } from '#server/domain/build/units.ts'
import { raiseModelVersion } from '#server/domain/survey/survey-model-store.ts'
import { unitOf } from './route-walk-rows.ts'

type Db = Deps['db']

const plain = { titles: {}, aliases: [], validFrom: null, validTo: null }

/** Version of the unit that the calls are about. */
async function versionOf(db: Db, surveyId: number): Promise<number> {
  const id = await unitOf(db, surveyId, 'Stockholm')
  return (await db.selectFrom('unit').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
}

/** A new unit in Sweden, which no other call has changed. */
export async function createUnit(db: Db, surveyId: number): Promise<number> {
  const parentId = await unitOf(db, surveyId, 'Sweden')
  const { view_id, universe_id } = await db
    .selectFrom('unit')
    .where('id', '=', parentId)
    .select(['view_id', 'universe_id'])
    .executeTakeFirstOrThrow()
  const unit = { depth: 2, parentId, extName: crypto.randomUUID() }
  const [id = 0] = await insertUnits(db, { universeId: universe_id, viewId: view_id }, [unit])
  await raiseModelVersion(db, surveyId)
  return id
}

/** Bodies of the calls on units, which name a version or a place. Moves and merges are tried only. */
export const unitBodies: Readonly<Record<string, (db: Db, surveyId: number) => Promise<object>>> = {
  createUnit: async (db, surveyId) => ({
    ...{ view: 'stores', parentId: await unitOf(db, surveyId, 'Sweden'), extName: crypto.randomUUID() },
    ...plain,
  }),
  saveUnit: async (db, surveyId) => ({ ...plain, ownerUserId: null, version: await versionOf(db, surveyId) }),
  moveUnit: async (db, surveyId) => ({
    parentId: await unitOf(db, surveyId, 'Norway'),
    ...{ date: null, version: await versionOf(db, surveyId), dryRun: true },
  }),
  mergeUnit: async (db, surveyId) => ({
    into: await unitOf(db, surveyId, 'Gothenburg'),
    ...{ version: await versionOf(db, surveyId), dryRun: true },
  }),
  importUnits: async (db, surveyId) => {
    const sweden = await unitOf(db, surveyId, 'Sweden')
    return Buffer.from(`key,parent,name\nnew,${sweden},${crypto.randomUUID()}\n`)
  },
}
