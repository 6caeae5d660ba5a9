import type { SentResponse } from '@gensvar/contract/api-responses'
import { toDayNumber } from '@gensvar/contract/dates'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { instantIn } from '#server/domain/alerts/zoned-time.ts'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { insertRows } from '#server/domain/build/insert-rows.ts'
import { closedDays } from '#server/domain/figures/publishing/late-answers.ts'
import { ErasedKeys } from '#server/domain/respondents/erased-keys.ts'
import { fillPlaces } from '#server/domain/samples/fill-places.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import { completedState } from '#server/domain/samples/sample-rights.ts'
import { createChangeRows, demandPlaces, insertAnonymousRows } from '#server/domain/samples/sample-store.ts'
import { noteNewSamples, noteSampleChanges } from '#server/domain/samples/updates/note-updates.ts'
import { noteCompleted } from '#server/domain/webhooks/note.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { isOwn, readRow } from './read-row.ts'
import type { FormerRow, RowSource } from './read-row.ts'
import { insertNamedRows, lockNamedRows, updateNamedRows } from './store.ts'
import type { NewRow } from './store.ts'

/** What became of a row; a late one came after the figures of its period were closed. */
export type StoredRow =
  | { status: 'created' | 'updated' | 'unchanged'; responseId: number }
  | { status: 'accepted'; isLate: boolean }
  | { status: 'refused'; wrong: ReadonlyMap<string, Words> }

/** A row that is to be stored, with its place among those it came with. */
interface Pending {
  at: number
  sent: SentResponse
}

/** A row that was read. */
interface Read extends Pending {
  draft: SampleDraft & { state: number }
  changed: readonly string[]
  former: FormerRow | null
}

/**
 * Stores rows of a survey in a write that holds it: each is added, changes the response of its name, or is refused by itself.
 * Figures, alerts and the scripts and campaigns that follow samples are told as of any other answer. Returns what became of
 * each, in the order of the rows.
 */
export async function storeRows(tx: WriteTx, source: RowSource, rows: readonly SentResponse[]): Promise<StoredRow[]> {
  const results: StoredRow[] = []
  const { model } = source.access
  let pending: Pending[] = rows.map((sent, at) => ({ at, sent }))
  const keys = rows.flatMap(({ id }) => id ?? [])
  const gone = keys.length === 0 ? new Set<string>() : await (await ErasedKeys.of(tx.db, model.id)).among(keys)
  // Rows of one name follow each other; somebody else may add a response of a name at the same time.
  while (pending.length > 0) {
    const round = new Map<string, Pending>()
    const later: Pending[] = []
    for (const row of pending) {
      const key = row.sent.id ?? ` ${row.at}`
      if (round.has(key)) later.push(row)
      else round.set(key, row)
    }
    later.push(...(await storeRound(tx, source, [...round.values()], gone, results)))
    pending = later
  }
  return results
}

/** Stores rows of different names. Returns those whose name somebody else has used meanwhile. */
async function storeRound(
  tx: WriteTx,
  source: RowSource,
  rows: readonly Pending[],
  gone: ReadonlySet<string>,
  results: StoredRow[],
): Promise<Pending[]> {
  const { model } = source.access
  const formers = await lockNamedRows(
    tx,
    model.id,
    model.anonymity === null ? rows.flatMap(({ sent }) => sent.id ?? []) : [],
  )
  const read: Read[] = []
  for (const row of rows) {
    const former = (row.sent.id !== undefined && formers.get(row.sent.id)) || null
    const wrong = refusalOf(source, row.sent, former, gone)
    const reading = wrong ? { wrong } : readRow(source, row.sent, former)
    if ('wrong' in reading) results[row.at] = { status: 'refused', wrong: reading.wrong }
    else read.push({ ...row, ...reading, former })
  }
  const placed = await withPlaces(tx, source, read)
  if (model.anonymity !== null) {
    if (placed.length > 0)
      await tx.changed(
        model.id,
        await insertAnonymousRows(
          tx,
          model.id,
          placed.map(({ draft }) => draft),
        ),
      )
    const closed = await closedDays(
      tx.db,
      model.id,
      placed.map(({ draft }) => draft.eventDate),
    )
    for (const { at, draft } of placed) results[at] = { status: 'accepted', isLate: closed.has(draft.eventDate) }
    return []
  }
  const left = await addNew(tx, source, placed, results)
  await saveChanged(tx, source, placed, results)
  return left
}

function refusalOf(
  source: RowSource,
  { id }: SentResponse,
  former: FormerRow | null,
  gone: ReadonlySet<string>,
): ReadonlyMap<string, Words> | null {
  if (id !== undefined && gone.has(id))
    return new Map([['id', say`Whoever gave this response was erased, so it is not stored again.`]])
  if (
    former &&
    !isOwn(source, { ...former, answers: { ...former.answers }, contact: {}, unitIds: [...former.unitIds] })
  )
    return new Map([['id', say`This name is in use at another place.`]])
  return null
}

