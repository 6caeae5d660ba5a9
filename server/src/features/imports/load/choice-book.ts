import type { ImportPlan } from '../plan/import-plan.ts'
import { newName } from './row-reader.ts'
import type { ResponseDraft } from './row-reader.ts'

/** A choice to be added to a question, which has no title yet. */
interface UnnamedChoice {
  extName: string
  code: number
}

/** Maximum number of choices of a question. */
export const choiceLimit = 50_000

const natural = new Intl.Collator('en', { numeric: true })

/** Choices in their natural order, or as given if `inOrder`, with codes that follow `last`. */
export function numbered(names: readonly string[], last = 0, inOrder = false): UnnamedChoice[] {
  const sorted = inOrder ? names : names.toSorted(natural.compare)
  return sorted.map((extName, index) => ({ extName, code: last + index + 1 }))
}

/** Collects answers to closed questions that have no choice yet; new codes continue after the question's highest. */
export class ChoiceBook {
  private readonly variables: readonly string[]
  private readonly inFileOrder = new Set<string>()
  private readonly seen = new Map<string, Set<string>>()
  private readonly known: ReadonlyMap<string, ReadonlyMap<string, number>>

  /** `known` holds the codes of the existing choices, by variable and ext name. */
  constructor(plan: ImportPlan, known: ReadonlyMap<string, ReadonlyMap<string, number>>) {
    const closed = plan.columns.filter(({ plan: { type } }) => type === 'single' || type === 'multiple')
    this.variables = closed.map(({ variable }) => variable)
    this.known = known
    // Choices with a column of their own are known though nobody made them.
    for (const { variable, parts, renamed } of closed) {
      const fresh =
        parts?.map(({ label }) => newName(renamed, label)).filter((label) => !known.get(variable)?.has(label)) ?? []
      if (fresh.length > 0) this.seen.set(variable, new Set(fresh))
      if (parts) this.inFileOrder.add(variable)
    }
  }

  /** Adds a row's answers. Returns the variable that now has more choices than a question may have, or null. */
  add({ answers }: ResponseDraft): string | null {
    for (const variable of this.variables) {
      const answer = answers[variable]
      if (answer === undefined || typeof answer === 'number') continue
      const known = this.known.get(variable)
      for (const extName of typeof answer === 'string' ? [answer] : answer) {
        if (known?.has(extName)) continue
        const seen = this.seen.get(variable) ?? new Set<string>()
        if (seen.size >= choiceLimit && !seen.has(extName)) return variable
        this.seen.set(variable, seen.add(extName))
      }
    }
    return null
  }

  /** The choices to add to each question, in the order of their columns or in their natural order. */
  fresh(): Map<string, UnnamedChoice[]> {
    return new Map(
      [...this.seen].map(([variable, names]) => {
        const last = Math.max(0, ...(this.known.get(variable)?.values() ?? []))
        return [variable, numbered([...names], last, this.inFileOrder.has(variable))]
      }),
    )
  }
}
