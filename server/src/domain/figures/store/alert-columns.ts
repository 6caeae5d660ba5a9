import type { Cell, Column } from './analytics-store.ts'

/** An alert, and what happened to it. Durations and `due` are in hours, moments in microseconds since 1970. */
export interface StoredAlert {
  id: number
  rule: string
  /** 2 open, 6 processing, 3 closed. */
  state: number
  ownerId: number | null
  raisedAt: number
  closedAt: number | null
  dueAt: number | null
  /** From when it was raised to its first action; null before. */
  first: number | null
  /** From when it was raised to its closing; null while it is not closed. */
  close: number | null
  /** Whether it was closed after its due time; null while it is not closed, and without a due time. */
  isLate: boolean | null
  /** Due time since 1970; null once it is closed, and without one. */
  due: number | null
  /** Whether it was reopened; null if it was never closed. */
  isReopened: boolean | null
  /** Reasons chosen for it, by question. */
  reasons: readonly { question: string; choice: number }[]
}

/** Name of the table with a row per alert, and a row per reason chosen for one, which has no id. */
export function alertTable(surveyId: number): string {
  return `a${surveyId}`
}

/** Columns of alerts, which no column of responses has the name of. */
export const alertColumns = {
  id: 'alert_id',
  rule: 'alert_rule',
  state: 'alert_state',
  owner: 'alert_owner',
  raisedAt: 'alert_raised_at',
  closedAt: 'alert_closed_at',
  dueAt: 'alert_due_at',
  first: 'alert_first',
  close: 'alert_close',
  late: 'alert_late',
  due: 'alert_due',
  reopened: 'alert_reopened',
  question: 'alert_question',
  choice: 'alert_choice',
} as const

/** The columns of the table of alerts. */
export const storedAlertColumns: readonly Column[] = [
  { name: 'response_id', type: 'int64' },
  { name: alertColumns.id, type: 'int64' },
  { name: alertColumns.rule, type: 'text' },
  { name: alertColumns.state, type: 'int8' },
  { name: alertColumns.owner, type: 'int32' },
  { name: alertColumns.raisedAt, type: 'int64' },
  { name: alertColumns.closedAt, type: 'int64' },
  { name: alertColumns.dueAt, type: 'int64' },
  { name: alertColumns.first, type: 'double' },
  { name: alertColumns.close, type: 'double' },
  { name: alertColumns.late, type: 'int8' },
  { name: alertColumns.due, type: 'double' },
  { name: alertColumns.reopened, type: 'int8' },
  { name: alertColumns.question, type: 'text' },
  { name: alertColumns.choice, type: 'int32' },
]

/** The values of these columns for the alerts of some responses. */
export function alertValues(rows: readonly { id: number; handled?: readonly StoredAlert[] }[]): Cell[][] {
  const values = storedAlertColumns.map((): Cell[] => [])
  const add = (cells: Partial<Record<string, Cell>>): void =>
    storedAlertColumns.forEach(({ name }, at) => values[at]?.push(cells[name] ?? null))
  for (const { id, handled = [] } of rows)
    for (const alert of handled) {
      add({ response_id: id, ...cellsOf(alert) })
      for (const { question, choice } of alert.reasons)
        add({ response_id: id, [alertColumns.question]: question, [alertColumns.choice]: choice })
    }
  return values
}

function cellsOf(alert: StoredAlert): Record<string, Cell> {
  return {
    [alertColumns.id]: alert.id,
    [alertColumns.rule]: alert.rule,
    [alertColumns.state]: alert.state,
    [alertColumns.owner]: alert.ownerId,
    [alertColumns.raisedAt]: alert.raisedAt,
    [alertColumns.closedAt]: alert.closedAt,
    [alertColumns.dueAt]: alert.dueAt,
    [alertColumns.first]: alert.first,
    [alertColumns.close]: alert.close,
    [alertColumns.late]: flag(alert.isLate),
    [alertColumns.due]: alert.due,
    [alertColumns.reopened]: flag(alert.isReopened),
  }
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}
