import type { ImportPlan } from '../plan/import-plan.ts'
import type { ResponseDraft } from './row-reader.ts'

/** A choice to be added to a question, which has no title yet. */
interface UnnamedChoice {
  extName: string
  code: number
}

/** Most choices a question may have. */
export const choiceLimit = 50_000

const natural = new Intl.Collator('en', { numeric: true })

/** Gathers the answers to closed questions that are no choices yet; codes go on where the question's stop. */
export class ChoiceBook {
  private readonly variables: readonly string[]
  private readonly seen = new Map<string, Set<string>>()
  private readonly known: ReadonlyMap<string, ReadonlyMap<string, number>>

  /** `known` holds the codes of the choices there are, by variable and ext name. */
  constructor(plan: ImportPlan, known: ReadonlyMap<string, ReadonlyMap<string, number>>) {
    const closed = plan.columns.filter(({ plan: { type } }) => type === 'single' || type === 'multiple')
    this.variables = closed.map(({ variable }) => variable)
    this.known = known
  }

  /** Notes a row's answers. Returns the variable that gets more choices than a question may have, or null. */
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

  /** The choices to add to each question, in their natural order. */
  fresh(): Map<string, UnnamedChoice[]> {
    return new Map(
      [...this.seen].map(([variable, names]) => {
        const last = Math.max(0, ...(this.known.get(variable)?.values() ?? []))
        const sorted = [...names].sort(natural.compare)
        return [variable, sorted.map((extName, index) => ({ extName, code: last + index + 1 }))]
      }),
    )
  }
}
