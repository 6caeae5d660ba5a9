import { fromDayNumber } from '@gensvar/contract/dates'
import type { PlannedAction } from '../plan.ts'

/** An action with its days counted from the day the demo is made; negative ones are over. */
interface ToldAction extends Pick<PlannedAction, 'path' | 'extname' | 'kind' | 'goal' | 'responsible'> {
  start: number
  deadline: number
  /** Months its figures cover. */
  months: 3 | 6
  /** What was written, and on which day. */
  notes: readonly (readonly [day: number, message: string])[]
}

const training = { extname: 'staff', kind: 'training', months: 3 } as const
const staffing = { extname: 'wait', kind: 'staffing', months: 6 } as const

/**
 * What was and is being done: those that are over worked where `improvements` (and the training in Malmö) say so, and
 * nowhere else.
 */
const told: readonly ToldAction[] = [
  {
    ...training,
    path: ['SE', 'se-south', 'helsingborg-vala'],
    ...{ goal: 78, start: -330, deadline: -150, responsible: 'region' },
    notes: [
      [-330, 'Två dagars utbildning i bemötande för alla i butiken.'],
      [-290, 'Alla har gått kursen. Korta pass varje måndag.'],
    ],
  },
  {
    ...staffing,
    path: ['SE', 'se-west', 'goteborg-nordstan'],
    ...{ goal: 5, start: -300, deadline: -100, responsible: 'admin' },
    notes: [[-300, 'Två kassor till på lördagar, och en värd vid ingången.']],
  },
  {
    ...training,
    path: ['SE', 'se-east', 'stockholm-kista'],
    ...{ goal: 76, start: -290, deadline: -110, responsible: 'admin' },
    notes: [[-290, 'Samma utbildning som i Helsingborg, där den hjälpte.']],
  },
  {
    path: ['DK', 'dk-east', 'naestved-megacenter'],
    ...{ extname: 'tidy', kind: 'layout', months: 6, goal: 8.6, start: -270, deadline: -60, responsible: 'admin' },
    notes: [[-270, 'Ny indretning ved indgangen.']],
  },
  {
    path: ['SE', 'se-south', 'kristianstad-hammar'],
    ...{ extname: 'value', kind: 'offer', months: 6, goal: 7.2, start: -260, deadline: -40, responsible: 'region' },
    notes: [[-260, 'Fler varor till lågt pris längst fram.']],
  },
  {
    ...staffing,
    path: ['NO', 'no-east', 'oslo-storo'],
    ...{ goal: 5, start: -250, deadline: -45, responsible: 'two' },
    notes: [[-250, 'En ekstra på gulvet fra klokken 16.']],
  },
  {
    ...training,
    path: ['SE', 'se-south', 'malmo-triangeln'],
    ...{ goal: 76, start: -240, deadline: -75, responsible: 'store' },
    notes: [
      [-240, 'Produktutbildning för alla, en halv dag i veckan.'],
      [-190, 'Klart. Alla kan nu hela sortimentet.'],
    ],
  },
  {
    path: ['FI', 'fi-south', 'helsinki-itis'],
    ...{ extname: 'staff', kind: 'staffing', months: 3, goal: 76, start: -230, deadline: -30, responsible: 'admin' },
    notes: [[-230, 'Yksi myyjä lisää viikonloppuisin.']],
  },
  {
    path: ['FI', 'fi-west', 'turku-hansa'],
    ...{ extname: 'tidy', kind: 'layout', months: 6, goal: 8.8, start: -220, deadline: -20, responsible: 'admin' },
    notes: [[-220, 'Hyllyt järjestetään uudelleen, ja käytävät ovat leveämmät.']],
  },
  {
    ...training,
    path: ['SE', 'se-east', 'linkoping-tornby'],
    ...{ goal: 80, start: -200, deadline: -28, responsible: 'admin' },
    notes: [[-200, 'En kortare kurs, på nätet.']],
  },
  {
    path: ['NO', 'no-west', 'bergen-torgallmenningen'],
    ...{ extname: 'wait', kind: 'hours', months: 3, goal: 6, start: -150, deadline: -12, responsible: 'two' },
    notes: [
      [-150, 'Vi åpner en time tidligere.'],
      [-60, 'Køene kommer midt på dagen, ikke om morgenen. Vi mangler folk.'],
    ],
  },
  {
    path: [],
    ...{ extname: 'nps', kind: null, months: 3, goal: 40, start: -70, deadline: 20, responsible: 'admin' },
    notes: [[-70, 'The goal of this year, for all stores.']],
  },
  {
    path: ['SE', 'se-south'],
    ...{ extname: 'value', kind: 'offer', months: 3, goal: 7.2, start: -60, deadline: 30, responsible: 'region' },
    notes: [[-60, 'Gemensamma erbjudanden i hela regionen.']],
  },
  {
    path: ['SE', 'se-south', 'malmo-triangeln'],
    ...{ extname: 'wait', kind: 'staffing', months: 3, goal: 6, start: -40, deadline: 6, responsible: 'store' },
    notes: [
      [-40, 'En till i kassan på lördagar.'],
      [-9, 'Två lördagar utan kö. Vi fortsätter.'],
    ],
  },
  {
    path: ['SE'],
    ...{ extname: 'checkout', kind: 'layout', months: 3, goal: 7.8, start: -30, deadline: 90, responsible: 'admin' },
    notes: [[-30, 'Självscanning i de största butikerna.']],
  },
  {
    path: ['NO', 'no-west'],
    ...{ extname: 'wait', kind: 'staffing', months: 3, goal: 7, start: -25, deadline: 4, responsible: 'two' },
    notes: [[-25, 'Vi ansetter åtte deltidsansatte.']],
  },
  {
    path: ['SE', 'se-south', 'helsingborg-vala'],
    ...{ extname: 'wait', kind: 'staffing', months: 3, goal: 6, start: -20, deadline: 60, responsible: 'region' },
    notes: [],
  },
  {
    path: ['SE', 'se-south', 'malmo-triangeln'],
    ...{ extname: 'checkout', kind: 'training', months: 3, goal: 7.8, start: -12, deadline: 75, responsible: 'store' },
    notes: [[-12, 'Alla lär sig kassan.']],
  },
  {
    path: ['NO'],
    ...{ extname: 'staff', kind: 'training', months: 3, goal: 84, start: -10, deadline: 110, responsible: 'two' },
    notes: [],
  },
]

/** The actions of the survey of the shops' visitors, as of a day number. */
export function retailActions(today: number): PlannedAction[] {
  const day = (from: number): string => fromDayNumber(today + from)
  return told.map(({ start, deadline, months, notes, ...action }) => ({
    ...action,
    period: `rel_-${months}m_0d`,
    periodStart: day(start),
    deadline: day(deadline),
    notes: notes.map(([at, message]) => ({ username: action.responsible, at: `${day(at)}T09:30:00Z`, message })),
  }))
}
