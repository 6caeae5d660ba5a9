import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { rowsPlace } from './place.ts'
import type { Place, RenameAt } from './place.ts'
import { renameInExpression, renameInPath, renameName } from './rename-in-text.ts'
import { variableOf } from './rename.ts'
import type { Rename } from './rename.ts'

/**
 * Question filters of users, which limit what they see: those of this survey, and those of all surveys of the
 * organisation where no other one has a question of that name.
 */
const userFilters = rowsPlace('userFilters', {
  async read({ db, model }) {
    const { rows } = await sql<{ id: number; variable: string; values: string[] }>`
      select id, variable, "values" from user_filter f
       where survey_id = ${model.id}
          or (survey_id is null and universe_id = ${model.universeId} and not ${isElsewhere(model)})`.execute(db)
    return rows
  },
  renamed(row, rename) {
    if (row.variable !== variableOf(rename)) return row
    if (rename.kind === 'variable') return { ...row, variable: rename.to }
    if (!row.values.includes(rename.from)) return row
    return { ...row, values: row.values.map((value) => (value === rename.from ? rename.to : value)) }
  },
  async save({ db }, { id, variable, values }) {
    await db.updateTable('user_filter').set({ variable, values }).where('id', '=', id).execute()
  },
})

/** Whether another survey of the organisation has a question with the variable of a filter `f`. */
function isElsewhere({ id, universeId }: RenameAt['model']): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from question q join survey s on s.id = q.survey_id
     where s.universe_id = ${universeId} and s.id <> ${id} and q.variable = f.variable)`
}

/**
 * How many filters of users name a question, or one of its choices, in several surveys of the organisation at once: these
 * cannot follow what happens in one of them.
 */
export async function countWideFilters({ db, model }: RenameAt, rename: Rename): Promise<number> {
  const named = rename.kind === 'variable' ? sql`true` : sql`${rename.from} = any("values")`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from user_filter f
     where survey_id is null and universe_id = ${model.universeId} and variable = ${variableOf(rename)} and ${named}
       and ${isElsewhere(model)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** What roles may do at levels, where their views open, and of which questions they are told. */
const roles = rowsPlace('roles', {
  read: ({ db, model }) =>
    db.selectFrom('role_survey').select(['role_id', 'survey_id', 'rights']).where('survey_id', '=', model.id).execute(),
  renamed(row, rename) {
    const rights = renamedRights(row.rights, rename)
    return JSON.stringify(rights) === JSON.stringify(row.rights) ? row : { ...row, rights }
  },
  async save({ db }, { role_id, survey_id, rights }) {
    await db
      .updateTable('role_survey')
      .set({ rights: JSON.stringify(rights) })
      .where('role_id', '=', role_id)
      .where('survey_id', '=', survey_id)
      .execute()
  },
})

function renamedRights(rights: Readonly<Record<string, unknown>>, rename: Rename): Record<string, unknown> {
  const inList = (list: unknown, key: string, change: (text: string) => string): unknown =>
    Array.isArray(list)
      ? list.map((entry: unknown) =>
          typeof entry === 'object' && entry !== null && typeof Reflect.get(entry, key) === 'string'
            ? { ...entry, [key]: change(String(Reflect.get(entry, key))) }
            : entry,
        )
      : list
  const lists = {
    viewAccessList: inList(rights['viewAccessList'], 'defaultDrill', (path) => renameInPath(path, rename)),
    anchorAccessList: inList(rights['anchorAccessList'], 'level', (level) => renameName(level, rename)),
    questionNotificationList: inList(rights['questionNotificationList'], 'variable', (name) =>
      renameName(name, rename),
    ),
  }
  return { ...rights, ...Object.fromEntries(Object.entries(lists).filter(([key]) => key in rights)) }
}

/** Drill paths that users have saved under a name. */
const savedFilters = rowsPlace('savedFilters', {
  read: ({ db, model }) =>
    db.selectFrom('saved_filter').select(['id', 'path']).where('survey_id', '=', model.id).execute(),
  renamed: renamedPath,
  async save({ db }, { id, path }) {
    await db.updateTable('saved_filter').set({ path }).where('id', '=', id).execute()
  },
})

/** Drill paths too long for an address. */
const storedPaths = rowsPlace('storedPaths', {
  read: ({ db, model }) =>
    db.selectFrom('stored_path').select(['id', 'path']).where('survey_id', '=', model.id).execute(),
  renamed: renamedPath,
  async save({ db }, { id, path }) {
    await db.updateTable('stored_path').set({ path }).where('id', '=', id).execute()
  },
})

function renamedPath<Row extends { path: string }>(row: Row, rename: Rename): Row {
  const path = renameInPath(row.path, rename)
  return path === row.path ? row : { ...row, path }
}

/** Actions: the filters of their place, and the figure they are about. */
const actions = rowsPlace('actions', {
  read: ({ db, model }) =>
    db
      .selectFrom('action')
      .select(['id', 'filters', 'extname', 'expression'])
      .where('survey_id', '=', model.id)
      .execute(),
  renamed(row, rename) {
    const after = {
      ...row,
      filters: row.filters === '' ? '' : renameInPath(row.filters, rename),
      extname: renameName(row.extname, rename),
      expression: renameInExpression(renameName(row.expression, rename), rename),
    }
    return JSON.stringify(after) === JSON.stringify(row) ? row : after
  },
  async save({ db }, { id, filters, extname, expression }) {
    await db.updateTable('action').set({ filters, extname, expression }).where('id', '=', id).execute()
  },
})

/** Effects entered by hand: their place and their questions. */
const effects = rowsPlace('effects', {
  read: ({ db, model }) =>
    db.selectFrom('effect_block').select(['id', 'drill_path', 'rows']).where('survey_id', '=', model.id).execute(),
  renamed(row, rename) {
    const after = {
      ...row,
      drill_path: renameInPath(row.drill_path, rename),
      rows: row.rows.map((one) => ({ ...one, questionVariable: renameName(one.questionVariable, rename) })),
    }
    return JSON.stringify(after) === JSON.stringify(row) ? row : after
  },
  async save({ db }, { id, drill_path, rows }) {
    await db
      .updateTable('effect_block')
      .set((eb) => ({ drill_path, rows: JSON.stringify(rows), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },
})

/** API keys: the place that each is bound to. */
const apiKeys = rowsPlace('apiKeys', {
  read: ({ db, model }) => db.selectFrom('api_key').select(['id', 'path']).where('survey_id', '=', model.id).execute(),
  renamed: renamedPath,
  async save({ db }, { id, path }) {
    await db
      .updateTable('api_key')
      .set((eb) => ({ path, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },
})

/** What imports were not sure of. */
const doubts: Place = {
  kind: 'doubts',
  async count({ db, model }, rename) {
    if (rename.kind === 'choice') return 0
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from survey_doubt where survey_id = ${model.id} and variable = ${rename.from}`.execute(db)
    return rows[0]?.n ?? 0
  },
  async apply({ db, model }, rename) {
    if (rename.kind === 'variable')
      await db
        .updateTable('survey_doubt')
        .set({ variable: rename.to })
        .where('survey_id', '=', model.id)
        .where('variable', '=', rename.from)
        .execute()
  },
}

/** Which columns of files are linked to which questions, as the data uploader remembers it. */
const mappings = rowsPlace('mappings', {
  read: ({ db, model }) =>
    db
      .selectFrom('import_set')
      .select(['id', 'mapping'])
      .where('survey_id', '=', model.id)
      .where('mapping', 'is not', null)
      .execute(),
  renamed(row, rename) {
    const { mapping } = row
    if (rename.kind === 'choice' || typeof mapping !== 'object' || mapping === null) return row
    const fields: unknown = Reflect.get(mapping, 'fields')
    if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, rename.from)) return row
    const renamed = Object.entries(fields).map(([name, column]) => [renameName(name, rename), column] as const)
    return { ...row, mapping: { ...mapping, fields: Object.fromEntries(renamed) } }
  },
  async save({ db }, { id, mapping }) {
    await db
      .updateTable('import_set')
      .set({ mapping: JSON.stringify(mapping) })
      .where('id', '=', id)
      .execute()
  },
})

/** Places of what people have set up. */
export const peoplePlaces: readonly Place[] = [
  ...[userFilters, roles, savedFilters, storedPaths, actions, effects, apiKeys, doubts, mappings],
]
