import { parseExpression } from '@gensvar/contract/expression'
import type { Aggregate, CountedAlerts, CountedMessages, ExpressionNode } from '@gensvar/contract/expression'
import { parseRule } from '@gensvar/contract/row-rule'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import { applyRule } from '#server/domain/conditions/apply-rule.ts'
import type { JsonSource } from '#server/domain/conditions/json-source.ts'
import { messagesBehind } from '#server/domain/figures/expressions/sent-messages.ts'
import type { MessagesBehind } from '#server/domain/figures/expressions/sent-messages.ts'
import { leastAnswers } from '#server/domain/figures/rows/atoms.ts'
import { and, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'

/** What is counted: an indicator's expression and its own condition. */
interface Counted {
  expression: string | null
  where: string | null
  /** When today began in the survey's time zone. */
  startOfToday: Date
}

/** What a list of the counted cases holds: interviews, responses in any state, or alerts of a state. */
export type CountedKind = 'interviews' | 'samples' | 'alerts'

/** What can be listed of what an indicator counts; null for a rank and for arithmetic on several functions. */
export function countedKind({ expression }: Pick<Counted, 'expression'>): CountedKind | null {
  const aggregate = expression === null ? null : onlyAggregate(parseExpression(expression).body)
  switch (aggregate?.name) {
    case undefined:
      return null
    case 'samples':
    case 'responserate':
    case 'messages':
    case 'messageshare':
      return 'samples'
    case 'alerts':
      return aggregate.state === 'reopened' ? 'interviews' : 'alerts'
    default:
      return 'interviews'
  }
}

/**
 * The responses (`response` as `r`) that an indicator counts: as many as the n of its figure, or for alerts those with
 * such an alert. Null where `countedKind` is null.
 */
export function countedCases({ expression, where, startOfToday }: Counted, source: JsonSource): Fragment | null {
  if (expression === null) return null
  const { body, where: own } = parseExpression(expression)
  const aggregate = onlyAggregate(body)
  if (aggregate === null) return null
  const rules = [...(own ? [own] : []), ...(where === null ? [] : [parseRule(where)])]
  return and([countedBy(aggregate, source, startOfToday), ...rules.map((rule) => applyRule(rule, source))])
}

/** The function of an expression with a single one, such as `mean(wait) / 60`. */
function onlyAggregate(node: ExpressionNode): Aggregate | null {
  switch (node.kind) {
    case 'aggregate':
      return node
    case 'number':
      return null
    case 'negate':
      return onlyAggregate(node.of)
    case 'binary': {
      if (node.left.kind === 'number') return onlyAggregate(node.right)
      return node.right.kind === 'number' ? onlyAggregate(node.left) : null
    }
  }
}

const isCompleted = portableSql`r.state = 0`

function countedBy(aggregate: Aggregate, source: JsonSource, startOfToday: Date): Fragment {
  const answered = (variable: string): Fragment => source.answered(questionOf(source, variable))
  switch (aggregate.name) {
    case 'count':
      return isCompleted
    case 'samples':
      return aggregate.state === null ? source.logic.always : source.isInState([aggregate.state])
    case 'responserate':
      return wasAsked
    case 'alerts':
    case 'alerttime':
    case 'alertshare':
    case 'alertreason':
      return and([isCompleted, hasAlert(countedAlerts(aggregate, startOfToday))])
    case 'messages':
      return hasMessage(countedMessages[aggregate.of])
    case 'messageshare':
      return hasMessage(countedMessages[messagesBehind(aggregate.of)])
    case 'csi': {
      const answers = aggregate.variables.map(
        ({ name }) => portableSql`(case when ${answered(name)} then 1 else 0 end)`,
      )
      const least = integer(leastAnswers(aggregate.variables.length))
      return and([isCompleted, portableSql`(${join(answers, ' + ')}) >= ${least}`])
    }
    default:
      return and([isCompleted, answered(aggregate.variable.name)])
  }
}

const alertStates: Readonly<Record<Exclude<CountedAlerts, 'reopened'>, readonly number[]>> = {
  open: [2],
  processing: [6],
  closed: [3],
  any: [2, 3, 6],
}

function hasAlert(such: Fragment): Fragment {
  return portableSql`exists (select from alert al where al.response_id = r.id and ${such})`
}

type OfAlerts = Extract<Aggregate, { name: 'alerts' | 'alerttime' | 'alertshare' | 'alertreason' }>

/** What is true of the alerts (`alert` as `al`) behind a figure: those that its n counts. */
function countedAlerts(aggregate: OfAlerts, startOfToday: Date): Fragment {
  switch (aggregate.name) {
    case 'alerts':
      return aggregate.state === 'reopened'
        ? portableSql`al.reopened > 0`
        : portableSql`al.state in (${join(alertStates[aggregate.state].map(integer))})`
    case 'alerttime':
      return aggregate.until === 'first'
        ? portableSql`coalesce(al.handled_at, al.closed_at) is not null`
        : portableSql`al.closed_at is not null`
    case 'alertshare':
      return aggregate.of === 'due'
        ? portableSql`al.due_at is not null
            and (al.closed_at is not null or (al.state <> 3 and al.due_at < ${startOfToday.toISOString()}::timestamptz))`
        : portableSql`(al.reopened > 0 or al.state = 3)`
    case 'alertreason':
      return portableSql`exists (select from alert_answer aa where aa.alert_id = al.id and aa.choice > 0
                                    and aa.question = ${aggregate.question.name})`
  }
}

/** What is true of messages (`recipient` as `rc`) that a figure counts. */
const countedMessages: Readonly<Record<CountedMessages | MessagesBehind, Fragment>> = {
  sent: portableSql`true`,
  delivered: portableSql`rc.bounce is null`,
  deliveredMails: portableSql`rc.bounce is null
    and exists (select from campaign c where c.id = rc.campaign_id and coalesce(rc.channel, c.sending_type) = 'EMAIL')`,
  bounced: portableSql`rc.bounce is not null`,
  opened: portableSql`rc.bounce is null and rc.opened_at is not null`,
  clicked: portableSql`rc.bounce is null and rc.clicked_at is not null`,
  answered: portableSql`rc.bounce is null and rc.answered`,
  unsubscribed: portableSql`rc.bounce is null and rc.unsubscribed`,
}

function hasMessage(such: Fragment): Fragment {
  return portableSql`exists (select from recipient rc where rc.response_id = r.id and rc.state = 'SENT' and ${such})`
}

const sent = portableSql`exists (select from recipient rc where rc.response_id = r.id and rc.state in ('SENT', 'UNKNOWN'))`
const answered = portableSql`exists (select from recipient rc where rc.response_id = r.id and rc.answered)`
const unsendable = portableSql`not exists (select from recipient rc where rc.response_id = r.id)`

/** The column `asked` of the analytics store, for the rows in PostgreSQL. */
const wasAsked = portableSql`(r.state = 0 or (not ${answered} and ((r.state = 2 and (${unsendable} or ${sent})) or (r.state = 1 and ${sent}))))`
