import type { Aggregate, CountedMessages } from '@gensvar/contract/expression'
import type { Atom } from '../rows/atoms.ts'
import { demandLogic } from '../rows/row-demand.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { messageColumns } from '../store/tables.ts'
import { figure, rate } from './figure.ts'
import type { AggregateAtoms } from './figure.ts'

type OfMessages = Extract<Aggregate, { name: 'messages' | 'messageshare' }>

/** The messages that a share is of. */
export type MessagesBehind = 'sent' | 'delivered' | 'deliveredMails'

/**
 * The messages that a share is of: those sent where it tells how many arrived, those delivered otherwise. Only of e-mails it
 * is seen whether they are opened.
 */
export function messagesBehind(of: CountedMessages): MessagesBehind {
  if (of === 'opened') return 'deliveredMails'
  return of === 'delivered' || of === 'bounced' ? 'sent' : 'delivered'
}

/**
 * Compiles a function of what became of messages that were sent, whatever the state of their samples; its n is the number of
 * messages behind it. Opens and clicks are those of people, not of programs that look through mails.
 */
export function sentMessages({ name, of }: OfMessages): AggregateAtoms {
  const hit: Atom = { kind: 'rows', where: demandOf(of) }
  if (name === 'messages')
    return { population: 'messages', atoms: [hit], counted: hit, finish: ([n = 0]) => figure(n, n) }
  const behind = demandOf(messagesBehind(of))
  const counted: Atom = { kind: 'rows', where: behind }
  return {
    population: 'messages',
    atoms: [{ kind: 'rows', where: demandLogic.all([behind, demandOf(of)]) }, counted],
    counted,
    finish: ([hits = 0, n = 0]) => rate(hits, n),
  }
}

function demandOf(of: CountedMessages | MessagesBehind): RowDemand {
  if (of === 'sent') return demandLogic.always
  const isThere: RowDemand = { kind: 'in', column: messageColumns.bounced, values: [0] }
  if (of === 'delivered') return isThere
  if (of === 'deliveredMails')
    return demandLogic.all([isThere, { kind: 'in', column: messageColumns.by_mail, values: [1] }])
  const isSo: RowDemand = { kind: 'in', column: messageColumns[of], values: [1] }
  // As lists of campaigns count it: what people did with messages that did not come back.
  return of === 'bounced' ? isSo : demandLogic.all([isThere, isSo])
}
