import type { Kysely } from 'kysely'
import { insertRole, insertSurveyRights } from '#server/domain/build/role.ts'
import type { NewSurveyRights } from '#server/domain/build/role.ts'
import { insertUniverse } from '#server/domain/build/universe.ts'
import { insertMembership, insertUser } from '#server/domain/build/user.ts'
import type { SurveyFlag } from '#server/domain/rights/role-rights.ts'
import type { Database } from '#server/platform/db-types.ts'
import { serverSettingsKey } from '#server/platform/server-settings.ts'
import { demoOverview, demoUniverses } from './universes.ts'
import type { DemoRole } from './universes.ts'
import type { DemoUser } from './users.ts'

/** Ids of what was written, by name. */
export interface WrittenAccounts {
  universeIds: ReadonlyMap<string, number>
  userIds: ReadonlyMap<string, number>
}

/** Names of the demo's universes and users that are already in use for something else. */
export async function findTaken(db: Kysely<Database>, users: readonly DemoUser[]): Promise<string[]> {
  const universes = await db
    .selectFrom('universe')
    .select('name')
    .where(
      'name',
      'in',
      demoUniverses.map((universe) => universe.name),
    )
    .execute()
  const names = await db
    .selectFrom('app_user')
    .select('username')
    .where(
      'username',
      'in',
      users.map((user) => user.username),
    )
    .execute()
  return [...universes.map((row) => `universe ${row.name}`), ...names.map((row) => `user ${row.username}`)]
}

/** Writes the demo's universes, roles and users, and the global overview unless the server has one. */
export async function writeAccounts(
  trx: Kysely<Database>,
  users: readonly DemoUser[],
  passwordHash: string,
): Promise<void> {
  const universeIds = new Map<string, number>()
  const roleIds = new Map<string, number>()
  for (const universe of demoUniverses) {
    const id = await insertUniverse(trx, universe)
    universeIds.set(universe.name, id)
    for (const role of universe.roles) {
      const parentId = roleIds.get(`${universe.name}/${role.parent}`)
      roleIds.set(`${universe.name}/${role.name}`, await insertRole(trx, id, { ...role, parentId }))
    }
  }
  for (const user of users) await writeUser(trx, user, passwordHash, universeIds, roleIds)
  await trx
    .insertInto('setting')
    .values({ key: serverSettingsKey, value: JSON.stringify({ globalOverview: demoOverview }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Ids of the demo's universes and users. */
export async function readAccounts(db: Kysely<Database>): Promise<WrittenAccounts> {
  const names = demoUniverses.map((universe) => universe.name)
  const universes = await db.selectFrom('universe').select(['id', 'name']).where('name', 'in', names).execute()
  const users = await db.selectFrom('app_user').select(['id', 'username']).where('demo', '=', true).execute()
  return {
    universeIds: new Map(universes.map((row) => [row.name, row.id])),
    userIds: new Map(users.map((row) => [row.username, row.id])),
  }
}

/** Gives the demo's roles their rights in one survey of their universe. */
export async function writeSurveyRights(
  trx: Kysely<Database>,
  universeName: string,
  universeId: number,
  survey: { id: number; extName: string },
): Promise<void> {
  const universe = demoUniverses.find((one) => one.name === universeName)
  const rows = await trx.selectFrom('role').select(['id', 'name']).where('universe_id', '=', universeId).execute()
  for (const role of universe?.roles ?? []) {
    const flags = role.surveys[survey.extName]
    const roleId = rows.find((row) => row.name === role.name)?.id
    if (!flags || roleId === undefined) continue
    await insertSurveyRights(trx, { roleId, surveyId: survey.id }, rightsOf(role, flags))
  }
}

function rightsOf(role: DemoRole, flags: readonly SurveyFlag[]): NewSurveyRights {
  const views = role.views?.map((view) => ({ view, access: true, defaultDrill: '' }))
  return { ...Object.fromEntries(flags.map((flag) => [flag, true])), ...(views && { viewAccessList: views }) }
}

async function writeUser(
  trx: Kysely<Database>,
  user: DemoUser,
  passwordHash: string,
  universeIds: ReadonlyMap<string, number>,
  roleIds: ReadonlyMap<string, number>,
): Promise<void> {
  const userId = await insertUser(trx, {
    ...user,
    email: `${user.username}@example.org`,
    passwordHash,
    demo: true,
  })
  for (const { universe, role, ...place } of user.places)
    await insertMembership(trx, {
      ...place,
      userId,
      universeId: universeIds.get(universe) ?? 0,
      roleId: roleIds.get(`${universe}/${role}`) ?? 0,
    })
  if (user.chooseUniverseBy)
    await trx
      .insertInto('user_preference')
      .values({ user_id: userId, key: 'chooseUniverseBy', value: JSON.stringify(user.chooseUniverseBy) })
      .execute()
}
