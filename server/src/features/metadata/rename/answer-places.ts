import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { asideName } from '#server/domain/imports/aside-name.ts'
import type { Place, RenameAt } from './place.ts'
import type { Rename } from './rename.ts'

/** Whether answers have the name that changes. */
function hasName(rename: Rename): RawBuilder<boolean> {
  if (rename.kind === 'variable') return sql<boolean>`(answers ? ${rename.from} or answers ? ${asideName(rename.from)})`
  const answer = sql`answers->${rename.variable}::text`
  return sql<boolean>`(${answer} = ${JSON.stringify(rename.from)}::jsonb
    or (jsonb_typeof(${answer}) = 'array' and ${answer} ? ${rename.from}))`
}

/** Answers with the other name. */
function renamedAnswers(rename: Rename): RawBuilder<unknown> {
  if (rename.kind === 'choice') {
    const { variable, from, to } = rename
    const answer = sql`answers->${variable}::text`
    return sql`jsonb_set(answers, array[${variable}::text], case jsonb_typeof(${answer})
      when 'array' then (select jsonb_agg(case when part = ${JSON.stringify(from)}::jsonb
                                               then ${JSON.stringify(to)}::jsonb else part end order by at)
                           from jsonb_array_elements(${answer}) with ordinality as parts(part, at))
      else ${JSON.stringify(to)}::jsonb end)`
  }
  const names = [
    [rename.from, rename.to],
    [asideName(rename.from), asideName(rename.to)],
  ] as const
  return names.reduce<RawBuilder<unknown>>(
    (before, [from, to]) =>
      sql`(${before}) || case when answers ? ${from} then jsonb_build_object(${to}::text, answers->${from}::text) else '{}' end`,
    sql`answers - ${names[0][0]}::text - ${names[1][0]}::text`,
  )
}

/** Answers, and what is kept of them so that an import can be undone. */
function answersPlace(kind: 'responses' | 'imports', table: 'response' | 'import_image'): Place {
  const ofSurvey = ({ model }: RenameAt): RawBuilder<boolean> =>
    table === 'response'
      ? sql<boolean>`survey_id = ${model.id}`
      : sql<boolean>`import_set_id in (select id from import_set where survey_id = ${model.id})`
  return {
    kind,
    async count(at, rename) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)} where ${ofSurvey(at)} and ${hasName(rename)}`.execute(at.db)
      return rows[0]?.n ?? 0
    },
    async apply(at, rename) {
      await sql`update ${sql.table(table)} set answers = ${renamedAnswers(rename)}
                 where ${ofSurvey(at)} and ${hasName(rename)}`.execute(at.db)
    },
  }
}

/** The views whose levels a question is one of. */
const views: Place = {
  kind: 'views',
  count: async ({ model }, rename) =>
    rename.kind === 'variable' ? model.views.filter(({ levels }) => levels.includes(rename.from)).length : 0,
  async apply({ db, model }, rename) {
    if (rename.kind === 'variable')
      await sql`update view set levels = array_replace(levels, ${rename.from}::text, ${rename.to}::text)
                 where survey_id = ${model.id}`.execute(db)
  },
}

/** The units that a choice of a level is. */
const units: Place = {
  kind: 'units',
  async count(at, rename) {
    if (rename.kind === 'variable') return 0
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from unit where ext_name = ${rename.from} and ${isOfLevel(at, rename.variable)}`.execute(
      at.db,
    )
    return rows[0]?.n ?? 0
  },
  async apply(at, rename) {
    if (rename.kind === 'variable') return
    // The old name stays as an alias: addresses that people have kept, and files, still find the unit.
    await sql`
      update unit
         set ext_name = ${rename.to},
             aliases = array_append(array_remove(array_remove(aliases, ${rename.to}::text), ${rename.from}::text), ${rename.from}::text)
       where ext_name = ${rename.from} and ${isOfLevel(at, rename.variable)}`.execute(at.db)
  },
}

function isOfLevel({ model }: Pick<RenameAt, 'model'>, variable: string): RawBuilder<boolean> {
  return sql<boolean>`(view_id, depth) in (
    select id, array_position(levels, ${variable}::text) from view
     where survey_id = ${model.id} and ${variable} = any(levels))`
}

/** Whether two units beside each other would have the same name after a rename. */
export async function hasUnitBeside(at: RenameAt, { variable, from, to }: Extract<Rename, { kind: 'choice' }>) {
  const { rows } = await sql`
    select from unit one
     where ext_name = ${from} and ${isOfLevel(at, variable)}
       and exists (select from unit other where other.view_id = one.view_id
                    and other.parent_id is not distinct from one.parent_id and other.ext_name = ${to})
     limit 1`.execute(at.db)
  return rows.length > 0
}

/** Places of the survey's own data. */
export const answerPlaces: readonly Place[] = [
  answersPlace('responses', 'response'),
  answersPlace('imports', 'import_image'),
  views,
  units,
]
