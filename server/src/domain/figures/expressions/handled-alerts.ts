import type { Aggregate } from '@gensvar/contract/expression'
import type { Atom } from '../rows/atoms.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import { demandLogic } from '../rows/row-demand.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { alertColumns } from '../store/alert-columns.ts'
import { figure, rate } from './figure.ts'
import type { AggregateAtoms } from './figure.ts'

const msPerHour = 3_600_000

/** What is measured of handled alerts. */
type OfAlerts = Extract<Aggregate, { name: 'alerts' | 'alerttime' | 'alertshare' | 'alertreason' }>

/**
 * Compiles a function of what happened to alerts; its n is the number of alerts behind it. Times are medians in hours:
 * a single alert that was forgotten for months would decide a mean. Overdue alerts count as late from the next day on,
 * so that the figure changes once a day and not by itself.
 */
export function handledAlerts(aggregate: OfAlerts, source: ColumnSource): AggregateAtoms {
  switch (aggregate.name) {
    case 'alerts': {
      const counted: Atom = { kind: 'rows', where: isFlagged(alertColumns.reopened, 1) }
      return { population: 'alerts', atoms: [counted], counted, finish: ([n = 0]) => figure(n, n) }
    }
    case 'alerttime': {
      const column = alertColumns[aggregate.until]
      const counted: Atom = { kind: 'rows', where: { kind: 'there', column } }
      return {
        population: 'alerts',
        atoms: [{ kind: 'median', column }, counted],
        counted,
        finish: ([median = 0, n = 0]) => figure(n > 0 ? median : null, n),
      }
    }
    case 'alertshare':
      return aggregate.of === 'reopened'
        ? share(isFlagged(alertColumns.reopened, 1), { kind: 'there', column: alertColumns.reopened })
        : share(isFlagged(alertColumns.late, 0), isDecided(source.startOfToday))
    case 'alertreason': {
      const asked: RowDemand = { kind: 'is', column: alertColumns.question, text: aggregate.question.name }
      const chosen: RowDemand = { kind: 'in', column: alertColumns.choice, values: [aggregate.choice] }
      return share(demandLogic.all([asked, chosen]), asked)
    }
  }
}

/** Alerts with a due time that were closed, in time or late, or became due before today. */
function isDecided(startOfToday: Date): RowDemand {
  return demandLogic.any([
    { kind: 'there', column: alertColumns.late },
    { kind: 'compare', column: alertColumns.due, comparison: '<', value: startOfToday.getTime() / msPerHour },
  ])
}

function isFlagged(column: string, value: 0 | 1): RowDemand {
  return { kind: 'in', column, values: [value] }
}

function share(hit: RowDemand, of: RowDemand): AggregateAtoms {
  const counted: Atom = { kind: 'rows', where: of }
  return {
    population: 'alerts',
    atoms: [{ kind: 'rows', where: hit }, counted],
    counted,
    finish: ([hits = 0, n = 0]) => rate(hits, n),
  }
}