/** Rows with a place in every view; a place without a name is made where there is none yet. */
async function withPlaces(tx: WriteTx, { access: { model } }: RowSource, rows: readonly Read[]): Promise<Read[]> {
  const drafts = await fillPlaces(
    tx,
    model,
    rows.map(({ draft }) => draft),
  )
  await demandPlaces(
    tx,
    drafts.flatMap(({ unitIds }) => unitIds),
  )
  return rows.map((row, at) => ({ ...row, draft: drafts[at] ?? row.draft }))
}

async function addNew(tx: WriteTx, source: RowSource, rows: readonly Read[], results: StoredRow[]): Promise<Pending[]> {
  const { model } = source.access
  const added = rows.filter(({ former }) => former === null)
  const named = added.filter(({ sent }) => sent.id !== undefined)
  const unnamed = added.filter(({ sent }) => sent.id === undefined)
  const idByName = await insertNamedRows(
    tx,
    model.id,
    named.map((row) => newRow(tx, source, row)),
  )
  const ids =
    unnamed.length === 0
      ? []
      : await insertRows(
          tx.db,
          'response',
          unnamed.map((row) => {
            const { state, eventDate, completedAt, contact, answers, unitIds } = newRow(tx, source, row)
            return {
              ...{ survey_id: model.id, state, event_date: eventDate, completed_at: completedAt, contact },
              ...{ answers: answers as Record<string, number | string | string[]>, unit_ids: unitIds },
            }
          }),
        )
  for (const [index, { at }] of unnamed.entries()) results[at] = { status: 'created', responseId: ids[index] ?? 0 }
  const left: Pending[] = []
  for (const { at, sent } of named) {
    const id = idByName.get(sent.id ?? '')
    if (id === undefined) left.push({ at, sent })
    else results[at] = { status: 'created', responseId: id }
  }
  const made = [...ids, ...idByName.values()]
  if (made.length === 0) return left
  await tx.changed(model.id, made)
  // A place that was made for them is not in the tree.
  const isKnown = added.every(({ draft }) => draft.unitIds.every((id) => id === 0 || source.tree.unit(id)))
  await raiseAlerts(tx, model, made, isKnown ? { tree: source.tree } : {})
  await noteNewSamples(tx, model, made)
  const isCompleted = (row: Read): boolean => row.draft.state === completedState
  await noteCompleted(tx, model, [
    ...ids.filter((_, at) => unnamed[at] && isCompleted(unnamed[at])),
    ...named.filter(isCompleted).flatMap(({ sent }) => idByName.get(sent.id ?? '') ?? []),
  ])
  return left
}

async function saveChanged(
  tx: WriteTx,
  { access: { model }, tree }: RowSource,
  rows: readonly Read[],
  results: StoredRow[],
): Promise<void> {
  const changes = rows.flatMap(({ at, former, draft, changed }) => {
    if (former === null) return []
    const isSame = changed.length === 0 && draft.state === former.state
    results[at] = { status: isSame ? 'unchanged' : 'updated', responseId: former.id }
    return isSame ? [] : [{ former, draft, changed }]
  })
  if (changes.length === 0) return
  const ids = changes.map(({ former }) => former.id)
  await updateNamedRows(
    tx,
    changes.map(({ former, draft }) => ({ id: former.id, ...draft })),
  )
  const noted = changes.map(({ former: { id, state, version }, draft, changed }) => ({
    id,
    version: version + 1,
    change: { fields: changed, stateBefore: state, stateAfter: draft.state },
  }))
  await createChangeRows(
    tx,
    noted.map(({ id, version, change }) => ({ id, version, ...change })),
  )
  await tx.changed(model.id, ids)
  await raiseAlerts(tx, model, ids, { tree })
  await noteSampleChanges(tx, model, noted)
  const completed = noted.filter(
    ({ change }) => change.stateBefore !== completedState && change.stateAfter === completedState,
  )
  await noteCompleted(
    tx,
    model,
    completed.map(({ id }) => id),
  )
}

function newRow({ clock }: WriteTx, source: RowSource, { sent, draft }: Read): NewRow {
  const completedAt = draft.state === completedState ? completionOf(source, draft.eventDate, clock.now()) : null
  return { key: sent.id ?? null, ...draft, completedAt }
}

/** When a response was completed: now, or at the beginning of its day where it is sent later. */
function completionOf({ access: { model }, today }: RowSource, day: string, now: Date): Date {
  return day >= today ? now : instantIn(model.timeZone, { day: toDayNumber(day), time: 0 })
}
