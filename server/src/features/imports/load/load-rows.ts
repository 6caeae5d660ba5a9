import { Count, say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { insertChoices } from '#server/domain/build/questions.ts'
import { openUnitBook } from '#server/domain/build/unit-book.ts'
import type { UnitBook } from '#server/domain/build/unit-book.ts'
import { ErasedKeys } from '#server/domain/respondents/erased-keys.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import { asideName } from '#server/domain/imports/aside-name.ts'
import { answerTitle, ownTexts } from '../choice-titles.ts'
import { ImportRefusal } from '../import-words.ts'
import { readChoiceCodes } from '../metadata/store.ts'
import type { WrittenMetadata } from '../metadata/write-metadata.ts'
import { texts } from '../metadata/write-metadata.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { everything } from '../plan/plan-views.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { isYes } from '../profile/infer-text.ts'
import type { TableRow } from '../tables/cell.ts'
import type { Table } from '../tables/table.ts'
import { ChoiceBook, choiceLimit } from './choice-book.ts'
import { leftOutState, rowReader, theOneUnit } from './row-reader.ts'
import type { ReadTally, ResponseDraft } from './row-reader.ts'
import { lotOf, storeResponses } from './store.ts'
import { updateResponses } from './update-store.ts'
import type { UpdatedParts } from './update-store.ts'
import type { StoredCount, StoredDraft } from './store.ts'
import { StepsInTurn } from './steps-in-turn.ts'

/** A lot of more characters waits for none: those of wide files would take much memory. */
const mostWaiting = 2_000_000

/** The survey the rows are stored in. */
export interface LoadTarget {
  universeId: number
  surveyId: number
  isAnonymous: boolean
  /** The import that the responses belong to. */
  importSetId: number
  locale: string
  timeZone: string
  /** Of a file that is linked to the survey: the key of a row, and what an update changes; null for no update. */
  linked?: { keyOf: (row: TableRow) => string; update: UpdatedParts | null } | undefined
  /** State of the responses; completed ones get the time of their event. */
  state: number
  /** Used for a missing event date (ISO). */
  today: string
}

/** The result of loading the rows. */
export interface LoadResult extends StoredCount, ReadTally {
  units: number
  choices: number
  /** Rows that were skipped because their respondents were erased or anonymised. */
  erased: number
}

/**
 * Reads the file's rows by the plan and stores them with the units and choices they need, inside the caller's
 * transaction. Errors: `validation` naming row and column, `too_large` for more choices than a question may have.
 */
export async function loadRows(
  db: Kysely<Database>,
  table: Table,
  plan: ImportPlan,
  metadata: WrittenMetadata,
  target: LoadTarget,
  watch: { signal?: AbortSignal; onProgress?: (done: number) => void },
): Promise<LoadResult> {
  const { surveyId } = target
  const reader = rowReader(plan, target)
  const choices = new ChoiceBook(plan, await readChoiceCodes(db, surveyId))
  const count: StoredCount = { inserted: 0, updated: 0, unchanged: 0, final: 0, invited: 0 }
  // While the database stores one lot, the next are made: one waits, so that the database need not.
  const storing = new StepsInTurn()
  const units = await openUnitBook(
    db,
    target,
    (extName) => unitTitle(extName, target.locale),
    () => storing.left(0),
  )
  const variables = plan.columns.flatMap(({ variable }) => [variable, asideName(variable)])
  // An update that does not say where responses are from adds no units.
  const viewIds = target.linked?.update?.places === false ? [] : metadata.viewIds
  const erasedKeys = await ErasedKeys.of(db, surveyId)
  let erased = 0
  const { isAnonymous, importSetId } = target
  const at = { surveyId, isAnonymous, importSetId, variables }
  const parts = target.linked?.update
  const pause = backgroundPauses()
  try {
    for await (const batch of table.rows(watch)) {
      const read: ResponseDraft[] = []
      for (const row of batch) {
        read.push(withKey(reader.read(row), row, target.linked))
        await pause()
      }
      // An update by the lists' number names responses that are there.
      const keys = parts?.by === 'id' || !erasedKeys.mayBe ? [] : read.flatMap(({ key }) => key ?? [])
      if (keys.length > 0) await storing.left(0)
      const gone = await erasedKeys.among(keys)
      const drafts = read.filter(({ key }) => key === null || !gone.has(key))
      erased += read.length - drafts.length
      for (const draft of drafts) demandRoom(choices.add(draft))
      await pause()
      const leaves = await leavesOf(units, viewIds, drafts)
      const views = plan.views.slice(0, viewIds.length)
      drafts.forEach((draft, row) =>
        nameLevels(
          units,
          views,
          draft,
          leaves.map((ids) => ids[row] ?? 0),
        ),
      )
      const lot = await lotOf(
        drafts.map((draft, index) => stored(draft, leaves, index, target)),
        pause,
      )
      await storing.left(lot.rows.length > mostWaiting ? 0 : 1)
      watch.signal?.throwIfAborted()
      storing.add(async () => {
        const done = parts
          ? await updateResponses(db, { ...at, parts }, lot)
          : await storeResponses(db, { ...at, timeZone: target.timeZone }, lot)
        addTo(count, done)
      })
    }
  } finally {
    // Also after an error: the transaction must not end while a statement runs.
    await storing.left(0)
  }
  const added = await addChoices(db, choices, plan, metadata, target.locale)
  return { ...count, ...reader.tally, units: units.inserted, choices: added, erased }
}

function withKey(draft: ResponseDraft, row: TableRow, linked: LoadTarget['linked']): ResponseDraft {
  if (!linked) return draft
  const key = linked.keyOf(row)
  return { ...draft, key: key === '' ? null : key }
}

/** State of a response that was begun and not finished: asked, without a response yet. */
const unfinishedState = 2

function stored(draft: ResponseDraft, leaves: readonly number[][], index: number, target: LoadTarget): StoredDraft {
  const { key, day, time, answers, contact, isLeftOut } = draft
  const state = draft.unfinished ? unfinishedState : target.state
  const completed = state === 0 ? `${day} ${time ?? '00:00:00'}` : null
  return {
    key,
    day,
    completed,
    state: isLeftOut ? leftOutState : state,
    answers,
    contact,
    unitIds: leaves.map((ids) => ids[index] ?? 0),
  }
}

function addTo(sum: StoredCount, more: StoredCount): void {
  sum.inserted += more.inserted
  sum.updated += more.updated
  sum.unchanged += more.unchanged
  sum.final += more.final
  sum.invited += more.invited
}

/** Answers to the levels of units that were renamed, moved or merged are those of the place where the unit is now. */
function nameLevels(
  units: UnitBook,
  views: readonly ImportPlan['views'][number][],
  { answers, places }: ResponseDraft,
  leaves: readonly number[],
): void {
  for (const [at, { levels }] of views.entries()) {
    const names = units.placeOf(leaves[at] ?? 0)
    for (const [depth, level] of levels.entries()) {
      const name = names[depth] ?? blankUnit
      if (name === (places[at]?.[depth] ?? blankUnit)) continue
      if (name === blankUnit) delete answers[level]
      else answers[level] = name
    }
  }
}

function leavesOf(units: UnitBook, viewIds: readonly number[], drafts: readonly ResponseDraft[]): Promise<number[][]> {
  return viewIds.reduce(
    async (before, viewId, view) => [
      ...(await before),
      await units
        .leaves(
          viewId,
          drafts.map((draft) => draft.places[view] ?? []),
        )
        .then((ids) => ids.map((id, row) => units.onDay(id, drafts[row]?.day ?? ''))),
    ],
    Promise.resolve<number[][]>([]),
  )
}

function demandRoom(full: string | null): void {
  if (full === null) return
  const words = say`Column "${full}" has more than ${new Count(choiceLimit)} different answers. Give it the type text under questions: in a configuration.`
  throw new ImportRefusal('too_large', words, 'config', { column: full })
}

async function addChoices(
  db: Kysely<Database>,
  book: ChoiceBook,
  plan: ImportPlan,
  { questions }: WrittenMetadata,
  locale: string,
): Promise<number> {
  const added = [...book.fresh()].flatMap(([variable, fresh]) => {
    const column = plan.columns.find((one) => one.variable === variable)
    const questionId = questions.get(variable)
    if (!column || questionId === undefined) return []
    const choices = fresh.map((choice) => ({ ...choice, title: choiceTitle(column, choice.extName, locale) }))
    return [{ questionId, choices }]
  })
  await insertChoices(db, added)
  return added.reduce((sum, { choices }) => sum + choices.length, 0)
}

/** The title of a choice that an import adds to a question. */
export function choiceTitle(column: PlannedColumn, extName: string, locale: string): Record<string, string> {
  const given = column.settings?.choices?.[extName]
  if (given !== undefined) return texts(given, locale)
  const kind = column.plan.type === 'single' ? column.plan.kind : null
  if (kind === 'yes-no') return isYes(extName) ? ownTexts.yes : ownTexts.no
  if (column.variable === everything) return ownTexts.all
  return texts(answerTitle(extName, kind === 'level' ? 'unit' : 'answer'), locale)
}

function unitTitle(extName: string, locale: string): Record<string, string> {
  if (extName === blankUnit) return ownTexts.notStated
  return extName === theOneUnit ? ownTexts.all : texts(answerTitle(extName, 'unit'), locale)
}
