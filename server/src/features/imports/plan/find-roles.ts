import { isAbout, unitRank } from '../profile/header-words.ts'
import type { PlannedColumn, Roles } from './planned.ts'
import { ofType } from './planned.ts'

/**
 * Finds the event date: the date column whose name mentions answering or visiting, which has the fewest blank cells
 * and is not a date of birth. Null if the file has no dates.
 */
export function findEventDate(columns: readonly PlannedColumn[]): string | null {
  const dates = ofType(columns, 'date').filter(({ profile }) => profile.filled >= 0.5 * profile.rows)
  return dates.toSorted((a, b) => eventDateScore(b) - eventDateScore(a))[0]?.variable ?? null
}

/** How well a column of dates suits as event date: by its name and by how few of its cells are blank. */
export function eventDateScore({ about, profile }: PlannedColumn): number {
  return (
    profile.filled / Math.max(1, profile.rows) +
    (isAbout(about, 'answered') ? 1 : 0) -
    (isAbout(about, 'created') ? 2 : 0) -
    (isAbout(about, 'person') ? 1 : 0)
  )
}

/**
 * Finds a column that could serve as key: filled in every row, different in each, and an id of a survey product or named
 * like a key.
 */
export function findKey(columns: readonly PlannedColumn[]): string | null {
  const unique = columns.filter(({ profile, plan }) => {
    const all = profile.filled === profile.rows && profile.rows > 1
    return (
      plan.type === 'text' && plan.kind === 'identifier' && all && (profile.capped || profile.distinct === profile.rows)
    )
  })
  const best =
    unique.find(({ metadata }) => metadata === 'id') ?? unique.find(({ about }) => isAbout(about, 'key')) ?? unique[0]
  return best?.variable ?? null
}

/** Finds the roles of the other columns; `eventDate`, `key` and the levels are known. */
export function findRoles(
  columns: readonly PlannedColumn[],
  known: { eventDate: string | null; key: string | null; levels: readonly string[] },
): Roles {
  const all = columns.filter(({ variable }) => variable !== known.key && !known.levels.includes(variable))
  const free = all.filter(({ metadata }) => metadata === null)
  const recommend = findRecommend(free)
  const ratings = ofType(free, 'scale').filter(({ plan, variable }) => !plan.binary && variable !== recommend?.variable)
  const main = findMain(ratings)
  const texts = ofType(free, 'text')
  const comments = texts
    .filter(({ plan, profile }) => plan.kind === 'comment' && profile.filled > 0)
    .toSorted((a, b) => meanLength(b) - meanLength(a))
  const heading = comments.find((column) => isAbout(column.about, 'attribute') && meanLength(column) <= 80)
  return {
    eventDate: known.eventDate,
    key: known.key,
    main: main ?? (recommend?.kind === 'yes-no' ? null : (recommend?.variable ?? null)),
    drivers: ratings.map(({ variable }) => variable).filter((variable) => variable !== main),
    recommend,
    comments: comments.filter((column) => column !== heading).map(({ variable }) => variable),
    heading: heading?.variable ?? null,
    contact: findContact(all, ofType(all, 'text')),
  }
}

function findRecommend(columns: readonly PlannedColumn[]): Roles['recommend'] {
  const asked = columns.filter(({ about }) => isAbout(about, 'recommend'))
  const scale = ofType(asked, 'scale').toSorted((a, b) => Number(a.plan.binary) - Number(b.plan.binary))[0]
  if (scale) {
    const kind = scale.plan.binary ? 'yes-no' : scale.plan.max === 10 ? 'nps' : 'rating'
    return { variable: scale.variable, kind }
  }
  const words = ofType(asked, 'single').find(({ plan }) => plan.kind === 'yes-no')
  return words ? { variable: words.variable, kind: 'yes-no' } : null
}

/** The overall rating: by its name, else the first rating. */
function findMain(ratings: readonly PlannedColumn[]): string | null {
  const score = ({ about }: PlannedColumn): number =>
    (isAbout(about, 'overall') ? 2 : 0) +
    (isAbout(about, 'rating') ? 1 : 0) -
    (isAbout(about, 'average') ? 2 : 0) +
    (unitRank(about) === null ? 0 : -0.5)
  return ratings.toSorted((a, b) => score(b) - score(a))[0]?.variable ?? null
}

function findContact(free: readonly PlannedColumn[], texts: ReturnType<typeof ofType<'text'>>): Roles['contact'] {
  const kind = (wanted: string): string | null => texts.find(({ plan }) => plan.kind === wanted)?.variable ?? null
  const language = ofType(free, 'single').find(({ about, profile }) => {
    const codes = [...profile.values.keys()]
    return isAbout(about, 'language') && codes.every((code) => /^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(code))
  })
  return { name: kind('name'), email: kind('email'), phone: kind('phone'), language: language?.variable ?? null }
}

function meanLength({ profile }: PlannedColumn): number {
  return profile.characters / Math.max(1, profile.filled)
}
