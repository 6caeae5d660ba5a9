import type { Kysely } from 'kysely'
import type { Database } from '../../platform/db-types.ts'
import { serverSettingsKey } from '../../platform/server-settings.ts'
import { demoOverview, demoUniverses } from './universes.ts'
import type { DemoRole, DemoUniverse } from './universes.ts'
import type { DemoUser } from './users.ts'

/** Ids of what was written, by name. */
export interface WrittenAccounts {
  universeIds: ReadonlyMap<string, number>
  userIds: ReadonlyMap<string, number>
}

/** Names the demo would take that belong to something else already: universes and users. */
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

/** Writes the demo's universes, roles and users, and the overview they choose by unless the server has one. */
export async function writeAccounts(
  trx: Kysely<Database>,
  users: readonly DemoUser[],
  passwordHash: string,
): Promise<void> {
  const universeIds = new Map<string, number>()
  const roleIds = new Map<string, number>()
  for (const universe of demoUniverses) {
    const id = await writeUniverse(trx, universe)
    universeIds.set(universe.name, id)
    for (const role of universe.roles)
      roleIds.set(
        `${universe.name}/${role.name}`,
        await writeRole(trx, id, role, roleIds.get(`${universe.name}/${role.parent}`)),
      )
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
    const id = rows.find((row) => row.name === role.name)?.id
    if (!flags || id === undefined) continue
    await trx
      .insertInto('role_survey')
      .values({ role_id: id, survey_id: survey.id, access: true, rights: JSON.stringify(rightsOf(role, flags)) })
      .execute()
  }
}

function rightsOf(role: DemoRole, flags: readonly string[]): Record<string, unknown> {
  const views = role.views?.map((view) => ({ view, access: true, defaultDrill: '' }))
  return { ...Object.fromEntries(flags.map((flag) => [flag, true])), ...(views && { viewAccessList: views }) }
}

async function writeUniverse(trx: Kysely<Database>, universe: DemoUniverse): Promise<number> {
  const row = await trx
    .insertInto('universe')
    .values({
      name: universe.name,
      title: JSON.stringify(universe.title),
      host: universe.host,
      time_zone: universe.timeZone,
      branding: JSON.stringify(universe.branding),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function writeRole(
  trx: Kysely<Database>,
  universeId: number,
  role: DemoRole,
  parentId: number | undefined,
): Promise<number> {
  const row = await trx
    .insertInto('role')
    .values({
      universe_id: universeId,
      name: role.name,
      parent_id: parentId ?? null,
      can_add_users: role.canAddUsers ?? false,
      can_see_all_data: role.canSeeAllData ?? false,
      can_create_roles: role.canCreateRoles ?? false,
      restricted: role.restricted ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function writeUser(
  trx: Kysely<Database>,
  user: DemoUser,
  passwordHash: string,
  universeIds: ReadonlyMap<string, number>,
  roleIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { id } = await trx
    .insertInto('app_user')
    .values({
      username: user.username,
      email: `${user.username}@example.org`,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: passwordHash,
      is_root: user.isRoot ?? false,
      demo: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const place of user.places) {
    const universeId = universeIds.get(place.universe) ?? 0
    await trx
      .insertInto('user_universe')
      .values({
        user_id: id,
        universe_id: universeId,
        role_id: roleIds.get(`${place.universe}/${place.role}`) ?? 0,
        admin: place.admin ?? false,
        act_as: place.actAs ?? false,
      })
      .execute()
    for (const [variable, values] of Object.entries(place.filters ?? {}))
      await trx
        .insertInto('user_filter')
        .values({ user_id: id, universe_id: universeId, variable, values: [...values] })
        .execute()
  }
  if (user.chooseUniverseBy)
    await trx
      .insertInto('user_preference')
      .values({ user_id: id, key: 'chooseUniverseBy', value: JSON.stringify(user.chooseUniverseBy) })
      .execute()
}
