import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { sql } from 'kysely'
import { rowsPlace } from './place.ts'
import type { RenameAt } from './place.ts'
import { renameInPath, renameName } from './rename-in-text.ts'
import type { Rename } from './rename.ts'

/** Reports that users get by mail: the place and the filters they are of. */
const subscriptions = rowsPlace('subscriptions', {
  read: ({ db, model }) =>
    db.selectFrom('subscription').select(['id', 'asked']).where('survey_id', '=', model.id).execute(),
  renamed(row, rename) {
    const { asked } = row
    const before: unknown = asked && Reflect.get(asked, 'drillPath')
    if (typeof before !== 'string') return row
    const drillPath = renameInPath(before, rename)
    return drillPath === before ? row : { ...row, asked: { ...asked, drillPath } }
  },
  async save({ db }, { id, asked }) {
    await db
      .updateTable('subscription')
      .set({ asked: JSON.stringify(asked) })
      .where('id', '=', id)
      .execute()
  },
})

/** Components whose columns are those of a stored table, and no questions. */
const tableTypes: readonly string[] = ['data-table', 'record-table', 'global-values-table']

/** Which columns of tables users have shown or hidden, by the names of the questions in them. */
const chosenColumns = rowsPlace('chosenColumns', {
  async read({ db, model }) {
    const { rows } = await sql<{ user_id: number; key: string; value: unknown }>`
      select user_id, key, value from user_preference
       where survey_id = ${model.id} and starts_with(key, 'columns.')`.execute(db)
    const others = ofStoredTables(model)
    return rows.filter(({ key }) => !others.has(key))
  },
  renamed(row, rename) {
    const { value } = row
    if (typeof value !== 'object' || value === null) return row
    const renamed = Object.fromEntries(
      Object.entries(value).map(([name, list]: [string, unknown]) => [
        name,
        Array.isArray(list) ? list.map((id: unknown) => renamedColumn(id, rename)) : list,
      ]),
    )
    return JSON.stringify(renamed) === JSON.stringify(value) ? row : { ...row, value: renamed }
  },
  async save({ db, model }, { user_id, key, value }) {
    await sql`update user_preference set value = ${JSON.stringify(value)}::jsonb
               where user_id = ${user_id} and survey_id = ${model.id} and key = ${key}`.execute(db)
  },
})

/** Names of the choices of columns of tables that show no questions. */
function ofStoredTables({ config }: RenameAt['model']): ReadonlySet<string> {
  const placed = [...walkComponents(config.pages)]
  return new Set(
    placed.flatMap(({ component: { type, config: settings } }) => {
      const id: unknown = typeof settings === 'object' && settings !== null && Reflect.get(settings, 'id')
      return tableTypes.includes(type) && typeof id === 'string' ? [`columns.${id}`] : []
    }),
  )
}

/** A column is called as what it shows; one of several that show the same has a number after that. */
function renamedColumn(id: unknown, rename: Rename): unknown {
  if (typeof id !== 'string') return id
  const [name, ...number] = id.split(/(?= \d+$)/)
  return [renameName(name ?? '', rename), ...number].join('')
}

/** Places of what people have chosen on their screens. */
export const screenPlaces = [subscriptions, chosenColumns] as const
