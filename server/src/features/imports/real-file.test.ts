import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabaseForOne } from '#server/testing/postgres.ts'
import { importFile } from './service.ts'
import { english } from './testing/planned-file.ts'

// Real input that may be next to a checkout; it is not part of the project.
const folder = join(import.meta.dirname, '../../../../../shared/data')
const options = {
  universe: 'sky',
  survey: 'lounges',
  hierarchy: ['airline', 'airport', 'lounge_name'],
  date: 'review_date',
  key: 'response_id',
}

test.runIf(existsSync(join(folder, 'lounge-reviews.xlsx')))(
  'a real file of reviews arrives whole, from xlsx and again from csv',
  async () => {
    const database = await testDatabaseForOne()
    const deps = programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import')
    const source = parse(readFileSync(join(folder, 'lounge-reviews.csv')), { columns: true, bom: true }) as Record<
      string,
      string
    >[]
    const result = await importFile(deps, { ...options, file: join(folder, 'lounge-reviews.xlsx') })
    expect(result.stored).toMatchObject({ inserted: source.length, undated: 0 })
    expect(english(result.columns.find(({ variable }) => variable === 'overall_rating')?.warnings)).toEqual([
      expect.stringMatching(/^67 of 2,259 answers are above 5 \(6 to 10\): counted/),
    ])

    const again = await importFile(deps, { ...options, file: join(folder, 'lounge-reviews.csv') })
    expect(again.stored).toMatchObject({ inserted: 0, updated: 0, unchanged: source.length, units: 0, choices: 0 })

    const units = await database.db.selectFrom('unit').selectAll().execute()
    const byId = new Map(units.map((unit) => [unit.id, unit]))
    const responses = await database.db
      .selectFrom('response')
      .select(['foreign_id', 'unit_ids', 'event_date', 'answers'])
      .execute()
    const pathOf = (id: number): string[] => {
      const unit = byId.get(id)
      return unit ? [...(unit.parent_id === null ? [] : pathOf(unit.parent_id)), unit.ext_name] : []
    }
    const places = new Map(responses.map((row) => [row.foreign_id, pathOf(row.unit_ids[0] ?? 0)]))
    for (const row of source) {
      const levels = ['airline', 'airport', 'lounge_name'].map((level) => row[level]?.trim() || '-')
      expect(places.get(row['response_id'] ?? '')).toEqual(levels)
    }
    expect([...places.values()].filter(([, airport]) => airport === '-')).toHaveLength(94)

    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
    const wanted = source
      .filter(({ overall_rating: rating }) => rating !== '')
      .map(({ overall_rating: rating }) => Number(rating))
    const found = responses.flatMap(({ answers }) =>
      typeof answers['overall_rating'] === 'number' ? [answers['overall_rating']] : [],
    )
    expect([found.length, mean(found)]).toEqual([wanted.length, mean(wanted)])
  },
)

test.runIf(existsSync(join(folder, 'lounge-reviews.csv')))(
  'a real file shows its hierarchy and date by itself',
  async () => {
    const database = await testDatabaseForOne()
    const { file, universe, survey } = { ...options, file: join(folder, 'lounge-reviews.csv') }
    const ctx = programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import')
    const result = await importFile(ctx, { file, universe, survey, dryRun: true })
    expect(english(result.notes).join('\n')).toContain('airline > airport > lounge_name (detected)')
    expect(english(result.notes).join('\n')).toContain('Event date: review_date (detected)')
    expect(result.suggestedKey).toBe('response_id')
  },
)
