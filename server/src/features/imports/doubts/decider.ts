import type { DoubtDecider } from '@gensvar/contract/doubts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import type { Identity } from '#server/domain/rights/identity.ts'

/** Who decides a doubt, and how. */
export interface Decider {
  by: string
  through: DoubtDecider
}

/** The name under which an import runs that nobody started in the product. */
const importProgram = 'import'

/** Who decides in a context: a person, or the program, which decides for a command or an import. */
export function deciderOf(identity: Identity | null | undefined): Decider {
  if (!identity) return { by: importProgram, through: 'import' }
  const { program } = identity
  const by = nameOf(identity)
  if (program === null) return { by, through: 'person' }
  return { by, through: program === importProgram ? 'import' : 'command' }
}
